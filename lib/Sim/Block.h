//===- Block.h - the threads of one block -----------------------*- C++ -*-===//

#ifndef FP8_LIB_SIM_BLOCK_H
#define FP8_LIB_SIM_BLOCK_H

#include "Runtime.h"
#include "llvm/ADT/bit.h"

namespace fp8sim {

/// Calls `function` for every bit that is set in `lanes`, lowest first.
template <typename Function>
inline void forEachLane(uint32_t lanes, Function function) {
  for (; lanes; lanes &= lanes - 1)
    function(llvm::countr_zero(lanes));
}

/// Runs blocks one after another: every thread until it waits or exits, then
/// what it waits for. One of these per host thread.
class Block {
public:
  explicit Block(FiberPool &pool) : pool(pool) {}

  /// Runs one block to its end; false if a fault ended the launch.
  bool run(Launch &launch, uint64_t blockIndex);

  /// Of the threads of the warp, a mask of those that are neither exited nor
  /// absent because the block has too few.
  uint32_t getLiveLanes(const ThreadState &thread) const {
    return ~warps[thread.index / kWarpSize].gone;
  }

private:
  /// Bit i is lane i. A lane is in one of the masks, or runs.
  struct Warp {
    uint32_t ready;
    uint32_t yielded;
    uint32_t atWarpOp;
    uint32_t gone;
  };

  void initialize(Launch &launch, uint64_t blockIndex);
  void runLane(unsigned warpIndex, unsigned lane);
  void retire(ThreadState &thread);
  /// Completes the operation that `arrived` waits for, if all lanes are there.
  void completeWarpOp(const ThreadState &arrived);
  /// Whether `lanes` ask for the same operation as `arrived`.
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
/// all of the same operation. threads[i] is lane i.
void evaluateWarpOp(ThreadState *threads, uint32_t lanes);

} // namespace fp8sim

#endif // FP8_LIB_SIM_BLOCK_H
