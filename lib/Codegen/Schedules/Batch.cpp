//===- Batch.cpp - the rows of a batch ------------------------------------===//
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

#include "Batch.h"
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

int64_t Batch::getNumColumns() const {
  return e.model.getExtents()[e.plan.vectorDim];
}

int64_t Batch::getRowsPerStrip() const {
  return std::max<int64_t>(1, e.plan.batch->width / getNumColumns());
}

Value Batch::getElementPlace() {
  Value number = e.sub(e.positions[e.plan.itemDims.back()].value, firstRow);
  return e.add(e.mul(number, getNumColumns()),
               e.positions[e.plan.vectorDim].value);
}

void Batch::create(int64_t numRows) {
  int64_t size = e.plan.batch->items;
  vectors.clear();
  for (const FunctionEmitter::Accumulator &accumulator : e.accumulators)
    vectors.push_back(
        e.createSlot(e.vectorOf(accumulator.type, size), size, kLineBytes));
  slots.clear();
  for (Value value : e.plan.batch->rowValues)
    slots.push_back(
        e.createSlot(getStorageType(getElementTypeOrSelf(value.getType())),
                     numRows, kLineBytes));
}

void Batch::split(llvm::function_ref<void(Value, Value)> emitBatches,
                  llvm::function_ref<void(Value)> emitItem) {
  int64_t step = e.plan.batch->getAllItems();
  Value begin = e.frame.begin, end = e.frame.end;
  Value count = e.b.sub(end, begin);
  Value rest = arith::RemUIOp::create(e.b, count, e.constant(step));
  Value full = e.b.sub(end, rest);
  emitBatches(begin, full);
  if (e.plan.isBucketed || e.plan.numItems % step != 0)
    e.emitLoop(full, end, 1, emitItem);
}

void Batch::forRows(int64_t count, llvm::function_ref<void(Value)> body) {
  e.emitLoop(e.constant(0), e.constant(count), getRowsPerStrip(), body);
}

void Batch::emitStrips(Value first, llvm::function_ref<void()> body,
                       llvm::function_ref<void()> prepare) {
  unsigned dim = e.plan.itemDims.back();
  llvm::SaveAndRestore saved(e.width, e.plan.batch->width);
  e.openScope({dim}, /*isItem=*/true);
  e.positions[dim] = {DimPosition::Scalar, e.add(row, first)};
  if (prepare)
    prepare();
  for (int64_t i = 0; i < getNumColumns(); i += e.plan.batch->width) {
    FunctionEmitter::PositionScope scope(e, e.plan.vectorDim,
                                         {DimPosition::Range, e.constant(i)},
                                         /*isItem=*/true);
    body();
  }
  e.closeScope();
}

void Batch::reduceRows(
    llvm::function_ref<void(unsigned, Value)> accumulateColumn) {
  int64_t size = e.plan.batch->items, count = getRowsPerStrip();
  forRows(size, [&](Value first) {
    SmallVector<SmallVector<Value>> strips(e.plan.reductions.size());
    emitStrips(first, [&] {
      for (unsigned r = 0; r < strips.size(); ++r) {
        Value element = e.evaluateElements(r);
        if (e.isColumnReduction(r))
          accumulateColumn(r, element);
        else
          strips[r].push_back(element);
      }
    });
    for (unsigned r = 0; r < strips.size(); ++r) {
      if (e.isColumnReduction(r))
        continue;
      auto combine = [&](Value a, Value other) {
        return e.combineKind(r, a, other);
      };
      int64_t length = e.plan.batch->width / count;
      for (int64_t k = 0; k < count; ++k) {
        SmallVector<Value> parts;
        for (Value strip : strips[r])
          for (int64_t i = 0; i < length; i += size)
            parts.push_back(e.b.slice(strip, k * length + i, size));
        Value place = e.mul(e.add(first, e.constant(k)), size);
        LLVM::StoreOp::create(e.b, combineAll(std::move(parts), combine),
                              e.gep(vectors[r], e.accumulators[r].type, place),
                              /*alignment=*/1);
      }
    }
  });
}

void Batch::finish() {
  int64_t size = e.plan.batch->items;
  for (auto [r, reduction] : llvm::enumerate(e.model.getReductions())) {
    if (e.isColumnReduction(r))
      continue;
    Type type = e.accumulators[r].type;
    SmallVector<Value> rows;
    for (int64_t i = 0; i < size; ++i)
      rows.push_back(LLVM::LoadOp::create(
          e.b, e.vectorOf(type), e.gep(vectors[r], type, e.constant(i * size)),
          /*alignment=*/1));
    Value tree = transposeAndCombine(e.b, std::move(rows),
                                     [&, r = r](Value a, Value other) {
                                       return e.combineKind(r, a, other);
                                     });
    e.scopes.back().values[reduction.value] = e.combineWithInit(r, tree);
  }
}

/// Returns the index of the first row of the batch among the rows with stored
/// values. Rows of a block have values of their own.
Value Batch::getPlace() {
  const BlockPlan *block = e.plan.as<BlockPlan>();
  if (!block)
    return e.constant(0);
  Value number = e.sub(row, firstRow);
  return e.add(
      e.mul(e.positions[block->rowDim].value, e.plan.batch->getAllItems()),
      number);
}

void Batch::storeValues() {
  for (auto [value, slot] : llvm::zip_equal(e.plan.batch->rowValues, slots)) {
    Type type = getElementTypeOrSelf(value.getType());
    e.store({e.gep(slot, type, getPlace())}, e.toVector(e.evaluate(value)),
            type, /*alignment=*/1);
  }
}

/// Returns `value` of the rows of a strip that starts at row `first`, for each
/// of their elements.
Value Batch::loadValue(Value value, Value slot, Value first) {
  Type type = getElementTypeOrSelf(value.getType());
  int64_t count = getRowsPerStrip(), length = e.plan.batch->width / count;
  Value place = e.add(getPlace(), first);
  Value all;
  for (int64_t k = 0; k < count; ++k) {
    auto address = FunctionEmitter::StripAddress::ofElement(
        e.gep(slot, type, e.add(place, e.constant(k))));
    Value part = e.load(address, type, getByteWidth(type));
    if (count == 1)
      return part;
    part = vector::BroadcastOp::create(e.b, e.vectorOf(type, length), part);
    if (!all)
      all = e.b.constant(e.vectorOf(type), 0);
    all = e.b.insertSlice(part, all, k * length);
  }
  return all;
}

void Batch::storeRows(llvm::function_ref<void()> body) {
  forRows(e.plan.batch->items, [&](Value first) {
    auto prepare = [&] {
      for (auto [value, slot] : llvm::zip_equal(e.plan.batch->rowValues, slots))
        e.scopes.back().values[value] = loadValue(value, slot, first);
    };
    emitStrips(first, body, prepare);
  });
}
