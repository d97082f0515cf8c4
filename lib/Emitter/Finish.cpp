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
  if (!isSum(r)) {
    accumulateScratch(r, constant(0), constant(plan.getNumChunks()));
    return combineLanes(r);
  }
  int64_t count = plan.numItems;
  if (plan.reductions[r].place == ReductionPlace::AllItems)
    sumScratchBlocks(r, count);
  return combineByHalving(getScratch(r), llvm::divideCeil(count, kSumBlock),
                          /*isPrivate=*/false);
}

/// Accumulates the elements [from, to) of a scratch buffer.
void FunctionEmitter::accumulateScratch(unsigned r, Value from, Value to) {
  Type type = accumulators[r].type;
  int64_t bytes = type.getIntOrFloatBitWidth() / 8;
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
    Value address = gep(getScratch(r), b.getF32Type(), index);
    emitIf(isFirstLane(), [&] { LLVM::StoreOp::create(b, sum, address); });
  });
  target.synchronize(b);
}

/// The sums of `count` blocks, by halving over the next power of two. A partner
/// beyond the end is -0.0, which adding leaves alone.
Value FunctionEmitter::combineByHalving(Value address, int64_t count,
                                        bool isPrivate) {
  Type f32 = b.getF32Type();
  if (count == 0)
    return splat(f32, b.getF32FloatAttr(-0.0f));
  for (int64_t half = llvm::PowerOf2Ceil(count) / 2; half != 0; half /= 2) {
    auto addHalves = [&](Value first, unsigned) {
      llvm::SaveAndRestore saved(mask, makeMask(first));
      StripAddress low{gep(address, f32, first)};
      StripAddress high{gep(low.address, f32, constant(half))};
      Value sum =
          arith::AddFOp::create(b, load(low, f32, 4), load(high, f32, 4));
      store(low, sum, f32, /*alignment=*/4);
    };
    emitSteps(constant(0), constant(count - half), /*unroll=*/1, addHalves,
              isPrivate);
    if (!isPrivate)
      target.synchronize(b);
    count = half;
  }
  return LLVM::LoadOp::create(b, f32, address);
}
