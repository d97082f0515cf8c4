//===- Tiles.cpp - the tile schedule --------------------------------------===//
//
// Kernels with accesses along rows and along columns. A work item is a tile. An
// operand that is accessed along columns uses a staging buffer, which holds the
// tile's part of the operand row by row, on the stack. Staging buffers are
// transposed in registers, square by square.
//
//===----------------------------------------------------------------------===//

#include "TileEmitter.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::fp8;

void TileEmitter::prepare() {
  for (const Access &access : model.getAccesses())
    stages.push_back(createStage(access));
  if (plan.streamsResults && schedule.rows % kLineBytes == 0)
    panel = createSlot(b.getI8Type(),
                       schedule.rows * target.getWidth(8, 8, /*hasSum=*/false),
                       kLineBytes);
}

void TileEmitter::emitItems() {
  if (overlapsTiles())
    return emitOverlappedTiles();
  FunctionEmitter::emitItems();
}

void TileEmitter::emitItem(Value part, Value item) {
  emitTile(part);
  accumulateItems(item);
}

/// Prefetches operands. With little computation per line, the hardware
/// prefetcher falls behind. By default the next tile along the rows is
/// prefetched. If casts overlap with a transposition or results use
/// non-temporal stores, it is the next row.
void TileEmitter::prefetchOperands() {
  if (target.getNumThreads() != 1 || !plan.hasVectorDim())
    return;
  for (const Access &access : model.getAccesses())
    if (model.getKernel().readsOperand(access.pointer) &&
        access.strides[plan.vectorDim] == 1)
      prefetch(access, constant(plan.streamsResults || overlapsTiles()
                                    ? access.strides[schedule.rowDim]
                                    : schedule.columns));
}

/// Sets the position to tile `part`; tiles are numbered row by row.
void TileEmitter::setTile(Value part) {
  int64_t columns = model.getExtents()[plan.vectorDim];
  Value across = constant(llvm::divideCeil(columns, schedule.columns));
  tileRow = mul(b.div(part, across), schedule.rows);
  tileColumn = mul(arith::RemUIOp::create(b, part, across), schedule.columns);
}

void TileEmitter::emitTile(Value part) {
  int64_t rows = model.getExtents()[schedule.rowDim];
  int64_t columns = model.getExtents()[plan.vectorDim];
  setTile(part);
  Value rowsLeft = b.sub(constant(rows), tileRow);
  Value columnsLeft = b.sub(constant(columns), tileColumn);
  Value numRows = minimum(rowsLeft, constant(schedule.rows));
  Value numColumns = minimum(columnsLeft, constant(schedule.columns));
  if (rows % schedule.rows == 0 && columns % schedule.columns == 0)
    return emitTileOf(constant(schedule.rows), constant(schedule.columns),
                      /*isFull=*/true);
  auto compare = [&](arith::CmpIPredicate predicate, Value size, int64_t full) {
    return b.compare(predicate, size, full);
  };
  Value isFull = b.andBits(
      compare(arith::CmpIPredicate::eq, numRows, schedule.rows),
      compare(arith::CmpIPredicate::eq, numColumns, schedule.columns));
  if (rows >= schedule.rows && columns >= schedule.columns)
    emitIf(isFull, [&] {
      emitTileOf(constant(schedule.rows), constant(schedule.columns),
                 /*isFull=*/true);
    });
  Value isPartial =
      b.orBits(compare(arith::CmpIPredicate::ne, numRows, schedule.rows),
               compare(arith::CmpIPredicate::ne, numColumns, schedule.columns));
  emitIf(isPartial, [&] { emitTileOf(numRows, numColumns, /*isFull=*/false); });
}

void TileEmitter::emitTileOf(Value numRows, Value numColumns, bool isFull) {
  loadStages(numRows, numColumns, isFull);
  Value lastColumn = add(tileColumn, numColumns);
  emitLoop(tileRow, add(tileRow, numRows), 1, [&](Value row) {
    PositionScope scope(*this, schedule.rowDim, {DimPosition::Scalar, row},
                        /*isItem=*/true);
    std::optional<int64_t> size;
    if (isFull)
      size = schedule.columns;
    emitSteps(
        tileColumn, lastColumn, /*unroll=*/1,
        [&](Value first, unsigned u) { emitStrip(/*phase=*/0, first, u); },
        /*isPrivate=*/false, size);
  });
  storeStages(numRows, numColumns, isFull);
}

