//===- RowBatches.cpp - batches of short rows -----------------------------===//

#include "BatchEmitter.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns the number of staged elements of all rows that are processed as one.
int64_t RowBatchEmitter::getKeptSize() const {
  return plan.innerExtent * plan.batch->items;
}

Value RowBatchEmitter::getKeptPlace(const KeptRows::Row &row) {
  return batch.row ? batch.getElementPlace() : RowEmitter::getKeptPlace(row);
}

void RowBatchEmitter::emitItems() {
  batch.create(plan.batch->items);
  batch.split(
      [&](Value begin, Value end) {
        emitLoop(begin, end, plan.batch->items,
                 [&](Value first) { emitBatch(first); });
      },
      [&](Value item) {
        openScope(plan.itemDims, /*isItem=*/true);
        emitItem(setItemPosition(item), item);
        closeScope();
      });
}

/// Emits the batch that starts at row `first`. All its rows have the same
/// position along the outer dimensions.
void RowBatchEmitter::emitBatch(Value first) {
  unsigned dim = plan.itemDims.back();
  setItemPosition(first);
  batch.row = batch.firstRow = positions[dim].value;
  openScope(ArrayRef(plan.itemDims).drop_back(), /*isItem=*/false);
  currentPhase = 0;
  batch.reduceRows([](unsigned, Value) {});

  // Per-row values, as vectors with one element per row of the batch.
  Scope rows;
  Value areInRange;
  {
    llvm::SaveAndRestore saved(width, plan.batch->items);
    openScope({dim}, /*isItem=*/true);
    positions[dim] = {DimPosition::Range, batch.row};
    batch.finish();
    areInRange = areGranulesInRange(/*perColumn=*/false);
    batch.storeValues();
    rows = scopes.pop_back_val();
  }
  currentPhase = 1;
  emitWatchedCasts(areInRange, [&] { storeBatch(); });
  llvm::SaveAndRestore saved(width, plan.batch->items);
  scopes.push_back(std::move(rows));
  positions[dim] = {DimPosition::Range, batch.row};
  storeOutputs([&](unsigned i) { return !plan.isInnerOutput(i); });
  closeScope();
  closeScope();
  clearPositions(plan.itemDims);
  batch.row = batch.firstRow = Value();
}

/// Stores the elements of the batch. Prefetches the operands of the next batch,
/// or of a later one if batches are short, while memory would be idle.
void RowBatchEmitter::storeBatch() {
  batch.storeRows([&] {
    for (const Access &access : model.getAccesses())
      if (access.strides[plan.vectorDim] == 1 &&
          access.strides[plan.itemDims.back()] == plan.innerExtent &&
          model.getKernel().readsOperand(access.pointer))
        prefetch(access,
                 constant(std::max(plan.batch->items * plan.innerExtent,
                                   target.getTuning().batchAheadBytes /
                                       getByteWidth(access.elementType))));
    storeOutputs([&](unsigned i) { return plan.isInnerOutput(i); });
  });
}
