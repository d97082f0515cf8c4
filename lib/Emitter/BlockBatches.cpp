//===- BlockBatches.cpp - blocks of rows and columns, many at once --------===//
//
// Blocks with reductions of their rows and of their columns lie side by side in
// a stripe, whose rows are walked in vectors that may belong to several blocks.
// Columns are combined element by element; the rows of all blocks of a batch
// are reduced together, as in Batches.cpp.
//
//===----------------------------------------------------------------------===//

#include "FunctionEmitter.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::fp8;

int64_t FunctionEmitter::getBatchColumns() const {
  return model.getExtents()[plan.vectorDim];
}

int64_t FunctionEmitter::getRowsPerStrip() const {
  return std::max<int64_t>(1, plan.stripWidth / getBatchColumns());
}

/// Calls `body` for each step over the rows that lie side by side.
void FunctionEmitter::forBatchRows(llvm::function_ref<void(Value)> body) {
  emitLoop(constant(0), constant(plan.batchItems), getRowsPerStrip(), body);
}

/// Calls `body` for each row of the blocks, in its scope.
void FunctionEmitter::forBlockRows(llvm::function_ref<void()> body) {
  emitLoop(constant(0), constant(model.getExtents()[plan.rowDim]), 1,
           [&](Value row) {
             openScope({plan.rowDim}, /*isItem=*/false);
             positions[plan.rowDim] = {DimPosition::Scalar, row};
             body();
             clearPositions({plan.rowDim});
             closeScope();
           });
}

void FunctionEmitter::createBlockBatch() {
  int64_t elements = plan.batchItems * getBatchColumns();
  columnVectors.clear();
  for (unsigned r = 0; r < plan.reductions.size(); ++r)
    columnVectors.push_back(
        isColumnReduction(r)
            ? createSlot(accumulators[r].type, elements, kLineBytes)
            : Value());
  columnSlots.clear();
  for (Value value : plan.batchColumnValues)
    columnSlots.push_back(
        createSlot(getStorageType(getElementTypeOrSelf(value.getType())),
                   elements, kLineBytes));
}

/// Of an element of the batch, counted from its first column.
Value FunctionEmitter::getColumnAddress(Value slot, Type type, Value row) {
  Value place =
      add(mul(row, getBatchColumns()), positions[plan.vectorDim].value);
  return gep(slot, type, place);
}

void FunctionEmitter::emitBlockBatch(Value first) {
  unsigned dim = plan.itemDims.back();
  findNextBatch(first);
  setItemPosition(first);
  batchRow = positions[dim].value;
  openScope(ArrayRef(plan.itemDims).drop_back(), /*isItem=*/false);
  reduceColumns();
  Value areInRange = finishBatchColumns();
  currentPhase = getStep(1, 0);
  bool hasRowReductions = getNumRowPhases(1) > 1;
  forBlockRows([&] {
    Scope rows;
    Value all = areInRange;
    if (hasRowReductions) {
      currentPhase = getStep(1, 0);
      forBatchRows([&](Value row) { reduceBatchRows(row, getRowsPerStrip()); });
    }
    {
      llvm::SaveAndRestore saved(width, plan.batchItems);
      openScope({dim}, /*isItem=*/true);
      positions[dim] = {DimPosition::Lane, batchRow};
      finishBatch();
      Value own = areGranulesInRange(/*perColumn=*/false);
      if (own)
        all = all ? arith::AndIOp::create(b, all, own).getResult() : own;
      storeBatchValues();
      rows = scopes.pop_back_val();
    }
    currentPhase = getStep(1, getNumRowPhases(1) - 1);
    emitWatchedCasts(all, [&] {
      forBatchRows([&](Value row) { storeBatchRows(row, getRowsPerStrip()); });
    });
    llvm::SaveAndRestore saved(width, plan.batchItems);
    scopes.push_back(std::move(rows));
    positions[dim] = {DimPosition::Lane, batchRow};
    storeOutputs([&](unsigned i) {
      return liesAlong(i, plan.rowDim) && !liesAlong(i, plan.vectorDim);
    });
    closeScope();
  });
  closeScope();
  clearPositions(plan.itemDims);
  batchRow = Value();
}

