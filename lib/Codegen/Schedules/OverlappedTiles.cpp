//===- OverlappedTiles.cpp - casts overlapped with transposition ----------===//
//
// The casts of a stripe wait for operands. Its transposition waits for cache
// lines of the result, which are far apart and which hardware prefetching
// misses. Therefore a stripe is transposed square by square between the rows of
// the next stripe. The casts of these rows prefetch the lines of a square one
// by one before the square is written.
//
//===----------------------------------------------------------------------===//

#include "TileEmitter.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns true if all tiles are full and each square is paired with the same
/// number of rows of the next tile.
bool TileEmitter::overlapsTiles() const {
  if (target.getNumThreads() != 1 || !plan.itemDims.empty() || plan.grain == 1)
    return false;
  if (model.getExtents()[schedule.rowDim] % schedule.rows != 0 ||
      model.getExtents()[plan.vectorDim] % schedule.columns != 0 ||
      schedule.rows % getNumSquares() != 0)
    return false;
  // A result is computed one tile before it is transposed. Until then, its
  // elements must stay in its twin.
  return llvm::all_of(model.getAccesses(), [&](const Access &access) {
    return !plan.isStaged(access) ||
           (stages[access.pointer].twin && hasLines(access));
  });
}

int64_t TileEmitter::getNumSquares() const {
  return llvm::divideCeil(schedule.columns, kLineBytes) *
         llvm::divideCeil(schedule.rows, kLineBytes);
}

/// Returns the row and column of the first element of a square of the tile.
/// Squares are numbered down the columns, so that the lines of consecutive
/// squares are neighbors.
std::pair<Value, Value> TileEmitter::getSquarePlace(Value square) {
  Value down = constant(llvm::divideCeil(schedule.rows, kLineBytes));
  return {mul(arith::RemUIOp::create(b, square, down), kLineBytes),
          mul(b.div(square, down), kLineBytes)};
}

/// Calls `body` at the tile of `item`.
void TileEmitter::atTile(Value item, llvm::function_ref<void()> body) {
  llvm::SaveAndRestore savedRow(tileRow), savedColumn(tileColumn);
  setTile(setItemPosition(item));
  body();
}

/// Returns the first line of a square of the tile in each transposed result.
SmallVector<TileEmitter::Lines> TileEmitter::findLines(Value square) {
  auto [row, column] = getSquarePlace(square);
  SmallVector<Lines> lines;
  for (const Access &access : model.getAccesses())
    if (plan.isStaged(access)) {
      int64_t stride = access.strides[plan.vectorDim];
      lines.push_back({gep(getTileAddress(access), access.elementType,
                           add(row, mul(column, stride))),
                       stride});
    }
  return lines;
}

/// Emits `count` rows of the tile, starting at `first`. The rows prefetch
/// `lines`, the lines of a square of the previous tile with as many elements.
/// `lines` is empty if there is no previous tile.
void TileEmitter::emitTileRows(Value first, int64_t count,
                               ArrayRef<Lines> lines) {
  Value begin = add(tileRow, first);
  emitLoop(begin, add(begin, constant(count)), 1, [&](Value row) {
    PositionScope scope(*this, schedule.rowDim, {DimPosition::Scalar, row},
                        /*isItem=*/true);
    emitSteps(
        tileColumn, add(tileColumn, constant(schedule.columns)), /*unroll=*/1,
        [&](Value column, unsigned u) {
          Value place = add(mul(b.sub(row, begin), schedule.columns),
                            b.sub(column, tileColumn));
          for (const Lines &each : lines)
            prefetchLine(gep(each.first, b.getI8Type(),
                             mul(b.div(place, kLineBytes), each.stride)));
          emitStrip(/*phase=*/0, column, u);
        },
        /*isPrivate=*/false, schedule.columns);
  });
}

/// Stores the lines of a square of the tile in all transposed results.
void TileEmitter::storeSquare(Value square) {
  auto [row, column] = getSquarePlace(square);
  for (const Access &access : model.getAccesses())
    if (plan.isStaged(access))
      storeLines(access.pointer, row, column, add(column, constant(kLineBytes)),
                 /*isFetched=*/true);
}

void TileEmitter::emitOverlappedTiles() {
  int64_t rowsPerSquare = schedule.rows / getNumSquares();
  emitFirstItem([&](Value item) {
    openScope(plan.itemDims, /*isItem=*/true);
    atTile(item, [&] { emitTileRows(constant(0), schedule.rows, {}); });
    closeScope();
  });
  Value last = b.sub(frame.end, 1);
  emitLoop(frame.begin, frame.end, 1, [&](Value item) {
    openScope(plan.itemDims, /*isItem=*/true);
    auto isLast = [&](arith::CmpIPredicate predicate) {
      return b.compare(predicate, item, last);
    };
    emitLoop(constant(0), constant(getNumSquares()), 1, [&](Value square) {
      SmallVector<Lines> lines, nextLines;
      atTile(item, [&] {
        lines = findLines(square);
        nextLines = findLines(add(square, constant(1)));
      });
      emitIf(isLast(arith::CmpIPredicate::ne), [&] {
        atTile(add(item, constant(1)), [&] {
          emitTileRows(mul(square, rowsPerSquare), rowsPerSquare, lines);
        });
      });
      // After the last tile, no casts of another tile prefetch the lines of a
      // square. Therefore each square prefetches the lines of the next square.
      emitIf(isLast(arith::CmpIPredicate::eq), [&] {
        emitLoop(constant(0), constant(kLineBytes), 1, [&](Value number) {
          for (const Lines &each : nextLines)
            prefetchLine(
                gep(each.first, b.getI8Type(), mul(number, each.stride)));
        });
      });
      atTile(item, [&] { storeSquare(square); });
    });
    closeScope();
  });
}
