//===- Batches.cpp - batches of short rows --------------------------------===//
//
// For a short row, such as a scaling block, the reduction to one element and
// the scalar code that depends on it take as long as the elements themselves,
// because the operations are dependent. Rows are therefore processed in
// batches, as many rows as a vector has elements:
//
// 1. Each row is reduced to one vector; these vectors are transposed and
//    reduced together.
// 2. Values per row are computed once for the whole batch, as vectors.
// 3. The elements are processed again, from the first-level cache.
//
// Several rows share a vector if they are shorter than a vector of FP8 codes.
//
//===----------------------------------------------------------------------===//

#include "BatchEmitter.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns a vector whose element i combines all elements of vector i, for n
/// vectors of n elements. Each round combines vectors i and i + k/2 of k
/// vectors. This halves the number of vectors, and the number of elements that
/// remain per result.
static Value
transposeAndCombine(VectorBuilder &b, SmallVector<Value> vectors,
                    llvm::function_ref<Value(Value, Value)> combine) {
  int64_t n = vectors.size();
  for (int64_t k = n; k > 1; k /= 2) {
    SmallVector<int64_t> low, high;
    for (int64_t first = 0; first < n; first += k)
      for (int64_t from : {first, n + first})
        for (int64_t i = 0; i < k / 2; ++i) {
          low.push_back(from + i);
          high.push_back(from + k / 2 + i);
        }
    for (int64_t i = 0; i < k / 2; ++i) {
      Value a = vectors[i], other = vectors[i + k / 2];
      vectors[i] = combine(b.shuffle(a, other, low), b.shuffle(a, other, high));
    }
    vectors.resize(k / 2);
  }
  return vectors[0];
}

void BatchEmitter::emitItem(Value part, Value item) {
  if (isOfBlocks())
    BlockEmitter::emitItem(part, item);
  else
    RowEmitter::emitItem(part, item);
}

/// Returns the number of staged elements of all work items that are processed
/// as one.
int64_t BatchEmitter::getKeptSize() const {
  int64_t size = plan.innerExtent * plan.getBatchedItems();
  return isOfBlocks() ? std::max(size, BlockEmitter::getKeptSize()) : size;
}

Value BatchEmitter::getKeptPlace(const KeptRow &row) {
  if (!batchRow)
    return isOfBlocks() ? BlockEmitter::getKeptPlace(row)
                        : RowEmitter::getKeptPlace(row);
  Value number = b.createOrFold<arith::SubIOp>(
      positions[plan.itemDims.back()].value, firstBatchRow);
  Value place =
      add(mul(number, getBatchColumns()), positions[plan.vectorDim].value);
  if (!isOfBlocks())
    return place;
  return add(mul(positions[plan.rowDim].value,
                 plan.getBatchedItems() * getBatchColumns()),
             place);
}

/// Emits the chunk in batches, and the rows after the last whole batch one by
/// one.
void BatchEmitter::emitItems() {
  int64_t size = plan.batchItems;
  batchVectors.clear();
  for (unsigned r = 0; r < plan.reductions.size(); ++r)
    batchVectors.push_back(
        createSlot(vectorOf(accumulators[r].type, size), size, kLineBytes));
  batchSlots.clear();
  int64_t numValues = size;
  if (isOfBlocks())
    numValues = plan.getBatchedItems() * model.getExtents()[plan.rowDim];
  for (Value value : plan.batchValues)
    batchSlots.push_back(
        createSlot(getStorageType(getElementTypeOrSelf(value.getType())),
                   numValues, kLineBytes));
  int64_t step = plan.getBatchedItems();
  Value count = b.sub(frame.end, frame.begin);
  Value rest = arith::RemUIOp::create(b, count, constant(step));
  Value full = b.sub(frame.end, rest);
  if (isOfBlocks())
    emitBlockBatches(frame.begin, full);
  else
    emitLoop(frame.begin, full, step, [&](Value first) { emitBatch(first); });
  if (!plan.isBucketed && plan.numItems % step == 0)
    return;
  emitLoop(full, frame.end, 1, [&](Value item) {
    openScope(plan.itemDims, /*isItem=*/!isOfBlocks());
    emitItem(setItemPosition(item), item);
    closeScope();
  });
}

