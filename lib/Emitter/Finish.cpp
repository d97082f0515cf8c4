//===- Finish.cpp - combining what the chunks left in scratch memory ------===//

#include "FunctionEmitter.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::fp8;

Value FunctionEmitter::getScratch(unsigned r) {
  return frame
      .pointers[model.getAccesses().size() + plan.reductions[r].scratch];
}

Value FunctionEmitter::reduceScratch(unsigned r) {
  llvm::SaveAndRestore saved(width, isSum(r) ? plan.sumWidth : plan.width);
  createAccumulator(r);
  if (plan.isBucketed)
    return reduceScratchOfBucket(r);
  if (!isSum(r)) {
    accumulateScratch(r, constant(0), constant(plan.getNumChunks()));
    return combineLanes(r);
  }
  int64_t count = plan.numItems;
  if (plan.reductions[r].place == ReductionPlace::AllItems)
    sumScratchBlocks(r, count);
  return combineByHalving(accumulators[r].type, getScratch(r),
                          llvm::divideCeil(count, kSumBlock),
                          /*isPrivate=*/false);
}

/// Accumulates the elements [from, to) of a scratch buffer.
void FunctionEmitter::accumulateScratch(unsigned r, Value from, Value to) {
  Type type = accumulators[r].type;
  int64_t bytes = getByteWidth(type);
  resetAccumulator(r);
  emitSteps(from, to, plan.unroll, [&](Value first, unsigned u) {
    llvm::SaveAndRestore saved(mask, makeMask(first));
    StripAddress address{gep(getScratch(r), type, first)};
    accumulateVector(r, u, load(address, type, bytes));
  });
}

/// Replaces `count` elements by the sums of their blocks. Block sum k takes the
/// place of element k, which lies in a block that is done.
void FunctionEmitter::sumScratchBlocks(unsigned r, int64_t count) {
  emitLoop(constant(0), constant(count), kSumBlock, [&](Value block) {
    Value end = b.createOrFold<arith::MinSIOp>(add(block, constant(kSumBlock)),
                                               constant(count));
    accumulateScratch(r, block, end);
    Value sum = combineLanes(r);
    target.synchronize(b);
    Value index = arith::DivUIOp::create(b, block, constant(kSumBlock));
    Value address = gep(getScratch(r), accumulators[r].type, index);
    emitIf(isFirstLane(), [&] { LLVM::StoreOp::create(b, sum, address); });
  });
  target.synchronize(b);
}

/// The sums of `count` blocks, by halving over the next power of two. A partner
/// beyond the end is -0.0, which adding leaves alone.
Value FunctionEmitter::combineByHalving(Type type, Value address, int64_t count,
                                        bool isPrivate) {
  if (count == 0)
    return splat(type, b.getFloatAttr(type, -0.0));
  for (int64_t half = llvm::PowerOf2Ceil(count) / 2; half != 0; half /= 2) {
    addHalves(type, address, constant(half), constant(count - half), isPrivate);
    count = half;
  }
  return LLVM::LoadOp::create(b, type, address);
}

/// Adds elements `half` to `half + count - 1` to the first `count` ones.
void FunctionEmitter::addHalves(Type type, Value address, Value half,
                                Value count, bool isPrivate) {
  int64_t bytes = getByteWidth(type);
  auto addStrip = [&](Value first, unsigned) {
    llvm::SaveAndRestore saved(mask, makeMask(first));
    StripAddress low{gep(address, type, first)};
    StripAddress high{gep(low.address, type, half)};
    Value sum = arith::AddFOp::create(b, load(low, type, bytes),
                                      load(high, type, bytes));
    store(low, sum, type, /*alignment=*/bytes);
  };
  emitSteps(constant(0), count, /*unroll=*/1, addStrip, isPrivate);
  if (!isPrivate)
    target.synchronize(b);
}

//===----------------------------------------------------------------------===//
// Buckets
//===----------------------------------------------------------------------===//

/// What a tensor of a bucket left is as much as it has items.
Value FunctionEmitter::reduceScratchOfBucket(unsigned r) {
  int64_t unit = isSum(r) ? kSumBlock : plan.grain * plan.elementsPerItem;
  Value count = arith::DivUIOp::create(
      b, add(frame.numItems, constant(unit - 1)), constant(unit));
  if (isSum(r))
    return combineByHalving(accumulators[r].type, getScratch(r), count);
  accumulateScratch(r, constant(0), count);
  return combineLanes(r);
}

Value FunctionEmitter::combineByHalving(Type type, Value address, Value count) {
  // The sum of nothing.
  Value isEmpty =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, count, constant(0));
  emitIf(isEmpty, [&] {
    emitIf(isFirstLane(), [&] {
      Value zero = splat(type, b.getFloatAttr(type, -0.0));
      LLVM::StoreOp::create(b, zero, address, getByteWidth(type));
    });
  });
  target.synchronize(b);
  // The next power of two is 2^levels.
  Value last = b.createOrFold<arith::MaxSIOp>(
      b.createOrFold<arith::SubIOp>(count, constant(1)), constant(0));
  Value zeros = LLVM::CountLeadingZerosOp::create(b, b.getI64Type(), last,
                                                  /*is_zero_poison=*/false);
  Value levels = arith::SubIOp::create(b, constant(64), zeros);
  emitLoop(constant(0), levels, 1, [&](Value level) {
    Value power = arith::SubIOp::create(
        b, arith::SubIOp::create(b, levels, constant(1)), level);
    Value half = arith::ShLIOp::create(b, constant(1), power);
    Value left = arith::MinSIOp::create(b, count, mul(half, 2));
    addHalves(type, address, half, arith::SubIOp::create(b, left, half),
              /*isPrivate=*/false);
  });
  return LLVM::LoadOp::create(b, type, address, getByteWidth(type));
}
