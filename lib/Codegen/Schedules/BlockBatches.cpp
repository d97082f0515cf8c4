//===- BlockBatches.cpp - batches of blocks with row and column scales ----===//
//
// Blocks with row and column reductions lie side by side in a stripe, which is
// traversed twice. The first pass, which is memory-bound, reduces rows and
// columns. The second pass, which is compute-bound, stores the elements. One
// loop therefore stores a row of a stripe and reduces the same row of the next
// stripe.
//
// A vector may span several blocks. Columns are combined element by element.
// The rows of all blocks of a batch are reduced together, as in Batch.cpp.
//
//===----------------------------------------------------------------------===//

#include "BatchEmitter.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::fp8;

int64_t BlockBatchEmitter::getKeptSize() const {
  return std::max(plan.innerExtent * plan.batch->getAllItems(),
                  BlockEmitter::getKeptSize());
}

Value BlockBatchEmitter::getKeptPlace() {
  if (!batch.row)
    return BlockEmitter::getKeptPlace();
  Value place = batch.getElementPlace();
  return add(mul(positions[schedule.rowDim].value,
                 plan.batch->getAllItems() * batch.getNumColumns()),
             place);
}

void BlockBatchEmitter::emitItems() {
  batch.create(plan.batch->getAllItems() * model.getExtents()[schedule.rowDim]);
  batch.split([&](Value begin, Value end) { emitBatches(begin, end); },
              [&](Value item) {
                openScope(plan.itemDims, /*isItem=*/false);
                emitItem(setItemPosition(item), item);
                closeScope();
              });
}

/// Calls `body` with the position set to `first`, the first of the batches that
/// are processed as one.
void BlockBatchEmitter::atBatch(Value first, llvm::function_ref<void()> body) {
  setItemPosition(first);
  batch.row = batch.firstRow = positions[plan.itemDims.back()].value;
  openScope(ArrayRef(plan.itemDims).drop_back(), /*isItem=*/false);
  body();
  closeScope();
  clearPositions(plan.itemDims);
  batch.row = batch.firstRow = Value();
}

void BlockBatchEmitter::atRow(Value first, Value row,
                              llvm::function_ref<void()> body) {
  atBatch(first, [&] {
    PositionScope scope(*this, schedule.rowDim, {DimPosition::Scalar, row},
                        /*isItem=*/false);
    body();
  });
}

void BlockBatchEmitter::createColumns() {
  int64_t elements = plan.batch->getAllItems() * batch.getNumColumns();
  columnVectors.clear();
  for (unsigned r = 0; r < plan.reductions.size(); ++r)
    columnVectors.push_back(
        isColumnReduction(r)
            ? createSlot(accumulators[r].type, elements, kLineBytes)
            : Value());
  columnSlots.clear();
  for (Value value : plan.batch->columnValues)
    columnSlots.push_back(
        createSlot(getStorageType(getElementTypeOrSelf(value.getType())),
                   elements, kLineBytes));
  inRange = createSlot(b.getI8Type());
}

/// Returns the address of an element of the batches, relative to their first
/// column.
Value BlockBatchEmitter::getColumnAddress(Value slot, Type type) {
  return gep(slot, type, batch.getElementPlace());
}

/// Calls `body` for each of the batches that are processed as one.
void BlockBatchEmitter::forBatches(llvm::function_ref<void()> body) {
  emitLoop(constant(0), constant(plan.batch->getAllItems()), plan.batch->items,
           [&](Value first) {
             batch.row = add(batch.firstRow, first);
             body();
           });
  batch.row = batch.firstRow;
}

/// Emits all batches of blocks. Each row of a batch is stored before the same
/// row of the next batch is reduced, because both rows use the same memory for
/// their values.
void BlockBatchEmitter::emitBatches(Value begin, Value end) {
  createColumns();
  Value rows = constant(model.getExtents()[schedule.rowDim]);
  Value yes = b.constant(b.getI8Type(), 1);
  int64_t step = plan.batch->getAllItems();
  auto reset = [&](Value first) {
    LLVM::StoreOp::create(b, yes, inRange);
    atBatch(first, [&] { resetColumns(); });
  };
  auto reduce = [&](Value first, Value row) {
    // Assumptions about the batch that is stored do not hold for this one.
    llvm::SaveAndRestore saved(assumesNumbers, false);
    currentPhase = 0;
    atRow(first, row, [&] { forBatches([&] { reduceRow(); }); });
  };
  auto store = [&](Value first, Value row) {
    currentPhase = getLastStep();
    atRow(first, row, [&] { forBatches([&] { storeRow(); }); });
  };
  auto finish = [&](Value first) {
    currentPhase = 0;
    atBatch(first, [&] { finishBatchColumns(); });
  };

  isWatched = false;
  Value second = add(begin, constant(step));
  emitLoop(begin, minimum(second, end), step, [&](Value first) {
    reset(first);
    emitLoop(constant(0), rows, 1, [&](Value row) { reduce(first, row); });
    finish(first);
  });
  emitLoop(begin, end, step, [&](Value first) {
    Value next = add(first, constant(step));
    auto hasNext = [&] {
      return b.compare(arith::CmpIPredicate::slt, next, end);
    };
    Value areInRange;
    if (isWatched)
      areInRange =
          b.equal(LLVM::LoadOp::create(b, b.getI8Type(), inRange), yes);
    emitIf(hasNext(), [&] { reset(next); });
    findNextBatch(first);
    clearPositions(plan.itemDims);
    emitWatchedCasts(areInRange, [&] {
      emitLoop(constant(0), rows, 1, [&](Value row) {
        store(first, row);
        emitIf(hasNext(), [&] { reduce(next, row); });
      });
    });
    emitIf(hasNext(), [&] { finish(next); });
  });
}

