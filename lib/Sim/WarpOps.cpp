//===- WarpOps.cpp - results of warp-wide operations ----------------------===//
//
// Semantics: PTX ISA 9.0, shfl.sync, redux.sync, vote.sync, match.sync.
//
//===----------------------------------------------------------------------===//

#include "Block.h"
#include "FloatBits.h"

using namespace fp8sim;

static uint64_t withPredicate(uint32_t value, bool predicate) {
  return value | uint64_t(predicate) << kPredicateBit;
}

/// Returns the lane that `request` of `lane` reads from, and whether it is in
/// range.
static std::pair<unsigned, bool> getSource(const WarpRequest &request,
                                           unsigned lane) {
  unsigned b = request.b & 31, clamp = request.c & 31;
  unsigned segment = request.c >> 8 & 31;
  unsigned first = lane & segment;
  unsigned last = first | (clamp & ~segment);
  int source = 0;
  bool inRange = false;
  switch (request.op) {
  case WarpOp::ShflUp:
    source = int(lane) - int(b);
    inRange = source >= int(last);
    break;
  case WarpOp::ShflDown:
    source = lane + b;
    inRange = source <= int(last);
    break;
  case WarpOp::ShflBfly:
    source = lane ^ b;
    inRange = source <= int(last);
    break;
  default:
    source = first | (b & ~segment);
    inRange = source <= int(last);
    break;
  }
  return {inRange ? source : lane, inRange};
}

static void shuffle(ThreadState *threads, uint32_t lanes) {
  forEachLane(lanes, [&](unsigned lane) {
    ThreadState &thread = threads[lane];
    auto [source, inRange] = getSource(thread.warp, lane);
    Launch &launch = *thread.block->launch;
    uint32_t value = thread.warp.value;
    // This case is undefined on a GPU. Here the lane keeps its own value.
    if (lanes >> source & 1)
      value = threads[source].warp.value;
    else if (launch.checker)
      launch.report(thread, Fault::WarpMask, thread.warp.site,
                    "expected a shuffle from a live lane in the mask, but it "
                    "reads lane " +
                        std::to_string(source));
    thread.warp.result = withPredicate(value, inRange);
  });
}

static float asFloat(uint32_t bits) { return llvm::bit_cast<float>(bits); }

static bool isNaN(uint32_t bits) { return (bits & kAbs) > kInfinity; }

/// Returns true if `a` precedes `b` in the order of redux.sync.min, in which -0
/// precedes +0.
static bool isLess(uint32_t a, uint32_t b) {
  if (asFloat(a) == asFloat(b))
    return (a >> 31) > (b >> 31);
  return asFloat(a) < asFloat(b);
}

static uint32_t reduceFloat(bool isMin, uint32_t a, uint32_t b, bool keepNaN) {
  if (isNaN(a) || isNaN(b)) {
    if (keepNaN || (isNaN(a) && isNaN(b)))
      return kNaN;
    return isNaN(a) ? b : a;
  }
  return isLess(a, b) == isMin ? a : b;
}

static uint32_t reduce(const WarpRequest &request, uint32_t a, uint32_t b) {
  switch (request.op) {
  case WarpOp::ReduxAdd:
    return a + b;
  case WarpOp::ReduxUMin:
    return std::min(a, b);
  case WarpOp::ReduxUMax:
    return std::max(a, b);
  case WarpOp::ReduxMin:
    return std::min(int32_t(a), int32_t(b));
  case WarpOp::ReduxMax:
    return std::max(int32_t(a), int32_t(b));
  case WarpOp::ReduxAnd:
    return a & b;
  case WarpOp::ReduxOr:
    return a | b;
  case WarpOp::ReduxXor:
    return a ^ b;
  default:
    return reduceFloat(request.op == WarpOp::ReduxFMin, a, b,
                       request.b & kReduxNaN);
  }
}

static void reduceAll(ThreadState *threads, uint32_t lanes) {
  unsigned first = llvm::countr_zero(lanes);
  const WarpRequest &request = threads[first].warp;
  uint32_t clear = request.b & kReduxAbs ? kAbs : ~0u;
  uint32_t result = request.value & clear;
  forEachLane(lanes & (lanes - 1), [&](unsigned lane) {
    result = reduce(request, result, threads[lane].warp.value & clear);
  });
  // With a single lane, no reduction has canonicalized a NaN.
  if (request.op >= WarpOp::ReduxFMin && isNaN(result))
    result = kNaN;
  forEachLane(lanes,
              [&](unsigned lane) { threads[lane].warp.result = result; });
}

static void vote(ThreadState *threads, uint32_t lanes) {
  uint32_t ballot = 0;
  forEachLane(lanes, [&](unsigned lane) {
    ballot |= uint32_t(threads[lane].warp.value & 1) << lane;
  });
  uint32_t result = ballot;
  switch (threads[llvm::countr_zero(lanes)].warp.op) {
  case WarpOp::VoteAll:
    result = ballot == lanes;
    break;
  case WarpOp::VoteAny:
    result = ballot != 0;
    break;
  case WarpOp::VoteUni:
    result = ballot == lanes || ballot == 0;
    break;
  default:
    break;
  }
  forEachLane(lanes,
              [&](unsigned lane) { threads[lane].warp.result = result; });
}

static void match(ThreadState *threads, uint32_t lanes) {
  forEachLane(lanes, [&](unsigned lane) {
    WarpRequest &request = threads[lane].warp;
    uint32_t equal = 0;
    forEachLane(lanes, [&](unsigned other) {
      equal |= uint32_t(threads[other].warp.value == request.value) << other;
    });
    bool all = equal == lanes;
    request.result = request.op == WarpOp::MatchAny
                         ? equal
                         : withPredicate(all ? equal : 0, all);
  });
}

void fp8sim::evaluateWarpOp(ThreadState *threads, uint32_t lanes) {
  switch (threads[llvm::countr_zero(lanes)].warp.op) {
  case WarpOp::Sync:
    return;
  case WarpOp::ShflUp:
  case WarpOp::ShflDown:
  case WarpOp::ShflBfly:
  case WarpOp::ShflIdx:
    return shuffle(threads, lanes);
  case WarpOp::VoteAll:
  case WarpOp::VoteAny:
  case WarpOp::VoteUni:
  case WarpOp::VoteBallot:
    return vote(threads, lanes);
  case WarpOp::MatchAny:
  case WarpOp::MatchAll:
    return match(threads, lanes);
  case WarpOp::Elect: {
    unsigned leader = llvm::countr_zero(lanes);
    return forEachLane(lanes, [&](unsigned lane) {
      threads[lane].warp.result = withPredicate(leader, lane == leader);
    });
  }
  default:
    return reduceAll(threads, lanes);
  }
}
