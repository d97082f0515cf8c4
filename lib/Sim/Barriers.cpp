//===- Barriers.cpp - block-level barriers --------------------------------===//

#include "Block.h"
#include "Checker.h"
#include "llvm/Support/FormatVariadic.h"

using namespace fp8sim;

static std::string describeThread(const ThreadState &thread) {
  return llvm::formatv("thread ({0},{1},{2})", thread.tid[0], thread.tid[1],
                       thread.tid[2]);
}

bool Block::releaseBarriers() {
  unsigned arrived[kNumBarriers] = {};
  unsigned expected[kNumBarriers] = {};
  for (const ThreadState &thread : threads) {
    if (thread.status != ThreadStatus::AtBarrier)
      continue;
    ++arrived[thread.barrier.id];
    expected[thread.barrier.id] = thread.barrier.count;
  }
  bool released = false;
  for (unsigned id = 0; id < kNumBarriers; ++id) {
    bool all = expected[id] == 0;
    if (!arrived[id] || arrived[id] < (all ? numLive : expected[id]))
      continue;
    releaseBarrier(id, all);
    released = true;
  }
  return released;
}

void Block::releaseBarrier(uint32_t id, bool all) {
  const ThreadState *leader = nullptr;
  const ThreadState *diverged = nullptr;
  unsigned arrived = 0;
  uint32_t popc = 0;
  for (ThreadState &thread : threads) {
    if (thread.status != ThreadStatus::AtBarrier || thread.barrier.id != id)
      continue;
    ++arrived;
    popc += thread.barrier.predicate & 1;
    if (!leader)
      leader = &thread;
    const SiteTable &sites = *launch->sites;
    if (!diverged &&
        sites[thread.barrier.site].origin != sites[leader->barrier.site].origin)
      diverged = &thread;
  }
  if (launch->checker) {
    if (diverged)
      launch->report(
          *diverged, Fault::DivergentBarrier, diverged->barrier.site,
          "expected all threads of the block at the same barrier, but " +
              describeThread(*leader) + " waits at another",
          {"the other barrier is here", leader->barrier.site});
    if (all && arrived < threads.size())
      launch->report(*leader, Fault::DivergentBarrier, leader->barrier.site,
                     llvm::formatv("expected all {0} threads of the block at "
                                   "the barrier, but {1} exited before it",
                                   threads.size(), threads.size() - arrived));
    launch->checker->syncBlock();
  }
  for (ThreadState &thread : threads) {
    if (thread.status != ThreadStatus::AtBarrier || thread.barrier.id != id)
      continue;
    switch (thread.barrier.op) {
    case BarrierOp::Sync:
    case BarrierOp::Popc:
      thread.barrier.result = popc;
      break;
    case BarrierOp::And:
      thread.barrier.result = popc == arrived;
      break;
    case BarrierOp::Or:
      thread.barrier.result = popc != 0;
      break;
    }
    thread.status = ThreadStatus::Running;
    warps[thread.index / kWarpSize].ready |= 1u << thread.lane;
  }
}

void Block::reportDeadlock() {
  struct Place {
    uint32_t site;
    std::string what;
  };
  auto getPlace = [&](const ThreadState &thread) -> Place {
    if (thread.status == ThreadStatus::AtBarrier)
      return {thread.barrier.site,
              "barrier " + std::to_string(thread.barrier.id)};
    return {thread.warp.site,
            llvm::formatv("an operation of lanes {0:x8}", thread.warp.mask)};
  };
  const SiteTable &sites = *launch->sites;
  const ThreadState *first = nullptr;
  for (const ThreadState &thread : threads) {
    if (thread.status == ThreadStatus::Exited)
      continue;
    if (!first) {
      first = &thread;
      continue;
    }
    Place here = getPlace(*first), there = getPlace(thread);
    if (sites[here.site].origin == sites[there.site].origin &&
        here.what == there.what)
      continue;
    return launch->report(
        *first, Fault::Deadlock, here.site,
        "expected all threads to wait at one barrier or operation, but " +
            describeThread(*first) + " waits at " + here.what + " and " +
            describeThread(thread) + " at " + there.what,
        {"the other location is here", there.site});
  }
  Place here = getPlace(*first);
  launch->report(*first, Fault::Deadlock, here.site,
                 "expected more threads at " + here.what +
                     ", but all other threads have exited");
}