/// Computes, per operand, the prefetch distance from this batch, in elements.
/// Blocks have short rows: operands of the next batch are prefetched one row
/// after the row that is reduced next, and results one row ahead.
void BlockBatchEmitter::findNextBatch(Value first) {
  nextBlock.assign(model.getAccesses().size(), Value());
  Value next = minimum(add(first, constant(plan.batch->getAllItems())),
                       constant(plan.numItems - plan.batch->getAllItems()));
  setItemPosition(next);
  SmallVector<DimPosition> there = positions;
  setItemPosition(first);
  for (const Access &access : model.getAccesses()) {
    int64_t row = access.strides[schedule.rowDim];
    if (access.strides[plan.vectorDim] != 1 || row == 0)
      continue;
    Value offset = constant(row);
    for (unsigned dim : plan.itemDims)
      if (int64_t stride = access.strides[dim];
          stride != 0 && model.getKernel().readsOperand(access.pointer))
        offset = add(
            offset, mul(b.sub(there[dim].value, positions[dim].value), stride));
    nextBlock[access.pointer] = offset;
  }
}

/// Records whether all scaling blocks so far are in range. A null condition
/// means that they need not be.
void BlockBatchEmitter::watch(Value areInRange) {
  if (!areInRange)
    return;
  isWatched = true;
  Value old = LLVM::LoadOp::create(b, b.getI8Type(), inRange);
  Value own = b.extendZero(areInRange, 8);
  LLVM::StoreOp::create(b, b.andBits(old, own), inRange);
}

void BlockBatchEmitter::resetColumns() {
  batch.forRows(plan.batch->getAllItems(), [&](Value row) {
    batch.emitStrips(row, [&] {
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
void BlockBatchEmitter::accumulateColumn(unsigned r, Value element) {
  Value address = getColumnAddress(columnVectors[r], accumulators[r].type);
  Value old = LLVM::LoadOp::create(b, element.getType(), address,
                                   /*alignment=*/1);
  LLVM::StoreOp::create(b, combineKind(r, old, element), address,
                        /*alignment=*/1);
}

/// Reduces one row of the blocks of a batch, and accumulates it into the
/// columns.
void BlockBatchEmitter::reduceRow() {
  batch.reduceRows(
      [&](unsigned r, Value element) { accumulateColumn(r, element); });
  llvm::SaveAndRestore saved(width, plan.batch->items);
  PositionScope scope(*this, plan.itemDims.back(),
                      {DimPosition::Range, batch.row}, /*isItem=*/true);
  batch.finish();
  watch(areGranulesInRange(/*perColumn=*/false));
  batch.storeValues();
  storeOutputs([&](unsigned i) { return isOfRow(i); });
}

/// Completes the column reductions, stores per-column results, and stores the
/// per-column values that strips read.
void BlockBatchEmitter::finishBatchColumns() {
  batch.forRows(plan.batch->getAllItems(), [&](Value row) {
    batch.emitStrips(row, [&] {
      for (auto [r, reduction] : llvm::enumerate(model.getReductions())) {
        if (!isColumnReduction(r))
          continue;
        Type type = accumulators[r].type;
        Value tree = LLVM::LoadOp::create(
            b, vectorOf(type), getColumnAddress(columnVectors[r], type),
            /*alignment=*/1);
        scopes.back().values[reduction.value] = combineWithInit(r, tree);
      }
      watch(areGranulesInRange(/*perColumn=*/true));
      for (auto [value, values] :
           llvm::zip_equal(plan.batch->columnValues, columnSlots)) {
        Type type = getElementTypeOrSelf(value.getType());
        store({getColumnAddress(values, type)}, toVector(evaluate(value)), type,
              /*alignment=*/1);
      }
      storeOutputs([&](unsigned i) { return isOfColumn(i); });
    });
  });
}

/// Loads the per-column values that strips read.
void BlockBatchEmitter::loadColumnValues() {
  for (auto [value, values] :
       llvm::zip_equal(plan.batch->columnValues, columnSlots)) {
    Type type = getElementTypeOrSelf(value.getType());
    scopes.back().values[value] =
        load({getColumnAddress(values, type)}, type, /*alignment=*/1);
  }
}

/// Stores one row of the blocks of a batch, and prefetches a row of the next
/// batch.
void BlockBatchEmitter::storeRow() {
  batch.storeRows([&] {
    loadColumnValues();
    prefetchNextBlock();
    storeOutputs([&](unsigned i) {
      return liesAlong(i, schedule.rowDim) && liesAlong(i, plan.vectorDim);
    });
  });
}