void TileEmitter::loadStages(Value numRows, Value numColumns, bool isFull) {
  for (unsigned i = 0; i < stages.size(); ++i)
    if (stages[i] && model.getKernel().readsOperand(i))
      transposeStage(i, /*isLoad=*/true, numRows, numColumns, isFull);
}

void TileEmitter::storeStages(Value numRows, Value numColumns, bool isFull) {
  unsigned numInputs = model.getKernel().getInputs().size();
  for (unsigned i = numInputs; i < stages.size(); ++i)
    if (stages[i])
      transposeStage(i, /*isLoad=*/false, numRows, numColumns, isFull);
}

/// Transposes a square of registers. Interleaving vectors k and k + n/2 rotates
/// the bits of the index (row, column) by one position. After log2(n) rounds,
/// row and column are exchanged.
void mlir::fp8::transposeSquare(VectorBuilder &b,
                                SmallVectorImpl<Value> &vectors) {
  int64_t n = vectors.size();
  for (int64_t stage = 1; stage < n; stage *= 2) {
    SmallVector<Value> next;
    for (int64_t k = 0; k < n / 2; ++k) {
      SmallVector<int64_t> low, high;
      for (int64_t i = 0; i < n / 2; ++i) {
        low.append({i, i + n});
        high.append({i + n / 2, i + n / 2 + n});
      }
      Value first = vectors[k], second = vectors[k + n / 2];
      next.push_back(b.shuffle(first, second, low));
      next.push_back(b.shuffle(first, second, high));
    }
    vectors = std::move(next);
  }
}

/// Creates the staging buffer of an operand. A result needs no buffer of its
/// own if another result, its twin, has the same elements, row by row. The twin
/// must be in bounds, so tiles must be full, and it must be in the cache. A
/// result whose old elements are read needs its own buffer.
TileEmitter::Stage TileEmitter::createStage(const Access &access) {
  if (!plan.isStaged(access))
    return {};
  KernelOp kernel = model.getKernel();
  bool mayHaveTwin = !plan.streamsResults &&
                     !kernel.readsOperand(access.pointer) &&
                     model.getExtents()[schedule.rowDim] % schedule.rows == 0 &&
                     model.getExtents()[plan.vectorDim] % schedule.columns == 0;
  for (auto [i, value] : llvm::enumerate(model.getOutputs()))
    for (auto [j, other] : llvm::enumerate(model.getOutputs())) {
      const Access &twin = model.getOutputAccess(j);
      if (mayHaveTwin && &model.getOutputAccess(i) == &access &&
          getOrigin(value) == getOrigin(other) && !plan.isStaged(twin) &&
          twin.strides[plan.vectorDim] == 1)
        return {Value(), &twin};
    }
  return {createSlot(getStorageType(access.elementType),
                     schedule.rows * schedule.getStageStride(), kLineBytes)};
}

const TileEmitter::Stage *TileEmitter::getStage(const Access &access) const {
  const Stage &stage = stages[access.pointer];
  return stage ? &stage : nullptr;
}

FunctionEmitter::StripAddress
TileEmitter::getStripAddress(const Access &access) {
  const Stage *stage = getStage(access);
  if (!stage)
    return FunctionEmitter::getStripAddress(access);
  // The buffer holds the rows of the tile one after the other.
  auto offset = [&](unsigned dim, Value first, int64_t stride) {
    return mul(sub(positions[dim].value, first), stride);
  };
  return {gep(stage->slot, access.elementType,
              add(offset(schedule.rowDim, tileRow, schedule.getStageStride()),
                  offset(plan.vectorDim, tileColumn, 1)))};
}

/// Stores nothing for a result with a twin, because the store of the twin fills
/// the staging buffer.
void TileEmitter::storeVector(unsigned i) {
  const Stage *stage = getStage(model.getOutputAccess(i));
  if (!stage || !stage->twin)
    FunctionEmitter::storeVector(i);
}

/// Returns the address of an element of the tile, relative to the first element
/// of the tile.
Value TileEmitter::getStageAddress(unsigned operand, Value row, Value column) {
  Type type = model.getAccesses()[operand].elementType;
  const Stage &stage = stages[operand];
  if (!stage.twin)
    return gep(stage.slot, type,
               add(mul(row, schedule.getStageStride()), column));
  return gep(getTileAddress(*stage.twin), type,
             add(mul(row, stage.twin->strides[schedule.rowDim]), column));
}

