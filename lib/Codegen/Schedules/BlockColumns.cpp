//===- BlockColumns.cpp - columns of a block ------------------------------===//

#include "BlockEmitter.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::fp8;

/// Opens one scope per strip. Values common to the rows of a strip are computed
/// once.
void BlockEmitter::openColumns() {
  columnStrips.clear();
  columnDepth = scopes.size();
  if (!hasColumnStrips())
    return;
  int64_t stride = int64_t(width) * plan.threadsPerItem;
  for (unsigned s = 0; s < schedule.panelStrips; ++s) {
    ColumnStrip &strip = columnStrips.emplace_back();
    strip.first = add(blockColumn, constant(s * stride));
    if (frame.lane)
      strip.first = add(strip.first, mul(frame.lane, width));
    Value end = blockEnd;
    if (!end && (s + 1) * stride > schedule.panelColumns)
      end = add(blockColumn, constant(schedule.panelColumns));
    llvm::SaveAndRestore saved(tailEnd, end);
    strip.mask = makeMask(strip.first);
    openScope({plan.vectorDim}, /*isItem=*/true);
    strip.scope = scopes.pop_back_val();
  }
}

/// Emits `body` on strip `s` of the columns, in the scope of the block or of a
/// row. The scope of a row is nested inside the scope of the columns.
void BlockEmitter::emitColumnStrip(unsigned s,
                                   llvm::function_ref<void()> body) {
  ColumnStrip &strip = columnStrips[s];
  llvm::SaveAndRestore saved(mask, strip.mask);
  scopes.insert(scopes.begin() + columnDepth, std::move(strip.scope));
  bool isInRow = scopes.size() > columnDepth + 1;
  bool isHeld = isInRow && rowStrips && s < rowStrips->size();
  if (isHeld)
    scopes.push_back(std::move((*rowStrips)[s]));
  else if (isInRow)
    openScope({plan.vectorDim}, /*isItem=*/true);
  positions[plan.vectorDim] = {DimPosition::Range, strip.first};
  body();
  clearPositions({plan.vectorDim});
  if (isHeld)
    (*rowStrips)[s] = scopes.pop_back_val();
  else if (isInRow)
    closeScope();
  strip.scope = std::move(scopes[columnDepth]);
  scopes.erase(scopes.begin() + columnDepth);
}

/// Makes the scopes of columns emit their values at `point`.
void BlockEmitter::hoistColumns(OpBuilder::InsertPoint point) {
  for (ColumnStrip &strip : columnStrips)
    strip.scope.point = point;
}

void BlockEmitter::finishColumns(unsigned phase) {
  for (unsigned r = 0; r < plan.reductions.size(); ++r)
    for (unsigned s = 0; isColumnReduction(r) && plan.isElementOf(r, phase) &&
                         s < schedule.panelStrips;
         ++s)
      emitColumnStrip(s, [&] {
        Value tree =
            LLVM::LoadOp::create(b, getSlotType(r), accumulators[r].slots[s]);
        if (accumulators[r].isNarrow)
          tree = widen(tree);
        scopes.back().values[model.getReductions()[r].value] =
            combineWithInit(r, tree);
      });
}

/// Stores results with one element per column.
void BlockEmitter::storeColumns() {
  auto isStored = [&](unsigned i) { return isOfColumn(i); };
  bool hasAny = false;
  for (unsigned i = 0; i < model.getOutputs().size(); ++i)
    hasAny |= isStored(i);
  for (unsigned s = 0; hasAny && s < schedule.panelStrips; ++s)
    emitColumnStrip(s, [&] { storeOutputs(isStored); });
}
