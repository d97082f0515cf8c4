//===- Finish.cpp - combining partial results from scratch memory ---------===//

#include "FinishEmitter.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::fp8;

void FinishEmitter::emitFinish(StringRef name) {
  begin(name, /*numItems=*/1, /*grain=*/1, /*isFinish=*/true);
  scopes.back().isItem = true;
  accumulators.assign(plan.reductions.size(), {});
  if (frame.warp)
    reduceParts();
  for (auto [r, planned] : llvm::enumerate(plan.reductions)) {
    if (planned.place == ReductionPlace::Item)
      continue;
    const Reduction &reduction = model.getReductions()[r];
    Value result = combineWithInit(r, reduceScratch(r));
    scopes.back().values[reduction.value] = result;
  }
  storeOutputs([&](unsigned i) { return plan.isFinishOutput(i); });
  end();
}

Value FinishEmitter::reduceScratch(unsigned r) {
  if (frame.warp && !isSum(r))
    return combineParts(r);
  llvm::SaveAndRestore saved(width, isSum(r) ? plan.sumWidth : plan.width);
  createAccumulator(r);
  if (!isSum(r)) {
    accumulateScratch(r, constant(0), getNumPartials(r));
    return combineLanes(r);
  }
  if (plan.isBucketed)
    return combineBucket(accumulators[r].type, getScratch(r),
                         getNumPartials(r));
  int64_t count = plan.getNumOwnItems();
  if (plan.reductions[r].place == ReductionPlace::AllItems)
    sumScratchBlocks(r, count);
  return combineByHalving(accumulators[r].type, getScratch(r),
                          llvm::divideCeil(count, kSumBlock),
                          /*isPrivate=*/false);
}

/// Returns the number of elements of the scratch buffer that the chunks have
/// written: one per chunk, or one per block of a sum.
Value FinishEmitter::getNumPartials(unsigned r) {
  if (!plan.isBucketed)
    return constant(isSum(r)
                        ? llvm::divideCeil(plan.getNumOwnItems(), kSumBlock)
                        : plan.getNumPartials());
  int64_t unit = isSum(r) ? kSumBlock : plan.grain * plan.elementsPerItem;
  return b.div(add(frame.numItems, constant(unit - 1)), unit);
}

/// Maximum number of vectors of a part that a second-stage thread loads at
/// once.
static constexpr int64_t kMaxPartUnroll = 8;

/// Accumulates the elements [from, to) of a scratch buffer.
void FinishEmitter::accumulateScratch(unsigned r, Value from, Value to) {
  Type type = accumulators[r].type;
  int64_t alignment = getByteWidth(type);
  int64_t unroll = plan.unroll;
  if (frame.warp && !isSum(r) && !plan.isBucketed) {
    // A part of known size is loaded in whole vectors. They are unrolled as
    // long as the step divides the size.
    int64_t part = getConstantIntValue(getPartSize(getNumPartials(r))).value();
    if (part % width == 0)
      alignment *= width;
    int64_t step = int64_t(width) * target.getNumThreads();
    while (unroll < kMaxPartUnroll && part % (2 * unroll * step) == 0)
      unroll *= 2;
  }
  resetAccumulator(r);
  emitSteps(from, to, unroll, [&](Value first, unsigned u) {
    llvm::SaveAndRestore saved(mask, makeMask(first));
    StripAddress address{gep(getScratch(r), type, first)};
    accumulateVector(r, u % plan.unroll, load(address, type, alignment));
  });
}

/// Replaces `count` elements by the sums of their blocks. The sum of block k
/// overwrites element k, which lies in a block that has already been summed.
void FinishEmitter::sumScratchBlocks(unsigned r, int64_t count) {
  emitLoop(constant(0), constant(count), kSumBlock, [&](Value block) {
    Value end = minimum(add(block, constant(kSumBlock)), constant(count));
    accumulateScratch(r, block, end);
    Value sum = combineLanes(r);
    target.synchronize(b);
    Value index = b.div(block, kSumBlock);
    Value address = gep(getScratch(r), accumulators[r].type, index);
    emitIf(isFirstLane(), [&] { LLVM::StoreOp::create(b, sum, address); });
  });
  target.synchronize(b);
}