/// Returns the address of the first element of the tile in an operand.
Value TileEmitter::getTileAddress(const Access &access) {
  return gep(getScopeAddress(access), access.elementType,
             add(mul(tileRow, access.strides[schedule.rowDim]),
                 mul(tileColumn, access.strides[plan.vectorDim])));
}

Value TileEmitter::getColumnAddress(const Square &square, int64_t k) {
  return gep(square.memory, square.access.elementType,
             add(square.row, mul(add(square.column, constant(k)),
                                 square.access.strides[plan.vectorDim])));
}

/// Loads vector `k` of a square from its operand.
Value TileEmitter::loadColumn(const Square &square, int64_t k) {
  int64_t bytes = getByteWidth(square.access.elementType);
  if (!square.rowMask)
    return LLVM::LoadOp::create(b, square.type, getColumnAddress(square, k),
                                bytes);
  Value isInside =
      b.compare(arith::CmpIPredicate::slt, add(square.column, constant(k)),
                square.numColumns);
  Value all = vector::BroadcastOp::create(
      b, withElementType(square.type, b.getI1Type()), isInside);
  return LLVM::MaskedLoadOp::create(
      b, square.type, getColumnAddress(square, k),
      b.andBits(all, square.rowMask), b.constant(square.type, 0),
      b.getI32IntegerAttr(bytes), /*nontemporal=*/UnitAttr());
}

/// Stores vector `k` of a square to its operand.
void TileEmitter::storeColumn(const Square &square, int64_t k, Value vector) {
  int64_t bytes = getByteWidth(square.access.elementType);
  if (!square.rowMask) {
    LLVM::StoreOp::create(b, vector, getColumnAddress(square, k), bytes);
    return;
  }
  Value isInside =
      b.compare(arith::CmpIPredicate::slt, add(square.column, constant(k)),
                square.numColumns);
  emitIf(isInside, [&] {
    LLVM::MaskedStoreOp::create(b, vector, getColumnAddress(square, k),
                                square.rowMask, b.getI32IntegerAttr(bytes));
  });
}

/// Moves a tile between an operand, which is contiguous along columns, and its
/// staging buffer.
void TileEmitter::transposeStage(unsigned operand, bool isLoad, Value numRows,
                                 Value numColumns, bool isFull) {
  const Access &access = model.getAccesses()[operand];
  if (!isLoad && isFull && hasLines(access) &&
      isStreamedAlong(access, schedule.rowDim))
    return streamLines(operand, numColumns);
  if (!isLoad && isFull && hasLines(access))
    return emitLoop(constant(0), numRows, kLineBytes, [&](Value row) {
      storeLines(operand, row, constant(0), numColumns, /*isFetched=*/false);
    });
  int64_t bytes = getByteWidth(access.elementType);
  unsigned side = std::clamp(
      target.getWidth(8 * bytes, 8 * bytes, /*hasSum=*/false), 2u, 16u);
  VectorType type = vectorOf(getStorageType(access.elementType), side);
  Value memory = getTileAddress(access);
  auto emitSquare = [&](Value row, Value column) {
    Square square{access, type, memory, row, column, Value(), numColumns};
    if (!isFull) {
      Value left = minimum(b.sub(numRows, row), constant(side));
      left = target.hideValue(b, b.truncate(left, 32));
      square.rowMask = b.less(
          iota(b.getI32Type(), side),
          vector::BroadcastOp::create(b, vectorOf(b.getI32Type(), side), left));
    }
    auto stageAt = [&](int64_t k) {
      return getStageAddress(operand, add(row, constant(k)), column);
    };
    SmallVector<Value> vectors;
    for (int64_t k = 0; k < side; ++k)
      vectors.push_back(
          isLoad
              ? loadColumn(square, k)
              : LLVM::LoadOp::create(b, type, stageAt(k), bytes).getResult());
    transposeSquare(b, vectors);
    for (int64_t k = 0; k < side; ++k)
      if (isLoad)
        LLVM::StoreOp::create(b, vectors[k], stageAt(k), bytes);
      else
        storeColumn(square, k, vectors[k]);
  };
  emitLoop(constant(0), numColumns, side, [&](Value column) {
    emitLoop(constant(0), numRows, side,
             [&](Value row) { emitSquare(row, column); });
  });
}
