//===- Traffic.h - memory traffic of warps ----------------------*- C++ -*-===//
//
// A GPU transfers sectors of 32 bytes. An instruction of a warp transfers a
// sector once, however many lanes access it. The simulated threads are fibers
// that run one after another. Counting matches the lanes of an instruction: the
// n-th executions of a location by the lanes of a warp are one instruction.
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
  /// Starts a new block. Its warps are different from the warps of earlier
  /// blocks.
  void beginBlock();

  /// Records an access of `thread` to global memory.
  void add(const ThreadState &thread, const char *address, uint64_t bytes,
           uint32_t site, AccessKind kind);

  const Traffic &get() const { return traffic; }

private:
  using ThreadSite = std::pair<uint32_t, uint32_t>;
  /// A sector that an instruction has touched: warp, site, number of the
  /// execution, index of the sector.
  using SectorTouched = std::tuple<uint32_t, uint32_t, uint32_t, uint64_t>;

  Traffic traffic;
  llvm::DenseMap<ThreadSite, uint32_t> executions;
  llvm::DenseSet<SectorTouched> touched;
};

} // namespace fp8sim

#endif // FP8_LIB_SIM_TRAFFIC_H