/// Combines the rows of the batch, element by element.
void FunctionEmitter::reduceColumns() {
  auto forColumns = [&](Value row,
                        llvm::function_ref<void(unsigned, Value)> body) {
    emitBatchStrips(
        row, [] {},
        [&] {
          for (unsigned r = 0; r < plan.reductions.size(); ++r)
            if (isColumnReduction(r))
              body(r, getColumnAddress(columnVectors[r], accumulators[r].type,
                                       row));
        });
  };
  forBatchRows([&](Value row) {
    forColumns(row, [&](unsigned r, Value address) {
      VectorType type = vectorOf(accumulators[r].type);
      LLVM::StoreOp::create(b, getNeutral(r, type), address, /*alignment=*/1);
    });
  });
  currentPhase = 0;
  forBlockRows([&] {
    forBatchRows([&](Value row) {
      forColumns(row, [&](unsigned r, Value address) {
        VectorType type = vectorOf(accumulators[r].type);
        Value element =
            toVector(evaluate(model.getReductions()[r].combiner.element));
        if (accumulators[r].onBits)
          element = arith::BitcastOp::create(b, type, element);
        Value old = LLVM::LoadOp::create(b, type, address, /*alignment=*/1);
        LLVM::StoreOp::create(b, combineKind(r, old, element), address,
                              /*alignment=*/1);
      });
    });
  });
}

/// What is known per column: results, and what rows read. Returns whether it
/// keeps casts in range, or null.
Value FunctionEmitter::finishBatchColumns() {
  Value slot = createSlot(b.getI8Type());
  bool isWatched = false;
  auto byte = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(b, b.getI8IntegerAttr(value));
  };
  LLVM::StoreOp::create(b, byte(1), slot);
  forBatchRows([&](Value row) {
    emitBatchStrips(
        row, [] {},
        [&] {
          for (auto [r, reduction] : llvm::enumerate(model.getReductions())) {
            if (!isColumnReduction(r))
              continue;
            Type type = accumulators[r].type;
            Value tree = LLVM::LoadOp::create(
                b, vectorOf(type),
                getColumnAddress(columnVectors[r], type, row),
                /*alignment=*/1);
            scopes.back().values[reduction.value] = combineWithInit(r, tree);
          }
          if (Value own = areGranulesInRange(/*perColumn=*/true)) {
            isWatched = true;
            Value old = LLVM::LoadOp::create(b, b.getI8Type(), slot);
            own = arith::ExtUIOp::create(b, b.getI8Type(), own);
            LLVM::StoreOp::create(b, arith::AndIOp::create(b, old, own), slot);
          }
          for (auto [value, values] :
               llvm::zip_equal(plan.batchColumnValues, columnSlots)) {
            Type type = getElementTypeOrSelf(value.getType());
            store({getColumnAddress(values, type, row)},
                  toVector(evaluate(value)), type, /*alignment=*/1);
          }
          storeOutputs([&](unsigned i) {
            return liesAlong(i, plan.vectorDim) && !liesAlong(i, plan.rowDim);
          });
        });
  });
  if (!isWatched)
    return {};
  Value all = LLVM::LoadOp::create(b, b.getI8Type(), slot);
  return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, all, byte(0));
}

/// What strips read that is known per column.
void FunctionEmitter::loadColumnValues(Value row) {
  for (auto [value, values] :
       llvm::zip_equal(plan.batchColumnValues, columnSlots)) {
    Type type = getElementTypeOrSelf(value.getType());
    scopes.back().values[value] =
        load({getColumnAddress(values, type, row)}, type, /*alignment=*/1);
  }
}
