//===- OverlappedRows.cpp - rows whose phases overlap ---------------------===//
//
// A row is read from memory in its first phase and written in its last; in
// between memory would rest. So the last phase of an item runs in one loop with
// the first phase of the next item.
//
//===----------------------------------------------------------------------===//

#include "FunctionEmitter.h"

using namespace mlir;
using namespace mlir::fp8;

/// Elements by which reading is ahead of writing: rows are often a power of two
/// apart, and then what is touched at one column of two rows shares one set of
/// the cache.
static constexpr int64_t kAhead = 64;
/// Shorter rows are not worth a loop of their own.
static constexpr int64_t kMinRow = 256;

bool FunctionEmitter::overlapsRows() const {
  // The last row of a chunk is read twice, so nothing but rows may depend on
  // it.
  bool hasFirst = false;
  for (unsigned r = 0; r < plan.reductions.size(); ++r) {
    if (!isElementOf(r, 0))
      continue;
    if (plan.reductions[r].place != ReductionPlace::Item)
      return false;
    hasFirst = true;
  }
  // A row that is kept from the first phase on is still being read.
  bool keepsFirst = llvm::any_of(
      keptRows, [](const auto &entry) { return entry.second.phase == 0; });
  return target.getNumLanes() == 1 && plan.schedule == Schedule::Row &&
         model.getRagged().empty() && plan.numPhases > 1 && hasFirst &&
         !keepsFirst && !getPhaseRoots(plan.numPhases - 1).empty() &&
         !plan.itemDims.empty() && plan.innerDims.size() == 1 &&
         plan.vectorDim == plan.innerDims[0] && plan.innerExtent >= kMinRow &&
         plan.innerExtent <= kSumBlock && plan.innerExtent % kAhead == 0;
}

void FunctionEmitter::emitOverlappedRows() {
  // What the first phase leaves for the others, per reduction.
  SmallVector<std::pair<Value, Value>> carried;
  for (unsigned r = 0; r < plan.reductions.size(); ++r)
    if (isElementOf(r, 0)) {
      Value value = model.getReductions()[r].value;
      Type type = cast<ShapedType>(value.getType()).getElementType();
      carried.push_back({value, createSlot(type)});
    }
  auto carry = [&] {
    finishPhase(0);
    for (auto [value, slot] : carried)
      LLVM::StoreOp::create(b, scopes.back().values[value], slot);
  };
  // A loop, so that what is common to all items goes before it.
  emitLoop(frame.begin, add(frame.begin, constant(1)), 1, [&](Value item) {
    openScope(plan.itemDims, /*isItem=*/true);
    setItemPosition(item);
    resetPhase(0);
    emitPhase(0, constant(0), constant(plan.innerExtent));
    carry();
    closeScope();
  });

  unsigned last = plan.numPhases - 1;
  Value lastItem = arith::SubIOp::create(b, frame.end, constant(1));
  emitLoop(frame.begin, frame.end, 1, [&](Value item) {
    openScope(plan.itemDims, /*isItem=*/true);
    setItemPosition(item);
    for (auto [value, slot] : carried)
      scopes.back().values[value] = LLVM::LoadOp::create(
          b, cast<ShapedType>(value.getType()).getElementType(), slot);
    for (unsigned phase = 1; phase < last; ++phase) {
      resetPhase(phase);
      emitPhase(phase, constant(0), constant(plan.innerExtent));
      finishPhase(phase);
    }
    resetPhase(0);
    resetPhase(last);
    // After the last item it stands in for the one that is not there.
    Value next =
        b.createOrFold<arith::MinSIOp>(add(item, constant(1)), lastItem);
    emitOverlap(next);
    finishPhase(last);
    storeItem(item);
    closeScope();
    openScope(plan.itemDims, /*isItem=*/true);
    setItemPosition(next);
    carry();
    closeScope();
  });
}

/// The last phase of the item of this scope, and the first one of `next`.
void FunctionEmitter::emitOverlap(Value next) {
  SmallVector<DimPosition> here = positions;
  setItemPosition(next);
  SmallVector<DimPosition> there = positions;
  positions = here;
  Scope nextScope;
  nextScope.dims = scopes.back().dims;
  nextScope.isItem = true;
  unsigned last = plan.numPhases - 1;
  auto emitFirst = [&](Value first, unsigned u) {
    nextScope.point = scopes.back().point;
    std::swap(scopes.back(), nextScope);
    std::swap(positions, there);
    emitStrip(/*phase=*/0, first, u);
    std::swap(positions, there);
    std::swap(scopes.back(), nextScope);
  };
  Value ahead = constant(kAhead), end = constant(plan.innerExtent);
  emitSteps(constant(0), ahead, plan.unroll, emitFirst);
  emitSteps(ahead, end, plan.unroll, [&](Value first, unsigned u) {
    emitFirst(first, u);
    emitStrip(last, b.createOrFold<arith::SubIOp>(first, ahead), u);
  });
  emitSteps(constant(plan.innerExtent - kAhead), end, plan.unroll,
            [&](Value first, unsigned u) { emitStrip(last, first, u); });
}
