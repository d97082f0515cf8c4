//===- BlockBatches.cpp - batches of blocks with row and column scales ----===//
//
// Blocks with row and column reductions lie side by side in a stripe, which is
// traversed twice. The first pass, which is memory-bound, reduces rows and
// columns. The second pass, which is compute-bound, stores the elements. One
// loop therefore stores a row of a stripe and reduces the same row of the next
// stripe.
//
// A vector may span several blocks. Columns are combined element by element.
// The rows of all blocks of a batch are reduced together, as in Batches.cpp.
//
//===----------------------------------------------------------------------===//

#include "BatchEmitter.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::fp8;

int64_t BatchEmitter::getBatchColumns() const {
  return model.getExtents()[plan.vectorDim];
}

int64_t BatchEmitter::getRowsPerStrip() const {
  return std::max<int64_t>(1, plan.stripWidth / getBatchColumns());
}

/// Calls `body` for each step over `count` adjacent rows.
void BatchEmitter::forBatchRows(int64_t count,
                                llvm::function_ref<void(Value)> body) {
  emitLoop(constant(0), constant(count), getRowsPerStrip(), body);
}

/// Calls `body` with the position set to `first`, the first of the batches that
/// are processed as one.
void BatchEmitter::atBatch(Value first, llvm::function_ref<void()> body) {
  setItemPosition(first);
  batchRow = firstBatchRow = positions[plan.itemDims.back()].value;
  openScope(ArrayRef(plan.itemDims).drop_back(), /*isItem=*/false);
  body();
  closeScope();
  clearPositions(plan.itemDims);
  batchRow = firstBatchRow = Value();
}

void BatchEmitter::atBatchRow(Value first, Value row,
                              llvm::function_ref<void()> body) {
  atBatch(first, [&] {
    openScope({plan.rowDim}, /*isItem=*/false);
    positions[plan.rowDim] = {DimPosition::Scalar, row};
    body();
    clearPositions({plan.rowDim});
    closeScope();
  });
}

void BatchEmitter::createBlockBatch() {
  int64_t elements = plan.getBatchedItems() * getBatchColumns();
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
  batchInRange = createSlot(b.getI8Type());
}

/// Returns the address of an element of the batches, relative to their first
/// column.
Value BatchEmitter::getColumnAddress(Value slot, Type type) {
  unsigned dim = plan.itemDims.back();
  Value row =
      b.createOrFold<arith::SubIOp>(positions[dim].value, firstBatchRow);
  return gep(slot, type,
             add(mul(row, getBatchColumns()), positions[plan.vectorDim].value));
}

/// Calls `body` for each of the batches that are processed as one.
void BatchEmitter::forBatches(llvm::function_ref<void()> body) {
  emitLoop(constant(0), constant(plan.getBatchedItems()), plan.batchItems,
           [&](Value batch) {
             batchRow = add(firstBatchRow, batch);
             body();
           });
  batchRow = firstBatchRow;
}

/// Emits all batches of blocks. Each row of a batch is stored before the same
/// row of the next batch is reduced, because both rows use the same memory for
/// their values.
void BatchEmitter::emitBlockBatches(Value begin, Value end) {
  createBlockBatch();
  Value rows = constant(model.getExtents()[plan.rowDim]);
  Value yes = b.constant(b.getI8Type(), 1);
  int64_t step = plan.getBatchedItems();
  auto reset = [&](Value first) {
    LLVM::StoreOp::create(b, yes, batchInRange);
    atBatch(first, [&] { resetColumns(); });
  };
  auto reduceRow = [&](Value first, Value row) {
    // Assumptions about the batch that is stored do not hold for this one.
    llvm::SaveAndRestore saved(assumesNumbers, false);
    currentPhase = 0;
    atBatchRow(first, row, [&] { forBatches([&] { reduceRowOfBatch(); }); });
  };
  auto storeRow = [&](Value first, Value row) {
    currentPhase = getNumSteps() - 1;
    atBatchRow(first, row, [&] {
      forBatches([&] {
        forBatchRows(plan.batchItems, [&](Value item) {
          storeBatchRows(item, getRowsPerStrip());
        });
      });
    });
  };
  auto finish = [&](Value first) {
    currentPhase = 0;
    atBatch(first, [&] { finishBatchColumns(); });
  };

  isBatchWatched = false;
  Value second = add(begin, constant(step));
  emitLoop(begin, b.createOrFold<arith::MinSIOp>(second, end), step,
           [&](Value first) {
             reset(first);
             emitLoop(constant(0), rows, 1,
                      [&](Value row) { reduceRow(first, row); });
             finish(first);
           });
  emitLoop(begin, end, step, [&](Value first) {
    Value next = add(first, constant(step));
    auto hasNext = [&] {
      return b.compare(arith::CmpIPredicate::slt, next, end);
    };
    Value areInRange;
    if (isBatchWatched)
      areInRange =
          b.equal(LLVM::LoadOp::create(b, b.getI8Type(), batchInRange), yes);
    emitIf(hasNext(), [&] { reset(next); });
    findNextBatch(first);
    clearPositions(plan.itemDims);
    emitWatchedCasts(areInRange, [&] {
      emitLoop(constant(0), rows, 1, [&](Value row) {
        storeRow(first, row);
        emitIf(hasNext(), [&] { reduceRow(next, row); });
      });
    });
    emitIf(hasNext(), [&] { finish(next); });
  });
}