/// Computes, per operand, the prefetch distance from this batch, in elements.
/// It points to the operands of the next batch, or of a later one if batches
/// are short. Blocks have short rows: their operands are prefetched one row
/// after the row that is reduced next, and their results one row ahead.
void BatchEmitter::findNextBatch(Value first) {
  nextBlock.assign(model.getAccesses().size(), Value());
  bool isBlock = isOfBlocks();
  Value next = b.createOrFold<arith::MinSIOp>(
      add(first, constant(plan.getBatchedItems())),
      constant(plan.numItems - plan.getBatchedItems()));
  setItemPosition(next);
  SmallVector<DimPosition> there = positions;
  setItemPosition(first);
  for (const Access &access : model.getAccesses()) {
    if (access.strides[plan.vectorDim] != 1 ||
        (!isBlock && !model.getKernel().readsOperand(access.pointer)))
      continue;
    Value offset;
    if (isBlock && access.strides[plan.rowDim] != 0) {
      int64_t row = access.strides[plan.rowDim];
      offset = constant(row);
      for (unsigned dim : plan.itemDims)
        if (int64_t stride = access.strides[dim];
            stride != 0 && model.getKernel().readsOperand(access.pointer))
          offset =
              add(offset,
                  mul(b.sub(there[dim].value, positions[dim].value), stride));
    } else if (!isBlock &&
               access.strides[plan.itemDims.back()] == plan.innerExtent) {
      offset = constant(std::max(plan.batchItems * plan.innerExtent,
                                 target.getTuning().batchAheadBytes /
                                     getByteWidth(access.elementType)));
    }
    nextBlock[access.pointer] = offset;
  }
}

/// Emits the batch that starts at row `first`. All its rows have the same
/// position along the outer dimensions.
void BatchEmitter::emitBatch(Value first) {
  unsigned dim = plan.itemDims.back();
  findNextBatch(first);
  setItemPosition(first);
  batchRow = firstBatchRow = positions[dim].value;
  openScope(ArrayRef(plan.itemDims).drop_back(), /*isItem=*/false);
  currentPhase = 0;
  forBatchRows(plan.batchItems,
               [&](Value row) { reduceBatchRows(row, getRowsPerStrip()); });

  // Per-row values, as vectors with one element per row of the batch.
  Scope rows;
  Value areInRange;
  {
    llvm::SaveAndRestore saved(width, plan.batchItems);
    openScope({dim}, /*isItem=*/true);
    positions[dim] = {DimPosition::Lane, batchRow};
    finishBatch();
    areInRange = areGranulesInRange(/*perColumn=*/false);
    storeBatchValues();
    rows = scopes.pop_back_val();
  }
  currentPhase = 1;
  emitWatchedCasts(areInRange, [&] {
    forBatchRows(plan.batchItems,
                 [&](Value row) { storeBatchRows(row, getRowsPerStrip()); });
  });
  llvm::SaveAndRestore saved(width, plan.batchItems);
  scopes.push_back(std::move(rows));
  positions[dim] = {DimPosition::Lane, batchRow};
  storeOutputs([&](unsigned i) { return !isInnerOutput(i); });
  closeScope();
  closeScope();
  clearPositions(plan.itemDims);
  batchRow = firstBatchRow = Value();
}

/// Calls `body` for each strip of the rows that start at `row` of the batch.
/// `prepare` may add values to the scope of the rows.
void BatchEmitter::emitBatchStrips(Value row,
                                   llvm::function_ref<void()> prepare,
                                   llvm::function_ref<void()> body) {
  unsigned dim = plan.itemDims.back();
  llvm::SaveAndRestore saved(width, plan.stripWidth);
  openScope({dim}, /*isItem=*/true);
  positions[dim] = {DimPosition::Scalar, add(batchRow, row)};
  prepare();
  for (int64_t i = 0; i < getBatchColumns(); i += plan.stripWidth) {
    openScope({plan.vectorDim}, /*isItem=*/true);
    positions[plan.vectorDim] = {DimPosition::Lane, constant(i)};
    body();
    clearPositions({plan.vectorDim});
    closeScope();
  }
  closeScope();
}

