//===- Partials.cpp - partial results of a chunk --------------------------===//

#include "FunctionEmitter.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::fp8;

Value FunctionEmitter::getScratch(unsigned r) {
  return frame
      .pointers[model.getAccesses().size() + plan.reductions[r].scratch];
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
    isFirst = b.andBits(isFirst, isFirstWarp());
  }
  Type type = value.getType();
  auto address = StripAddress::ofElement(gep(getScratch(r), type, index));
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
  auto at = [&](Value chunk) {
    return StripAddress::ofElement(gep(shared, type, chunk));
  };
  emitIf(isFirstLane(),
         [&] { store(at(frame.chunkInBlock), value, type, bytes); });
  target.synchronizeWarps(b);
  return combineWarps(r, plan.chunksPerPartial, [&](Value chunk) {
    return load(at(chunk), type, bytes);
  });
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
