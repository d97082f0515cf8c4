//===- Finish.cpp - combining partial results from scratch memory ---------===//

#include "FunctionEmitter.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::fp8;

Value FunctionEmitter::getScratch(unsigned r) {
  return frame
      .pointers[model.getAccesses().size() + plan.reductions[r].scratch];
}

Value FunctionEmitter::reduceScratch(unsigned r) {
  if (frame.warp && !isSum(r))
    return combineParts(r);
  llvm::SaveAndRestore saved(width, isSum(r) ? plan.sumWidth : plan.width);
  createAccumulator(r);
  if (!isSum(r)) {
    accumulateScratch(r, constant(0), getNumPartials(r));
    return combineLanes(r);
  }
  if (plan.isBucketed)
    return combineByHalving(accumulators[r].type, getScratch(r),
                            getNumPartials(r));
  int64_t count = plan.getNumOwnItems();
  if (plan.reductions[r].place == ReductionPlace::AllItems)
    sumScratchBlocks(r, count);
  return combineByHalving(accumulators[r].type, getScratch(r),
                          llvm::divideCeil(count, kSumBlock),
                          /*isPrivate=*/false);
}

/// Stores the partial result of this chunk, or of its thread block, for a
/// maximum over the whole domain.
void FunctionEmitter::storePartial(unsigned r) {
  if (isSum(r))
    return;
  // The reduction covers all work items of the chunk, so all its threads
  // combine their values.
  llvm::SaveAndRestore savedLane(frame.lane, laneOfChunk);
  llvm::SaveAndRestore savedThreads(frame.threadsPerItem, 0u);
  Value value = combineLanes(r);
  Value index = frame.chunk, isFirst = isFirstLane();
  if (plan.chunksPerPartial > 1) {
    value = joinChunks(r, value);
    index = b.div(index, plan.chunksPerPartial);
    isFirst = b.andBits(isFirst, isFirstOfBlock());
  }
  Type type = value.getType();
  StripAddress address{gep(getScratch(r), type, index)};
  address.isUniform = true;
  emitIf(isFirst, [&] { store(address, value, type, getByteWidth(type)); });
}

/// Combines `value` over all chunks of a thread block. The second-stage
/// function runs on one thread block, and finishes sooner with fewer partial
/// results.
Value FunctionEmitter::joinChunks(unsigned r, Value value) {
  Type type = value.getType();
  int64_t bytes = getByteWidth(type);
  Value shared =
      target.createBlockShared(b, frame, bytes * plan.chunksPerPartial);
  auto at = [&](Value chunk) -> StripAddress {
    return {gep(shared, type, chunk), Value(), /*isUniform=*/true};
  };
  emitIf(isFirstLane(),
         [&] { store(at(frame.chunkInBlock), value, type, bytes); });
  target.synchronizeWarps(b);
  return combineWarps(r, plan.chunksPerPartial, [&](Value chunk) {
    return load(at(chunk), type, bytes);
  });
}

/// Returns the number of elements of the scratch buffer that the chunks have
/// written: one per chunk, or one per block of a sum.
Value FunctionEmitter::getNumPartials(unsigned r) {
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
void FunctionEmitter::accumulateScratch(unsigned r, Value from, Value to) {
  Type type = accumulators[r].type;
  int64_t alignment = getByteWidth(type);
  int64_t unroll = plan.unroll;
  if (frame.warp && !isSum(r) && !plan.isBucketed) {
    // A part of known size is loaded in whole vectors. They are unrolled as
    // long as the step divides the size.
    int64_t part = getConstantIntValue(getPartSize(getNumPartials(r))).value();
    if (part % getWidth() == 0)
      alignment *= getWidth();
    int64_t step = int64_t(getWidth()) * target.getNumLanes();
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
void FunctionEmitter::sumScratchBlocks(unsigned r, int64_t count) {
  emitLoop(constant(0), constant(count), kSumBlock, [&](Value block) {
    Value end = b.createOrFold<arith::MinSIOp>(add(block, constant(kSumBlock)),
                                               constant(count));
    accumulateScratch(r, block, end);
    Value sum = combineLanes(r);
    target.synchronize(b);
    Value index = b.div(block, kSumBlock);
    Value address = gep(getScratch(r), accumulators[r].type, index);
    emitIf(isFirstLane(), [&] { LLVM::StoreOp::create(b, sum, address); });
  });
  target.synchronize(b);
}

/// Returns the sum of `count` block sums, by halving from the next power of
/// two. A missing partner counts as -0.0, which addition leaves unchanged.
Value FunctionEmitter::combineByHalving(Type type, Value address, int64_t count,
                                        bool isPrivate) {
  if (count == 0)
    return b.constant(type, -0.0);
  for (int64_t half = llvm::PowerOf2Ceil(count) / 2; half != 0; half /= 2) {
    addHalves(type, address, constant(half), constant(count - half), isPrivate);
    count = half;
  }
  return LLVM::LoadOp::create(b, type, address);
}

/// Adds elements `half` to `half + count - 1` to the first `count` elements.
void FunctionEmitter::addHalves(Type type, Value address, Value half,
                                Value count, bool isPrivate) {
  int64_t bytes = getByteWidth(type);
  auto addStrip = [&](Value first, unsigned) {
    llvm::SaveAndRestore saved(mask, makeMask(first));
    StripAddress low{gep(address, type, first)};
    StripAddress high{gep(low.address, type, half)};
    Value sum = addFloats(load(low, type, bytes), load(high, type, bytes));
    store(low, sum, type, /*alignment=*/bytes);
  };
  emitSteps(constant(0), count, /*unroll=*/1, addStrip, isPrivate);
  if (!isPrivate)
    target.synchronize(b);
}

//===----------------------------------------------------------------------===//
// Several warps
//===----------------------------------------------------------------------===//

/// Returns the number of elements of a scratch buffer per warp.
Value FunctionEmitter::getPartSize(Value count) {
  int64_t warps = target.getNumFinishWarps();
  return b.createOrFold<arith::DivUIOp>(add(count, constant(warps - 1)),
                                        constant(warps));
}

/// Reduces unordered reductions with all warps. Each warp reduces its part and
/// stores the result at the start of the part. The first warp then continues
/// alone.
void FunctionEmitter::reduceParts() {
  bool hasParts = false;
  for (unsigned r = 0; r < plan.reductions.size(); ++r) {
    if (plan.reductions[r].place == ReductionPlace::Item || isSum(r))
      continue;
    hasParts = true;
    llvm::SaveAndRestore saved(width, plan.width);
    createAccumulator(r);
    Value count = getNumPartials(r);
    Value size = getPartSize(count);
    auto clamp = [&](Value index) {
      return b.createOrFold<arith::MinSIOp>(index, count);
    };
    Value from = clamp(b.mul(frame.warp, size));
    Value to = clamp(add(from, size));
    accumulateScratch(r, from, to);
    Value result = combineLanes(r);
    target.emitExecutionBarrier(b);
    Value isPart = b.compare(arith::CmpIPredicate::slt, from, to);
    emitIf(b.andBits(isPart, isFirstLane()), [&] {
      Type type = accumulators[r].type;
      StripAddress address{gep(getScratch(r), type, from), Value(),
                           /*isUniform=*/true};
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
Value FunctionEmitter::combineParts(unsigned r) {
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

Value FunctionEmitter::combineByHalving(Type type, Value address, Value count) {
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
  Value last = b.createOrFold<arith::MaxSIOp>(
      b.createOrFold<arith::SubIOp>(count, constant(1)), constant(0));
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
