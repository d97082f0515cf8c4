//===- WarpIntrinsics.cpp - intrinsics of warps and blocks ----------------===//

#include "Intrinsics.h"
#include "Runtime.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace fp8sim;

/// Calls the runtime and converts its result to the result type of the
/// intrinsic: a value, or a value and an i1.
static Value *emitWarpOp(Lowering &l, WarpOp op, Value *mask, Value *value,
                         Value *b1, Value *c) {
  IRBuilder<> &b = l.b;
  if (value->getType()->isFloatTy())
    value = b.CreateBitCast(value, b.getInt32Ty());
  Value *bits =
      l.callRuntime("fp8sim_warp", b.getInt64Ty(),
                    {l.thread(), b.getInt32(uint32_t(op)), l.site(), mask,
                     b.CreateZExt(value, b.getInt64Ty()), b1, c});
  auto convert = [&](Type *type) -> Value * {
    if (type->isFloatTy())
      return b.CreateBitCast(b.CreateTrunc(bits, b.getInt32Ty()), type);
    return b.CreateTrunc(bits, type);
  };
  Type *type = l.call.getType();
  if (type->isVoidTy())
    return bits;
  auto *pair = dyn_cast<StructType>(type);
  if (!pair)
    return convert(type);
  Value *result = b.CreateInsertValue(PoisonValue::get(pair),
                                      convert(pair->getElementType(0)), 0);
  Value *predicate =
      b.CreateTrunc(b.CreateLShr(bits, kPredicateBit), b.getInt1Ty());
  return b.CreateInsertValue(result, predicate, 1);
}

Value *fp8sim::emitShuffle(Lowering &l) {
  auto [mode, type] = l.rest.split('.');
  std::optional<WarpOp> op = StringSwitch<std::optional<WarpOp>>(mode)
                                 .Case("up", WarpOp::ShflUp)
                                 .Case("down", WarpOp::ShflDown)
                                 .Case("bfly", WarpOp::ShflBfly)
                                 .Case("idx", WarpOp::ShflIdx)
                                 .Default(std::nullopt);
  if (!op)
    return nullptr;
  return emitWarpOp(l, *op, l.arg(0), l.arg(1), l.arg(2), l.arg(3));
}

Value *fp8sim::emitRedux(Lowering &l) {
  std::optional<WarpOp> op = StringSwitch<std::optional<WarpOp>>(l.rest)
                                 .Case("add", WarpOp::ReduxAdd)
                                 .Case("umin", WarpOp::ReduxUMin)
                                 .Case("umax", WarpOp::ReduxUMax)
                                 .Case("min", WarpOp::ReduxMin)
                                 .Case("max", WarpOp::ReduxMax)
                                 .Case("and", WarpOp::ReduxAnd)
                                 .Case("or", WarpOp::ReduxOr)
                                 .Case("xor", WarpOp::ReduxXor)
                                 .StartsWith("fmin", WarpOp::ReduxFMin)
                                 .StartsWith("fmax", WarpOp::ReduxFMax)
                                 .Default(std::nullopt);
  if (!op)
    return nullptr;
  uint32_t flags = (l.rest.contains(".abs") ? kReduxAbs : 0) |
                   (l.rest.contains(".NaN") ? kReduxNaN : 0);
  return emitWarpOp(l, *op, l.arg(1), l.arg(0), l.b.getInt32(flags),
                    l.b.getInt32(0));
}

Value *fp8sim::emitVote(Lowering &l) {
  std::optional<WarpOp> op = StringSwitch<std::optional<WarpOp>>(l.rest)
                                 .Case("all.sync", WarpOp::VoteAll)
                                 .Case("any.sync", WarpOp::VoteAny)
                                 .Case("uni.sync", WarpOp::VoteUni)
                                 .Case("ballot.sync", WarpOp::VoteBallot)
                                 .Default(std::nullopt);
  if (!op)
    return nullptr;
  return emitWarpOp(l, *op, l.arg(0), l.arg(1), l.b.getInt32(0),
                    l.b.getInt32(0));
}

Value *fp8sim::emitMatch(Lowering &l) {
  WarpOp op = l.rest.starts_with("any") ? WarpOp::MatchAny : WarpOp::MatchAll;
  return emitWarpOp(l, op, l.arg(0), l.arg(1), l.b.getInt32(0),
                    l.b.getInt32(0));
}

Value *fp8sim::emitElect(Lowering &l) {
  Value *zero = l.b.getInt32(0);
  return emitWarpOp(l, WarpOp::Elect, l.arg(0), zero, zero, zero);
}

Value *fp8sim::emitWarpSync(Lowering &l) {
  Value *zero = l.b.getInt32(0);
  return emitWarpOp(l, WarpOp::Sync, l.arg(0), zero, zero, zero);
}

Value *fp8sim::emitActiveMask(Lowering &l) {
  return l.callRuntime("fp8sim_activemask", l.b.getInt32Ty(), {l.thread()});
}

/// Emits a barrier. rest: (red.<op>.|sync.)[aligned.](all|count).
Value *fp8sim::emitBarrier(Lowering &l) {
  IRBuilder<> &b = l.b;
  BarrierOp op = BarrierOp::Sync;
  if (l.rest.consume_front("red.popc."))
    op = BarrierOp::Popc;
  else if (l.rest.consume_front("red.and."))
    op = BarrierOp::And;
  else if (l.rest.consume_front("red.or."))
    op = BarrierOp::Or;
  else if (!l.rest.consume_front("sync."))
    return nullptr;
  bool all = l.rest.ends_with("all");
  Value *count = all ? b.getInt32(0) : l.arg(1);
  Value *predicate = op == BarrierOp::Sync
                         ? b.getInt32(0)
                         : b.CreateZExt(l.arg(all ? 1 : 2), b.getInt32Ty());
  Value *result = l.callRuntime("fp8sim_barrier", b.getInt32Ty(),
                                {l.thread(), b.getInt32(uint32_t(op)), l.site(),
                                 l.arg(0), count, predicate});
  Type *type = l.call.getType();
  return type->isVoidTy() ? result : b.CreateTrunc(result, type);
}
