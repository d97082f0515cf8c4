//===- BlockBatches.cpp - blocks of rows and columns, many at once --------===//
//
// Blocks with reductions of their rows and of their columns lie side by side in
// a stripe, which is walked twice: rows and columns are reduced in one walk,
// which waits for memory, and the elements are stored in the other, which
// computes. So each row of a stripe is stored along with the reductions of that
// row of the next stripe. Vectors may belong to several blocks. Columns are
// combined element by element; the rows of all blocks of a batch are reduced
// together, as in Batches.cpp.
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

/// Calls `body` for each step over `count` rows that lie side by side.
void BatchEmitter::forBatchRows(int64_t count,
                                llvm::function_ref<void(Value)> body) {
  emitLoop(constant(0), constant(count), getRowsPerStrip(), body);
}

/// Calls `body` at the batches from `first` on that are walked as one.
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
  int64_t elements = plan.getWalkedItems() * getBatchColumns();
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

/// Of an element of the batches, counted from their first column.
Value BatchEmitter::getColumnAddress(Value slot, Type type) {
  unsigned dim = plan.itemDims.back();
  Value row =
      b.createOrFold<arith::SubIOp>(positions[dim].value, firstBatchRow);
  return gep(slot, type,
             add(mul(row, getBatchColumns()), positions[plan.vectorDim].value));
}

/// Calls `body` for each batch of those that are walked as one.
void BatchEmitter::forBatches(llvm::function_ref<void()> body) {
  emitLoop(constant(0), constant(plan.getWalkedItems()), plan.batchItems,
           [&](Value batch) {
             batchRow = add(firstBatchRow, batch);
             body();
           });
  batchRow = firstBatchRow;
}

/// Each row of a batch is stored before that of the next one is reduced, whose
/// values take the place of its own.
void BatchEmitter::emitBlockBatches(Value begin, Value end) {
  createBlockBatch();
  Value rows = constant(model.getExtents()[plan.rowDim]);
  Value yes = arith::ConstantOp::create(b, b.getI8IntegerAttr(1));
  int64_t step = plan.getWalkedItems();
  auto reset = [&](Value first) {
    LLVM::StoreOp::create(b, yes, batchInRange);
    atBatch(first, [&] { resetColumns(); });
  };
  auto reduceRow = [&](Value first, Value row) {
    // What is known of the batch that is stored is not known of this one.
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
      return arith::CmpIOp::create(b, arith::CmpIPredicate::slt, next, end);
    };
    Value areInRange;
    if (isBatchWatched)
      areInRange = arith::CmpIOp::create(
          b, arith::CmpIPredicate::eq,
          LLVM::LoadOp::create(b, b.getI8Type(), batchInRange), yes);
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

/// Remembers whether all granules so far are in range; null: they need not be.
void BatchEmitter::watchBatch(Value areInRange) {
  if (!areInRange)
    return;
  isBatchWatched = true;
  Value old = LLVM::LoadOp::create(b, b.getI8Type(), batchInRange);
  Value own = arith::ExtUIOp::create(b, b.getI8Type(), areInRange);
  LLVM::StoreOp::create(b, arith::AndIOp::create(b, old, own), batchInRange);
}

void BatchEmitter::resetColumns() {
  forBatchRows(plan.getWalkedItems(), [&](Value row) {
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

/// Adds a vector of elements to those of its columns.
void BatchEmitter::accumulateColumns(unsigned r, Value element) {
  Value address = getColumnAddress(columnVectors[r], accumulators[r].type);
  Value old = LLVM::LoadOp::create(b, element.getType(), address,
                                   /*alignment=*/1);
  LLVM::StoreOp::create(b, combineKind(r, old, element), address,
                        /*alignment=*/1);
}

/// Reduces one row of the blocks of a batch, and adds it to the columns.
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

/// What is known per column: results, and what rows read.
void BatchEmitter::finishBatchColumns() {
  forBatchRows(plan.getWalkedItems(), [&](Value row) {
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

/// What strips read that is known per column.
void BatchEmitter::loadColumnValues() {
  for (auto [value, values] :
       llvm::zip_equal(plan.batchColumnValues, columnSlots)) {
    Type type = getElementTypeOrSelf(value.getType());
    scopes.back().values[value] =
        load({getColumnAddress(values, type)}, type, /*alignment=*/1);
  }
}
