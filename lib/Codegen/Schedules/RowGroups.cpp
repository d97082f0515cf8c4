//===- RowGroups.cpp - rows that a warp processes together ----------------===//
//
// Operands that vary along rows but are shared by all rows, such as the gains
// of a norm, are read again for each row. Summed over all warps of a GPU, these
// reads exceed the reads of the rows themselves. Therefore a warp processes
// several rows at once, and each strip reads shared operands once. Each row has
// its own scopes, positions and accumulators. They replace the state of the
// emitter while ops of the row are emitted. The order of additions within a row
// does not change.
//
//===----------------------------------------------------------------------===//

#include "RowEmitter.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::fp8;

/// Number of strips of each row that are loaded at once in phases without
/// stores.
static constexpr int64_t kStripsInFlight = 8;

/// Returns true if rows are processed in groups. Staged rows would need one
/// staging buffer per row.
bool RowEmitter::processesRowGroups() const {
  return plan.getRowsPerGroup() > 1 && keptRows.empty() &&
         !casts.areOfGranules();
}

void RowEmitter::emitRowGroups() {
  createGroup();
  emitLoop(frame.begin, frame.end, plan.getRowsPerGroup(), [&](Value first) {
    for (auto [i, row] : llvm::enumerate(group)) {
      row.item = add(first, constant(int64_t(i)));
      openScope(plan.itemDims, /*isItem=*/true);
      setItemPosition(row.item);
      row.positions = positions;
      row.scope = scopes.pop_back_val();
    }
    // A placeholder, which forGroup() replaces by the scope of each row.
    openScope(plan.itemDims, /*isItem=*/true);
    emitRow();
    forGroup([&](Value item) { storeItem(item); });
    closeScope();
    clearPositions(plan.itemDims);
  });
  group.clear();
}

/// Creates the state of the rows. Reductions over all items share one
/// accumulator.
void RowEmitter::createGroup() {
  group.resize(plan.getRowsPerGroup());
  for (RowState &row : group) {
    row.accumulators = accumulators;
    if (&row == &group.front())
      continue;
    std::swap(accumulators, row.accumulators);
    for (unsigned r = 0; r < plan.reductions.size(); ++r)
      if (plan.reductions[r].place == ReductionPlace::Item) {
        accumulators[r] = {};
        createAccumulator(r);
      }
    std::swap(accumulators, row.accumulators);
  }
}

/// Calls `body` for each row of the group in turn, or once if rows are
/// processed alone.
void RowEmitter::forGroup(llvm::function_ref<void(Value)> body) {
  if (group.empty())
    return body(Value());
  for (RowState &row : group)
    atRow(row, [&] { body(row.item); });
}

/// Emits each strip for all rows, inside a scope for their shared values. All
/// rows are read before any row is stored. In phases without stores, several
/// strips are emitted back to back, for more loads in flight. The order of
/// additions does not change.
void RowEmitter::emitGroupStrips(unsigned phase, Value from, Value to) {
  int64_t stride = int64_t(width) * plan.threadsPerItem, unroll = 1;
  if (phase + 1 != plan.numPhases)
    while (unroll < kStripsInFlight &&
           plan.innerExtent % (2 * unroll * stride) == 0)
      unroll *= 2;
  emitSteps(from, to, unroll, [&](Value first, unsigned) {
    Scope turn = scopes.pop_back_val();
    openScope(plan.innerDims, /*isItem=*/false);
    scopes.push_back(std::move(turn));
    {
      llvm::SaveAndRestore saved(delaysStores, true);
      forGroup([&](Value) { emitStrip(phase, first, /*u=*/0); });
    }
    flushStores();
    turn = scopes.pop_back_val();
    closeScope();
    scopes.push_back(std::move(turn));
  });
}
