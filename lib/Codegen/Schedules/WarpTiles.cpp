//===- WarpTiles.cpp - transposed results on a GPU ------------------------===//
//
// Some one-byte results are contiguous along columns while the operands are
// contiguous along rows. If a thread stored such results one by one, each store
// would touch its own memory sector. Therefore a thread computes a rectangle:
// one vector of each of several rows. It keeps the FP8 codes in registers,
// transposes them there, and stores vectors along the columns. Neighboring
// threads cover whole 32-byte sectors in both directions. No shared memory is
// used.
//
//===----------------------------------------------------------------------===//

#include "TileEmitter.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::fp8;

static Value join(VectorBuilder &b, SmallVector<Value> parts) {
  while (parts.size() > 1) {
    SmallVector<Value> next;
    for (size_t i = 0; i < parts.size(); i += 2) {
      int64_t size = cast<VectorType>(parts[i].getType()).getNumElements() * 2;
      SmallVector<int64_t> all = llvm::to_vector(llvm::seq<int64_t>(0, size));
      next.push_back(b.shuffle(parts[i], parts[i + 1], all));
    }
    parts = std::move(next);
  }
  return parts[0];
}

/// Returns the columns of a rectangle of rows. Both extents are powers of two.
static SmallVector<Value> transposeRows(VectorBuilder &b,
                                        ArrayRef<Value> rows) {
  auto numRows = int64_t(rows.size());
  int64_t width = cast<VectorType>(rows[0].getType()).getNumElements();
  int64_t side = std::min(numRows, width);
  SmallVector<Value> columns;
  for (int64_t column = 0; column < width; column += side) {
    // Squares, one below the other.
    SmallVector<SmallVector<Value>> squares;
    for (int64_t row = 0; row < numRows; row += side) {
      SmallVector<Value> &square = squares.emplace_back();
      for (int64_t k = 0; k < side; ++k)
        square.push_back(b.slice(rows[row + k], column, side));
      transposeSquare(b, square);
    }
    for (int64_t k = 0; k < side; ++k)
      columns.push_back(join(b, llvm::map_to_vector(squares, [&](auto &square) {
                               return square[k];
                             })));
  }
  return columns;
}

TileEmitter::Stage WarpTileEmitter::createStage(const Access &access) {
  if (!plan.isStaged(access))
    return {};
  return {createSlot(vectorOf(getStorageType(access.elementType)),
                     TilePlan::kSquareRows)};
}

FunctionEmitter::StripAddress
WarpTileEmitter::getStripAddress(const Access &access) {
  const Stage *stage = getStage(access);
  if (!stage)
    return FunctionEmitter::getStripAddress(access);
  return {
      gep(stage->slot, access.elementType, constant(squareRow * plan.width))};
}

bool WarpTileEmitter::staysInRegisters(const Access &access) const {
  return getStage(access) != nullptr;
}

void WarpTileEmitter::emitTile(Value part) {
  int64_t rows = model.getExtents()[schedule.rowDim];
  int64_t columns = model.getExtents()[plan.vectorDim];
  setTile(part);
  Value row = tileRow, column = tileColumn;
  if (rows % schedule.rows == 0 && columns % schedule.columns == 0)
    return emitWarpTileAt(row, column, /*isFull=*/true);
  Value isFull = b.andBits(
      b.compare(arith::CmpIPredicate::sle, row, rows - schedule.rows),
      b.compare(arith::CmpIPredicate::sle, column, columns - schedule.columns));
  if (rows >= schedule.rows && columns >= schedule.columns)
    emitIf(isFull, [&] { emitWarpTileAt(row, column, /*isFull=*/true); });
  Value isPartial = b.xorBits(isFull, true);
  emitIf(isPartial, [&] { emitWarpTileAt(row, column, /*isFull=*/false); });
}

/// Emits the rectangle of this thread within the tile at (firstRow,
/// firstColumn).
void WarpTileEmitter::emitWarpTileAt(Value firstRow, Value firstColumn,
                                     bool isFull) {
  Value across = constant(schedule.columns / plan.width);
  tileRow =
      add(firstRow, mul(b.div(frame.lane, across), TilePlan::kSquareRows));
  tileColumn =
      add(firstColumn,
          mul(arith::RemUIOp::create(b, frame.lane, across), plan.width));
  Value numRows = constant(model.getExtents()[schedule.rowDim]);
  Value numColumns = constant(model.getExtents()[plan.vectorDim]);
  // Store after all rows are loaded, because compilers do not move loads before
  // stores that may alias them.
  llvm::SaveAndRestore savedDelay(delaysStores, isFull);
  for (int64_t k = 0; k < TilePlan::kSquareRows; ++k) {
    Value row = add(tileRow, constant(k));
    Value isInside;
    if (!isFull)
      isInside = b.compare(arith::CmpIPredicate::slt, row, numRows);
    emitIf(isInside, [&] {
      PositionScope scope(*this, schedule.rowDim, {DimPosition::Scalar, row},
                          /*isItem=*/true);
      llvm::SaveAndRestore savedEnd(tailEnd, isFull ? Value() : numColumns);
      squareRow = k;
      emitStrip(/*phase=*/0, tileColumn, /*u=*/0);
    });
  }
  flushStores();
  for (unsigned i = 0; i < stages.size(); ++i)
    if (stages[i])
      storeColumns(i, isFull);
}

/// Stores the columns of a result from the rows that this thread has staged.
void WarpTileEmitter::storeColumns(unsigned operand, bool isFull) {
  const Access &access = model.getAccesses()[operand];
  Type byte = b.getI8Type();
  SmallVector<Value> rows;
  for (int64_t k = 0; k < TilePlan::kSquareRows; ++k)
    rows.push_back(LLVM::LoadOp::create(
        b, vectorOf(byte),
        gep(stages[operand].slot, byte, constant(k * plan.width))));
  SmallVector<Value> columns = transposeRows(b, rows);
  Value memory = getTileAddress(access);
  int64_t stride = access.strides[plan.vectorDim];
  int64_t alignment = std::gcd(access.alignment, TilePlan::kSquareRows);
  for (auto [dim, step] : llvm::enumerate(access.strides))
    if (dim != schedule.rowDim)
      alignment = std::gcd(alignment, step);
  auto memoryAt = [&](int64_t k) {
    return gep(memory, byte, constant(k * stride));
  };
  if (isFull) {
    for (auto [k, column] : llvm::enumerate(columns))
      LLVM::StoreOp::create(b, column, memoryAt(k), alignment);
    return;
  }
  Value left = b.sub(constant(model.getExtents()[schedule.rowDim]), tileRow);
  left = b.createOrFold<arith::MaxSIOp>(left, constant(0));
  left = minimum(left, constant(TilePlan::kSquareRows));
  left = b.truncate(left, 32);
  Value isRow =
      b.less(iota(b.getI32Type(), TilePlan::kSquareRows),
             vector::BroadcastOp::create(
                 b, vectorOf(b.getI32Type(), TilePlan::kSquareRows), left));
  for (auto [k, column] : llvm::enumerate(columns)) {
    Value isInside =
        b.compare(arith::CmpIPredicate::slt, add(tileColumn, constant(k)),
                  model.getExtents()[plan.vectorDim]);
    emitIf(isInside, [&, column = column, k = k] {
      LLVM::MaskedStoreOp::create(b, column, memoryAt(k), isRow,
                                  b.getI32IntegerAttr(alignment));
    });
  }
}
