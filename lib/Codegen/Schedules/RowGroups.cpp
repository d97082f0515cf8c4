//===- RowGroups.cpp - rows that a warp walks together --------------------===//
//
// What varies along rows but is the same for all of them, such as the gains of
// a norm, is read again for each row; by all warps of a GPU together, more of
// it than there is of the rows. So a warp walks several rows at once: each
// strip reads what they share once. Rows have scopes, positions and
// accumulators of their own, which take their turns; the order in which each
// row is added up stays.
//
//===----------------------------------------------------------------------===//

#include "RowEmitter.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::fp8;

/// Strips of each row that are loaded at once, where nothing is stored.
static constexpr int64_t kStripsInFlight = 8;

/// Rows that are kept would need a place each.
bool RowEmitter::walksGroups() const {
  return plan.rowsPerGroup > 1 && keptRows.empty() && granuleCasts.empty();
}

void RowEmitter::emitRowGroups() {
  createGroup();
  emitLoop(frame.begin, frame.end, plan.rowsPerGroup, [&](Value first) {
    for (auto [i, row] : llvm::enumerate(group)) {
      row.item = add(first, constant(int64_t(i)));
      openScope(plan.itemDims, /*isItem=*/true);
      setItemPosition(row.item);
      row.positions = positions;
      row.scope = scopes.pop_back_val();
    }
    // Whose scope that of a row takes the place of.
    openScope(plan.itemDims, /*isItem=*/true);
    emitRow();
    forGroup([&](Value item) { storeItem(item); });
    closeScope();
    clearPositions(plan.itemDims);
  });
  group.clear();
}

/// What is reduced over all items, the rows reduce together.
void RowEmitter::createGroup() {
  group.resize(plan.rowsPerGroup);
  for (GroupRow &row : group) {
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

/// Calls `body` for each row of the group in its turn, or once where rows are
/// walked alone.
void RowEmitter::forGroup(llvm::function_ref<void(Value)> body) {
  if (group.empty())
    return body(Value());
  for (GroupRow &row : group) {
    row.scope.point = scopes.back().point;
    std::swap(scopes.back(), row.scope);
    std::swap(positions, row.positions);
    std::swap(accumulators, row.accumulators);
    body(row.item);
    std::swap(accumulators, row.accumulators);
    std::swap(positions, row.positions);
    std::swap(scopes.back(), row.scope);
  }
}

/// Each strip of all rows, in a scope around it that has what they share. All
/// rows are read before any is stored. Where nothing is, several strips follow
/// each other, so that as many are in flight; their order stays.
void RowEmitter::emitGroupStrips(unsigned phase, Value from, Value to) {
  int64_t stride = int64_t(getWidth()) * plan.numLanes, unroll = 1;
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