/// Reduces each row to one vector per reduction.
void BatchEmitter::reduceBatchRows(Value row, int64_t count) {
  int64_t size = plan.batchItems;
  SmallVector<SmallVector<Value>> strips(plan.reductions.size());
  emitBatchStrips(
      row, [] {},
      [&] {
        for (unsigned r = 0; r < plan.reductions.size(); ++r) {
          Value element =
              toVector(evaluate(model.getReductions()[r].combiner.element));
          if (accumulators[r].onBits)
            element = b.bitcast(accumulators[r].type, element);
          if (isColumnReduction(r))
            accumulateColumns(r, element);
          else
            strips[r].push_back(element);
        }
      });
  for (unsigned r = 0; r < plan.reductions.size(); ++r) {
    if (isColumnReduction(r))
      continue;
    auto combine = [&](Value a, Value other) {
      return combineKind(r, a, other);
    };
    int64_t length = plan.stripWidth / count;
    for (int64_t k = 0; k < count; ++k) {
      SmallVector<Value> parts;
      for (Value strip : strips[r])
        for (int64_t i = 0; i < length; i += size)
          parts.push_back(b.slice(strip, k * length + i, size));
      Value place = mul(add(row, constant(k)), size);
      LLVM::StoreOp::create(b, combineAll(std::move(parts), combine),
                            gep(batchVectors[r], accumulators[r].type, place),
                            /*alignment=*/1);
    }
  }
}

/// Completes the reductions of all rows, in the scope of the batch.
void BatchEmitter::finishBatch() {
  int64_t size = plan.batchItems;
  for (unsigned r = 0; r < plan.reductions.size(); ++r) {
    if (isColumnReduction(r))
      continue;
    Type type = accumulators[r].type;
    SmallVector<Value> vectors;
    for (int64_t i = 0; i < size; ++i)
      vectors.push_back(LLVM::LoadOp::create(
          b, vectorOf(type), gep(batchVectors[r], type, constant(i * size)),
          /*alignment=*/1));
    Value tree =
        transposeAndCombine(b, std::move(vectors), [&](Value a, Value other) {
          return combineKind(r, a, other);
        });
    scopes.back().values[model.getReductions()[r].value] =
        combineWithInit(r, tree);
  }
}

/// Returns the index of the first row of the batch among the rows with stored
/// values.
Value BatchEmitter::getBatchPlace() {
  if (!isOfBlocks())
    return constant(0);
  Value row = b.createOrFold<arith::SubIOp>(batchRow, firstBatchRow);
  return add(mul(positions[plan.rowDim].value, plan.getBatchedItems()), row);
}

/// Stores the per-row values that strips read, in the scope of the batch.
void BatchEmitter::storeBatchValues() {
  for (auto [value, slot] : llvm::zip_equal(plan.batchValues, batchSlots)) {
    Type type = getElementTypeOrSelf(value.getType());
    store({gep(slot, type, getBatchPlace())}, toVector(evaluate(value)), type,
          /*alignment=*/1);
  }
}

/// Returns `value` of the `count` rows from `row` on, for a strip of their
/// elements.
Value BatchEmitter::loadBatchValue(Value value, Value slot, Value row,
                                   int64_t count) {
  Type type = getElementTypeOrSelf(value.getType());
  int64_t length = plan.stripWidth / count;
  Value first = add(getBatchPlace(), row);
  Value all;
  for (int64_t k = 0; k < count; ++k) {
    StripAddress address{gep(slot, type, add(first, constant(k)))};
    address.isUniform = true;
    Value part = load(address, type, getByteWidth(type));
    if (count == 1)
      return part;
    part = vector::BroadcastOp::create(b, vectorOf(type, length), part);
    if (!all)
      all = b.constant(vectorOf(type), 0);
    all = b.insertSlice(part, all, k * length);
  }
  return all;
}

/// Stores the elements of rows whose reductions are complete, and prefetches
/// operands of a later batch while memory would be idle.
void BatchEmitter::storeBatchRows(Value row, int64_t count) {
  auto prepare = [&] {
    for (auto [value, slot] : llvm::zip_equal(plan.batchValues, batchSlots))
      scopes.back().values[value] = loadBatchValue(value, slot, row, count);
  };
  bool isBlock = isOfBlocks();
  emitBatchStrips(row, prepare, [&] {
    if (isBlock)
      loadColumnValues();
    for (const Access &access : model.getAccesses())
      if (Value offset = nextBlock[access.pointer])
        prefetch(access, offset);
    storeOutputs([&](unsigned i) {
      return isBlock ? liesAlong(i, plan.rowDim) && liesAlong(i, plan.vectorDim)
                     : isInnerOutput(i);
    });
  });
}