/// Records whether all scaling blocks so far are in range. A null condition
/// means that they need not be.
void BatchEmitter::watchBatch(Value areInRange) {
  if (!areInRange)
    return;
  isBatchWatched = true;
  Value old = LLVM::LoadOp::create(b, b.getI8Type(), batchInRange);
  Value own = b.extendZero(areInRange, 8);
  LLVM::StoreOp::create(b, b.andBits(old, own), batchInRange);
}

void BatchEmitter::resetColumns() {
  forBatchRows(plan.getBatchedItems(), [&](Value row) {
    emitBatchStrips(
        row, [] {},
        [&] {
          for (unsigned r = 0; r < plan.reductions.size(); ++r)
            if (isColumnReduction(r)) {
              Type type = accumulators[r].type;
              LLVM::StoreOp::create(b, getNeutral(r, vectorOf(type)),
                                    getColumnAddress(columnVectors[r], type),
                                    /*alignment=*/1);
            }
        });
  });
}

/// Accumulates a vector of elements into the accumulators of its columns.
void BatchEmitter::accumulateColumns(unsigned r, Value element) {
  Value address = getColumnAddress(columnVectors[r], accumulators[r].type);
  Value old = LLVM::LoadOp::create(b, element.getType(), address,
                                   /*alignment=*/1);
  LLVM::StoreOp::create(b, combineKind(r, old, element), address,
                        /*alignment=*/1);
}

/// Reduces one row of the blocks of a batch, and accumulates it into the
/// columns.
void BatchEmitter::reduceRowOfBatch() {
  unsigned dim = plan.itemDims.back();
  forBatchRows(plan.batchItems,
               [&](Value row) { reduceBatchRows(row, getRowsPerStrip()); });
  llvm::SaveAndRestore saved(width, plan.batchItems);
  openScope({dim}, /*isItem=*/true);
  positions[dim] = {DimPosition::Lane, batchRow};
  finishBatch();
  watchBatch(areGranulesInRange(/*perColumn=*/false));
  storeBatchValues();
  storeOutputs([&](unsigned i) {
    return liesAlong(i, plan.rowDim) && !liesAlong(i, plan.vectorDim);
  });
  closeScope();
}

/// Completes the column reductions, stores per-column results, and stores the
/// per-column values that strips read.
void BatchEmitter::finishBatchColumns() {
  forBatchRows(plan.getBatchedItems(), [&](Value row) {
    emitBatchStrips(
        row, [] {},
        [&] {
          for (auto [r, reduction] : llvm::enumerate(model.getReductions())) {
            if (!isColumnReduction(r))
              continue;
            Type type = accumulators[r].type;
            Value tree = LLVM::LoadOp::create(
                b, vectorOf(type), getColumnAddress(columnVectors[r], type),
                /*alignment=*/1);
            scopes.back().values[reduction.value] = combineWithInit(r, tree);
          }
          watchBatch(areGranulesInRange(/*perColumn=*/true));
          for (auto [value, values] :
               llvm::zip_equal(plan.batchColumnValues, columnSlots)) {
            Type type = getElementTypeOrSelf(value.getType());
            store({getColumnAddress(values, type)}, toVector(evaluate(value)),
                  type, /*alignment=*/1);
          }
          storeOutputs([&](unsigned i) {
            return liesAlong(i, plan.vectorDim) && !liesAlong(i, plan.rowDim);
          });
        });
  });
}

/// Loads the per-column values that strips read.
void BatchEmitter::loadColumnValues() {
  for (auto [value, values] :
       llvm::zip_equal(plan.batchColumnValues, columnSlots)) {
    Type type = getElementTypeOrSelf(value.getType());
    scopes.back().values[value] =
        load({getColumnAddress(values, type)}, type, /*alignment=*/1);
  }
}