//===----------------------------------------------------------------------===//
// Several warps
//===----------------------------------------------------------------------===//

/// Returns the number of elements of a scratch buffer per warp.
Value FinishEmitter::getPartSize(Value count) {
  int64_t warps = target.getNumFinishWarps();
  return b.createOrFold<arith::DivUIOp>(add(count, constant(warps - 1)),
                                        constant(warps));
}

/// Reduces unordered reductions with all warps. Each warp reduces its part and
/// stores the result at the start of the part. The first warp then continues
/// alone.
void FinishEmitter::reduceParts() {
  bool hasParts = false;
  for (unsigned r = 0; r < plan.reductions.size(); ++r) {
    if (plan.reductions[r].place == ReductionPlace::Item || isSum(r))
      continue;
    hasParts = true;
    llvm::SaveAndRestore saved(width, plan.width);
    createAccumulator(r);
    Value count = getNumPartials(r);
    Value size = getPartSize(count);
    Value from = minimum(b.mul(frame.warp, size), count);
    Value to = minimum(add(from, size), count);
    accumulateScratch(r, from, to);
    Value result = combineLanes(r);
    target.emitExecutionBarrier(b);
    Value isPart = b.compare(arith::CmpIPredicate::slt, from, to);
    emitIf(b.andBits(isPart, isFirstLane()), [&] {
      Type type = accumulators[r].type;
      auto address = StripAddress::ofElement(gep(getScratch(r), type, from));
      store(address, result, type, getByteWidth(type));
    });
    accumulators[r] = {};
  }
  if (hasParts)
    target.synchronizeWarps(b);
  Value isFirst = b.equal(frame.warp, 0);
  auto ifOp = scf::IfOp::create(b, isFirst, /*withElseRegion=*/false);
  b.setInsertionPointToStart(ifOp.thenBlock());
}

/// Combines the results of the warps. Each lane loads the result of one warp.
Value FinishEmitter::combineParts(unsigned r) {
  llvm::SaveAndRestore saved(width, 1u);
  createAccumulator(r);
  resetAccumulator(r);
  Value count = getNumPartials(r);
  Value first = b.mul(frame.lane, getPartSize(count));
  Value isWarp = b.compare(arith::CmpIPredicate::slt, frame.lane,
                           target.getNumFinishWarps());
  Value isInside = b.compare(arith::CmpIPredicate::slt, first, count);
  llvm::SaveAndRestore savedMask(mask, broadcast(b.andBits(isWarp, isInside)));
  Type type = accumulators[r].type;
  StripAddress address{gep(getScratch(r), type, first)};
  accumulateVector(r, 0, load(address, type, getByteWidth(type)));
  return combineLanes(r);
}

//===----------------------------------------------------------------------===//
// Buckets
//===----------------------------------------------------------------------===//

/// Returns the sum of `count` block sums, by halving. `count` is known at run
/// time.
Value FinishEmitter::combineBucket(Type type, Value address, Value count) {
  // The sum of no elements is -0.0.
  Value isEmpty = b.equal(count, 0);
  emitIf(isEmpty, [&] {
    emitIf(isFirstLane(), [&] {
      Value zero = b.constant(type, -0.0);
      LLVM::StoreOp::create(b, zero, address, getByteWidth(type));
    });
  });
  target.synchronize(b);
  // The next power of two is 2^levels.
  Value last =
      b.createOrFold<arith::MaxSIOp>(sub(count, constant(1)), constant(0));
  Value zeros = LLVM::CountLeadingZerosOp::create(b, b.getI64Type(), last,
                                                  /*is_zero_poison=*/false);
  Value levels = b.sub(constant(64), zeros);
  emitLoop(constant(0), levels, 1, [&](Value level) {
    Value power = b.sub(b.sub(levels, 1), level);
    Value half = b.shl(constant(1), power);
    Value left = arith::MinSIOp::create(b, count, mul(half, 2));
    addHalves(type, address, half, b.sub(left, half),
              /*isPrivate=*/false);
  });
  return LLVM::LoadOp::create(b, type, address, getByteWidth(type));
}
