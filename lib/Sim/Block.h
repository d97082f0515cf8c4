//===- Block.h - threads of one block ---------------------------*- C++ -*-===//

#ifndef FP8_LIB_SIM_BLOCK_H
#define FP8_LIB_SIM_BLOCK_H

#include "Runtime.h"
#include "llvm/ADT/bit.h"

namespace fp8sim {

/// Calls `function` for every set bit of `lanes`, lowest first.
template <typename Function>
inline void forEachLane(uint32_t lanes, Function function) {
  for (; lanes; lanes &= lanes - 1)
    function(llvm::countr_zero(lanes));
}

/// Scheduler of one block. Runs every thread until it waits or exits, then
/// completes the operations that threads wait for. Each host thread has one
/// scheduler, which runs blocks one after another.
class Block {
public:
  explicit Block(FiberPool &pool) : pool(pool) {}

  /// Runs one block to its end. Returns false if a fault ended the launch.
  bool run(Launch &launch, uint64_t blockIndex);

  /// Returns the mask of the live lanes in the warp of `thread`: lanes that
  /// exist and have not exited.
  uint32_t getLiveLanes(const ThreadState &thread) const {
    return ~warps[thread.index / kWarpSize].gone;
  }

private:
  /// Masks of lanes. A lane that is not running is in exactly one of the masks.
  struct Warp {
    uint32_t ready;
    uint32_t yielded;
    uint32_t atWarpOp;
    uint32_t gone;
  };

  void initialize(Launch &launch, uint64_t blockIndex);
  void runLane(unsigned warpIndex, unsigned lane);
  void retire(ThreadState &thread);
  /// Completes the operation that `arrived` waits for, if all lanes of the
  /// operation have arrived.
  void completeWarpOp(const ThreadState &arrived);
  /// Checks that `lanes` request the same operation as `arrived`.
  bool checkWarpOp(const ThreadState &arrived, uint32_t lanes);
  bool releaseBarriers();
  void releaseBarrier(uint32_t id, bool all);
  void reportDeadlock();
  void abandonAll();

  FiberPool &pool;
  Launch *launch = nullptr;
  BlockState state = {};
  std::vector<ThreadState> threads;
  std::vector<Warp> warps;
  std::vector<char> shared;
  unsigned numLive = 0;
};

/// Computes the results of a warp-wide operation from the requests of `lanes`,
/// which all request the same operation. threads[i] is lane i.
void evaluateWarpOp(ThreadState *threads, uint32_t lanes);

} // namespace fp8sim

#endif // FP8_LIB_SIM_BLOCK_H
