//===- OverlappedRows.cpp - rows with overlapping phases ------------------===//
//
// A row is read from memory in its first phase and written in its last. If the
// phases of a row ran one after the other, memory would be idle in between, and
// the multipliers would be idle during the divisions of the last phase.
// Therefore all phases run in one loop, each on its own row: the last phase on
// one item, the phase before it on the next item, and so on.
//
//===----------------------------------------------------------------------===//

#include "RowEmitter.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::fp8;

/// Number of elements by which a phase is ahead of the phase that follows it.
/// Rows are often a power of two apart. Two phases at the same column of their
/// rows would then compete for one cache set.
static constexpr int64_t kAhead = 64;
/// Minimum row length; shorter rows do not pay for a loop of their own.
static constexpr int64_t kMinRow = 256;
/// Maximum number of phases, limited by registers and cache.
static constexpr unsigned kMaxPhases = 3;

bool RowEmitter::overlapsRows() const {
  // The last rows of a chunk are read several times, so they must not
  // contribute to reductions over several rows.
  bool hasFirst = false;
  for (unsigned r = 0; r < plan.reductions.size(); ++r) {
    bool isLast = plan.isElementOf(r, plan.numPhases - 1);
    if (plan.reductions[r].place == ReductionPlace::Everything && !isLast)
      return false;
    hasFirst |= plan.isElementOf(r, 0);
  }
  return target.getNumThreads() == 1 && plan.as<RowPlan>() &&
         model.getRagged().empty() && plan.numPhases > 1 &&
         plan.numPhases <= kMaxPhases && hasFirst &&
         !getPhaseRoots(plan.numPhases - 1).empty() && !plan.itemDims.empty() &&
         plan.innerDims.size() == 1 && plan.vectorDim == plan.innerDims[0] &&
         plan.innerExtent >= kMinRow && plan.innerExtent <= kSumBlock &&
         plan.innerExtent % kAhead == 0;
}

namespace {
/// A reduction that a phase passes to later phases, with one slot per phase
/// that reads it.
struct CarriedValue {
  Value value;
  unsigned phase;
  SmallVector<Value, 3> slots;
};
} // namespace

void RowEmitter::emitOverlappedRows() {
  unsigned numPhases = plan.numPhases;
  SmallVector<CarriedValue> carried;
  for (unsigned r = 0; r < plan.reductions.size(); ++r) {
    Value value = model.getReductions()[r].value;
    unsigned phase = plan.getElementPhase(model.getReductions()[r]);
    if (plan.reductions[r].place != ReductionPlace::Item ||
        phase + 1 == numPhases)
      continue;
    CarriedValue &entry = carried.emplace_back(CarriedValue{value, phase, {}});
    for (unsigned reader = phase + 1; reader < numPhases; ++reader)
      entry.slots.push_back(createSlot(getElementTypeOrSelf(value)));
  }
  Value lastItem = b.sub(frame.end, 1);
  // Emits the first `count` phases; the last of them processes `item`.
  auto emitStep = [&](Value item, unsigned count) {
    SmallVector<RowState> rows(count);
    for (unsigned phase = 0; phase < count; ++phase) {
      RowState &row = rows[phase];
      // Beyond the last item, the phase processes the last item again.
      row.number = add(item, constant(count - 1 - phase));
      row.item = phase + 1 == count ? item : minimum(row.number, lastItem);
      openScope(plan.itemDims, /*isItem=*/true);
      setItemPosition(row.item);
      row.positions = positions;
      for (CarriedValue &entry : carried)
        if (entry.phase < phase)
          scopes.back().values[entry.value] =
              LLVM::LoadOp::create(b, getElementTypeOrSelf(entry.value),
                                   entry.slots[phase - entry.phase - 1]);
      resetPhase(phase);
      row.scope = scopes.pop_back_val();
    }
    emitOverlap(rows);
    for (unsigned phase = count; phase-- > 0;) {
      RowState &row = rows[phase];
      scopes.push_back(std::move(row.scope));
      positions = row.positions;
      finishPhase(phase);
      if (phase + 1 == numPhases)
        storeItem(row.item);
      for (CarriedValue &entry : carried)
        if (entry.phase <= phase && phase + 1 < numPhases)
          LLVM::StoreOp::create(b, scopes.back().values[entry.value],
                                entry.slots[phase - entry.phase]);
      closeScope();
    }
  };
  for (unsigned count = 1; count < numPhases; ++count)
    emitFirstItem([&](Value item) { emitStep(item, count); });
  emitLoop(frame.begin, frame.end, 1,
           [&](Value item) { emitStep(item, numPhases); });
}

/// Emits phase i on row i of `rows`, each at its own column.
void RowEmitter::emitOverlap(MutableArrayRef<RowState> rows) {
  int64_t last = rows.size() - 1, size = plan.innerExtent;
  // A placeholder. While the ops of a row are emitted, the scope of the row
  // replaces this scope.
  openScope(plan.itemDims, /*isItem=*/true);
  // Emits phases [begin, end), with the first of them on elements [from, to).
  auto emitPart = [&](int64_t from, int64_t to, int64_t begin, int64_t end) {
    emitSteps(constant(from), constant(to), plan.unroll,
              [&](Value first, unsigned u) {
                for (int64_t phase = begin; phase < end; ++phase) {
                  RowState &row = rows[phase];
                  Value place = sub(first, constant((phase - begin) * kAhead));
                  llvm::SaveAndRestore saved(rowNumber, row.number);
                  atRow(row, [&] { emitStrip(phase, place, u); });
                }
              });
  };
  for (int64_t phase = 0; phase < last; ++phase)
    emitPart(phase * kAhead, (phase + 1) * kAhead, 0, phase + 1);
  emitPart(last * kAhead, size, 0, last + 1);
  for (int64_t phase = 1; phase <= last; ++phase)
    emitPart(size - kAhead, size, phase, last + 1);
  closeScope();
  for (RowState &row : rows)
    row.scope.point = OpBuilder::InsertPoint();
}
