//===- Block.cpp - threads of one block -----------------------------------===//

#include "Block.h"
#include "Checker.h"
#include "llvm/Support/FormatVariadic.h"

using namespace fp8sim;

void Block::initialize(Launch &newLaunch, uint64_t blockIndex) {
  launch = &newLaunch;
  const Dim3 &grid = launch->grid;
  const Dim3 &block = launch->block;
  unsigned count = block.count();
  bool sameShape = threads.size() == count && state.ntid[0] == block.x &&
                   state.ntid[1] == block.y;
  state.ctaid[0] = blockIndex % grid.x;
  state.ctaid[1] = blockIndex / grid.x % grid.y;
  state.ctaid[2] = blockIndex / grid.x / grid.y;
  std::tie(state.ntid[0], state.ntid[1], state.ntid[2]) =
      std::tie(block.x, block.y, block.z);
  std::tie(state.nctaid[0], state.nctaid[1], state.nctaid[2]) =
      std::tie(grid.x, grid.y, grid.z);
  state.dynamicShared = launch->dynamicShared;
  state.launch = launch;
  state.scheduler = this;
  // Aligned manually: shared variables have alignments of up to 128.
  constexpr uint64_t kAlign = 128;
  shared.resize(launch->staticShared + launch->dynamicShared + kAlign);
  auto base = reinterpret_cast<uintptr_t>(shared.data());
  state.shared = shared.data() + (-base & (kAlign - 1));
  state.dynamicSharedData = state.shared + launch->staticShared;

  if (!sameShape) {
    threads = std::vector<ThreadState>(count);
    for (unsigned i = 0; i < count; ++i) {
      ThreadState &thread = threads[i];
      thread.block = &state;
      thread.index = i;
      thread.lane = i % kWarpSize;
      thread.tid[0] = i % block.x;
      thread.tid[1] = i / block.x % block.y;
      thread.tid[2] = i / block.x / block.y;
    }
  }
  for (ThreadState &thread : threads) {
    thread.status = ThreadStatus::Fresh;
    thread.copyGroup = 0;
    thread.copies.clear();
    thread.locals.clear();
  }
  numLive = count;
  warps.assign((count + kWarpSize - 1) / kWarpSize, Warp{~0u, 0, 0, 0});
  if (unsigned rest = count % kWarpSize)
    warps.back() = Warp{(1u << rest) - 1, 0, 0, ~((1u << rest) - 1)};
}

bool Block::run(Launch &newLaunch, uint64_t blockIndex) {
  initialize(newLaunch, blockIndex);
  if (launch->checker)
    launch->checker->beginBlock(state, blockIndex);
  while (numLive) {
    bool yielded = false;
    for (unsigned w = 0, e = warps.size(); w < e; ++w) {
      while (uint32_t ready = warps[w].ready) {
        unsigned lane = llvm::countr_zero(ready);
        warps[w].ready &= ready - 1;
        runLane(w, lane);
        if (launch->failed.load(std::memory_order_relaxed)) {
          abandonAll();
          return false;
        }
      }
      yielded |= warps[w].yielded != 0;
      warps[w].ready = std::exchange(warps[w].yielded, 0);
    }
    if (yielded)
      continue;
    // Now every thread waits or has exited.
    if (numLive && !releaseBarriers()) {
      if (!launch->failed)
        reportDeadlock();
      launch->failed = true;
      abandonAll();
      return false;
    }
  }
  return true;
}

void Block::runLane(unsigned warpIndex, unsigned lane) {
  ThreadState &thread = threads[warpIndex * kWarpSize + lane];
  setCurrentThread(&thread);
  if (thread.status == ThreadStatus::Fresh) {
    thread.fiber = pool.take();
    thread.status = ThreadStatus::Running;
    thread.fiber->start(
        [](void *self) {
          Launch *launch = static_cast<ThreadState *>(self)->block->launch;
          launch->entry(launch->arguments);
        },
        &thread);
  } else {
    thread.status = ThreadStatus::Running;
    thread.fiber->resume();
  }
  if (thread.fiber->isDone() || thread.status == ThreadStatus::Exited)
    return retire(thread);
  if (thread.status == ThreadStatus::Yielded)
    warps[warpIndex].yielded |= 1u << lane;
  if (thread.status == ThreadStatus::AtWarpOp) {
    warps[warpIndex].atWarpOp |= 1u << lane;
    completeWarpOp(thread);
  }
}

void Block::retire(ThreadState &thread) {
  if (!thread.fiber->isDone())
    thread.fiber->abandon();
  pool.give(thread.fiber);
  thread.fiber = nullptr;
  thread.status = ThreadStatus::Exited;
  --numLive;
  unsigned warpIndex = thread.index / kWarpSize;
  Warp &warp = warps[warpIndex];
  warp.gone |= 1u << thread.lane;
  // Complete operations that waited only for this lane.
  uint32_t waiting = warp.atWarpOp;
  forEachLane(waiting, [&](unsigned lane) {
    const ThreadState &other = threads[warpIndex * kWarpSize + lane];
    if (warp.atWarpOp >> lane & 1)
      completeWarpOp(other);
  });
}

void Block::completeWarpOp(const ThreadState &arrived) {
  unsigned warpIndex = arrived.index / kWarpSize;
  Warp &warp = warps[warpIndex];
  uint32_t lanes = arrived.warp.mask & ~warp.gone;
  if ((warp.atWarpOp & lanes) != lanes)
    return;
  if (!checkWarpOp(arrived, lanes)) {
    launch->failed = true;
    return;
  }
  evaluateWarpOp(&threads[warpIndex * kWarpSize], lanes);
  if (launch->checker)
    launch->checker->syncWarp(warpIndex, lanes,
                              arrived.warp.op == WarpOp::Sync);
  warp.atWarpOp &= ~lanes;
  warp.ready |= lanes;
}

bool Block::checkWarpOp(const ThreadState &arrived, uint32_t lanes) {
  unsigned warpIndex = arrived.index / kWarpSize;
  const ThreadState *first = &threads[warpIndex * kWarpSize];
  const WarpRequest &request = arrived.warp;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if (!(lanes >> lane & 1) || (first[lane].warp.mask == request.mask &&
                                 first[lane].warp.op == request.op))
      continue;
    launch->report(
        first[lane], Fault::WarpMask, first[lane].warp.site,
        llvm::formatv("expected the lanes of mask {0:x8} at the same operation "
                      "with the same mask, but lane {1} is at another one or "
                      "has mask {2:x8}",
                      request.mask, lane, first[lane].warp.mask),
        {llvm::formatv("lane {0} is here", arrived.lane), request.site});
    return false;
  }
  uint32_t gone = request.mask & warps[warpIndex].gone;
  if (launch->checker && gone) {
    unsigned lane = llvm::countr_zero(gone);
    bool absent = warpIndex * kWarpSize + lane >= threads.size();
    launch->report(
        arrived, Fault::WarpMask, request.site,
        llvm::formatv("expected a mask of live lanes, but {0:x8} names lane "
                      "{1}, which {2}",
                      request.mask, lane,
                      absent ? "the block does not have" : "has exited"));
  }
  return true;
}

void Block::abandonAll() {
  for (ThreadState &thread : threads) {
    if (thread.status == ThreadStatus::Fresh ||
        thread.status == ThreadStatus::Exited)
      continue;
    thread.fiber->abandon();
    pool.give(thread.fiber);
    thread.status = ThreadStatus::Exited;
  }
}
