//===- Traffic.h - what warps move between a GPU and its memory -*- C++ -*-===//
//
// A GPU moves sectors of 32 bytes, once for an instruction of a warp however
// many lanes touch them. Threads are fibers here, which run one after another,
// so what belongs to one instruction is found by counting: the n-th time that
// lanes of a warp come to one place is one execution for all of them.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_SIM_TRAFFIC_H
#define FP8_LIB_SIM_TRAFFIC_H

#include "Runtime.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace fp8sim {

class TrafficCounter {
public:
  /// Warps of the next block are others.
  void beginBlock();

  /// An access of `thread` to global memory.
  void add(const ThreadState &thread, const char *address, uint64_t bytes,
           uint32_t site, AccessKind kind);

  const Traffic &get() const { return traffic; }

private:
  using ThreadSite = std::pair<uint32_t, uint32_t>;
  /// Warp, site, execution, sector.
  using SectorTouched = std::tuple<uint32_t, uint32_t, uint32_t, uint64_t>;

  Traffic traffic;
  llvm::DenseMap<ThreadSite, uint32_t> executions;
  llvm::DenseSet<SectorTouched> touched;
};

} // namespace fp8sim

#endif // FP8_LIB_SIM_TRAFFIC_H
