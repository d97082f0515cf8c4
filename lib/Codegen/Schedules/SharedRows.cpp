//===- SharedRows.cpp - cooperative rows ----------------------------------===//
//
// Each warp processes some 4096-element sum blocks of a row, the same blocks in
// every phase. It writes the sum of each block, and its partial results of all
// other reductions, to shared memory. The threads of every warp then combine
// these values in the same order as their own lanes: sums by halving over the
// blocks.
//
//===----------------------------------------------------------------------===//

#include "SharedRowEmitter.h"

using namespace mlir;
using namespace mlir::fp8;

void SharedRowEmitter::emitItem(Value part, Value item) {
  emitRow();
  storeByFirstWarp([&] { storeItem(item); });
}

/// Iterates over the sum blocks of this warp.
void SharedRowEmitter::forSumBlocks(
    Value from, Value to, llvm::function_ref<void(Value, Value)> body) {
  auto emit = [&](Value block) {
    Value end = add(block, constant(kSumBlock));
    if (plan.innerExtent % kSumBlock != 0)
      end = minimum(end, to);
    body(block, end);
  };
  Value first = add(from, mul(frame.chunkInBlock, kSumBlock));
  if (plan.getNumSumBlocks() == plan.blockWarps)
    return emit(first);
  emitLoop(first, to, plan.blockWarps * kSumBlock, emit);
}

/// Returns the address of partial result `index` of reduction `r` in shared
/// memory.
FunctionEmitter::StripAddress
SharedRowEmitter::getPartial(unsigned r, Type type, Value index) {
  return StripAddress::ofElement(gep(getJoined(r), type, index));
}

Value SharedRowEmitter::createBlockSums(unsigned r) {
  return getPartial(r, accumulators[r].type, constant(0)).address;
}

/// Stores partial results in shared memory. The sums of blocks have already
/// been stored.
void SharedRowEmitter::joinWarps(unsigned phase) {
  bool isAny = false;
  for (unsigned r = 0; r < plan.reductions.size(); ++r) {
    if (!plan.isJoined(plan.reductions[r]) || !plan.isElementOf(r, phase))
      continue;
    isAny = true;
    if (isSum(r))
      continue;
    Value value = combineLanes(r);
    Type type = value.getType();
    StripAddress address = getPartial(r, type, frame.chunkInBlock);
    emitIf(isFirstLane(),
           [&] { store(address, value, type, getByteWidth(type)); });
  }
  if (isAny)
    target.synchronizeWarps(b);
}

/// Combines partial results. Lane j combines the results j, j + 32, .... The
/// block sums of a sum are padded to a power of two with neutral elements.
Value SharedRowEmitter::combineItem(unsigned r) {
  Type type = accumulators[r].isNarrow ? b.getF32Type() : accumulators[r].type;
  auto combine = [&](Value a, Value other) { return combineKind(r, a, other); };
  int64_t count = plan.getNumJoined(isSum(r)), lanes = target.getNumThreads();
  int64_t padded = llvm::PowerOf2Ceil(std::max(count, lanes));
  SmallVector<Value> values;
  for (int64_t first = 0; first < padded; first += lanes) {
    Value index = add(frame.lane, constant(first)), isInside;
    if (first + lanes > count) {
      isInside = b.compare(arith::CmpIPredicate::slt, index, count);
      index = minimum(index, constant(count - 1));
    }
    Value value = load(getPartial(r, type, index), type, getByteWidth(type));
    if (isInside)
      value = b.select(isInside, value, getNeutral(r, type));
    values.push_back(value);
  }
  return target.combineThreads(b, frame, combineAll(std::move(values), combine),
                               combine);
}
