//===- TransposeBytes.cpp - line-by-line stores of transposed bytes -------===//
//
// Rows of a matrix are often a power of two apart and then map to one cache
// set. A line that is written in pieces would be evicted between the pieces.
// Therefore 64 rows of a staging buffer are transposed at once, and every line
// is written as a whole. Hardware prefetching misses such lines, and stores
// complete in order, each after its line has arrived. The lines of the next
// square are therefore prefetched while this square is stored.
//
//===----------------------------------------------------------------------===//

#include "TileEmitter.h"

using namespace mlir;
using namespace mlir::fp8;

/// Size of the register parts that interleave independently on x86, in bytes.
/// Also the number of rows of a group.
static constexpr int64_t kPart = 16;
static constexpr int64_t kGroups = kLineBytes / kPart;

/// Transposes 16 x 16 bytes in every register part, by interleaving rows i and
/// i + 8 four times.
static void transposeParts(VectorBuilder &b, SmallVectorImpl<Value> &rows) {
  int64_t size = cast<VectorType>(rows[0].getType()).getNumElements();
  SmallVector<int64_t> low, high;
  for (int64_t part = 0; part < size; part += kPart)
    for (int64_t i = 0; i < kPart / 2; ++i) {
      low.append({part + i, size + part + i});
      high.append({part + i + kPart / 2, size + part + i + kPart / 2});
    }
  for (int64_t round = 1; round < kPart; round *= 2) {
    SmallVector<Value> next;
    for (int64_t i = 0; i < kPart / 2; ++i) {
      Value first = rows[i], second = rows[i + kPart / 2];
      next.push_back(b.shuffle(first, second, low));
      next.push_back(b.shuffle(first, second, high));
    }
    rows = std::move(next);
  }
}

/// Returns the parts `parts` of the concatenation of two vectors.
static Value selectParts(VectorBuilder &b, Value first, Value second,
                         ArrayRef<int64_t> parts) {
  SmallVector<int64_t> mask;
  for (int64_t part : parts)
    for (int64_t i = 0; i < kPart; ++i)
      mask.push_back(part * kPart + i);
  return b.shuffle(first, second, mask);
}

/// Returns line q, in registers as wide as the registers of `groups`. The line
/// is the concatenation of part q of each group.
static SmallVector<Value> makeLine(VectorBuilder &b, ArrayRef<Value> groups,
                                   int64_t q) {
  int64_t parts =
      cast<VectorType>(groups[0].getType()).getNumElements() / kPart;
  if (parts == 1)
    return llvm::to_vector(groups);
  if (parts == 2)
    return {selectParts(b, groups[0], groups[1], {q, q + 2}),
            selectParts(b, groups[2], groups[3], {q, q + 2})};
  // Select pairs of parts first; a pair belongs to two lines.
  int64_t even = q & ~int64_t(1), odd = q & 1;
  SmallVector<int64_t> pairs = {even, even + 1, even + 4, even + 5};
  return {selectParts(b, selectParts(b, groups[0], groups[1], pairs),
                      selectParts(b, groups[2], groups[3], pairs),
                      {odd, odd + 2, odd + 4, odd + 6})};
}

/// Loads and transposes a part of the staging buffer that starts at (`row`,
/// `column`). The part has as many columns as a register has bytes, and as many
/// rows as a line has bytes. Returns groups of registers, from which makeLine()
/// assembles lines. Calls `beforeLoad` with the index of each row before the
/// row is loaded.
SmallVector<SmallVector<Value>>
TileEmitter::transposeGroups(unsigned operand, Value row, Value column,
                             llvm::function_ref<void(int64_t)> beforeLoad) {
  int64_t size = target.getWidth(8, 8, /*hasSum=*/false);
  SmallVector<SmallVector<Value>> groups(kGroups);
  for (int64_t group = 0; group < kGroups; ++group) {
    for (int64_t i = 0; i < kPart; ++i) {
      int64_t k = group * kPart + i;
      beforeLoad(k);
      groups[group].push_back(LLVM::LoadOp::create(
          b, vectorOf(b.getI8Type(), size),
          getStageAddress(operand, add(row, constant(k)), column),
          /*alignment=*/1));
    }
    transposeParts(b, groups[group]);
  }
  return groups;
}

/// Stores the line of each column of `groups`, register by register. `getLine`
/// returns its address.
void TileEmitter::storeGroups(ArrayRef<SmallVector<Value>> groups,
                              int64_t alignment,
                              llvm::function_ref<Value(int64_t)> getLine) {
  int64_t size = cast<VectorType>(groups[0][0].getType()).getNumElements();
  for (int64_t j = 0; j < kPart; ++j)
    for (int64_t q = 0; q < size / kPart; ++q) {
      Value line = getLine(q * kPart + j);
      SmallVector<Value> parts = makeLine(
          b, {groups[0][j], groups[1][j], groups[2][j], groups[3][j]}, q);
      for (auto [i, part] : llvm::enumerate(parts))
        LLVM::StoreOp::create(
            b, part, gep(line, b.getI8Type(), constant(i * size)), alignment);
    }
}

/// Stores one line of each of the columns [firstColumn, lastColumn) of the
/// staging buffer. The line holds the rows from `row` on. `isFetched` is set if
/// the lines have been prefetched.
void TileEmitter::storeLines(unsigned operand, Value row, Value firstColumn,
                             Value lastColumn, bool isFetched) {
  const Access &access = model.getAccesses()[operand];
  Type byte = b.getI8Type();
  int64_t size = target.getWidth(8, 8, /*hasSum=*/false);
  Value memory = gep(getTileAddress(access), byte, row);
  auto getLine = [&](Value column, int64_t k) {
    return gep(memory, byte,
               mul(add(column, constant(k)), access.strides[plan.vectorDim]));
  };
  emitLoop(firstColumn, lastColumn, size, [&](Value column) {
    SmallVector<SmallVector<Value>> groups =
        transposeGroups(operand, row, column, [&](int64_t k) {
          if (!isFetched && k < size)
            prefetchLine(getLine(column, size + k));
        });
    storeGroups(groups, /*alignment=*/1,
                [&](int64_t k) { return getLine(column, k); });
  });
}

/// Stores all columns of a full tile with non-temporal stores. The lines of as
/// many columns as a register has bytes are first assembled in `panel`, in the
/// first-level cache. The adjacent lines of each column are then stored one
/// after the other.
void TileEmitter::streamLines(unsigned operand, Value numColumns) {
  const Access &access = model.getAccesses()[operand];
  Type byte = b.getI8Type();
  int64_t size = target.getWidth(8, 8, /*hasSum=*/false);
  VectorType type = vectorOf(byte, size);
  Value memory = getTileAddress(access);
  emitLoop(constant(0), numColumns, size, [&](Value column) {
    emitLoop(constant(0), constant(schedule.rows), kLineBytes, [&](Value row) {
      Value rows = gep(panel, byte, row);
      storeGroups(transposeGroups(operand, row, column, [](int64_t) {}), size,
                  [&](int64_t k) {
                    return gep(rows, byte, constant(k * schedule.rows));
                  });
    });
    emitLoop(constant(0), constant(size), 1, [&](Value k) {
      Value from = gep(panel, byte, mul(k, schedule.rows));
      Value to = gep(memory, byte,
                     mul(add(column, k), access.strides[plan.vectorDim]));
      for (int64_t row = 0; row < schedule.rows; row += size) {
        Value part =
            LLVM::LoadOp::create(b, type, gep(from, byte, constant(row)), size);
        LLVM::StoreOp::create(b, part, gep(to, byte, constant(row)), size,
                              /*isVolatile=*/false, /*isNonTemporal=*/true);
      }
    });
  });
}

/// Prefetches a line that will be written soon. Prefetching beyond the end of a
/// result is harmless.
void TileEmitter::prefetchLine(Value line) {
  LLVM::Prefetch::create(b, line, /*rw=*/b.getI32IntegerAttr(1),
                         /*hint=*/b.getI32IntegerAttr(3),
                         /*cache=*/b.getI32IntegerAttr(1));
}

/// Returns true if the operand has one-byte elements and the rows of a tile
/// fill whole cache lines.
bool TileEmitter::hasLines(const Access &access) const {
  return getStorageType(access.elementType).getIntOrFloatBitWidth() == 8 &&
         schedule.rows % kLineBytes == 0;
}
