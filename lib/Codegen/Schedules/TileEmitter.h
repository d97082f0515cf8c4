//===- TileEmitter.h - the tile schedule ------------------------*- C++ -*-===//
//
// A work item is a tile. Accesses along its columns use a staging buffer.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_CODEGEN_SCHEDULES_TILEEMITTER_H
#define FP8_LIB_CODEGEN_SCHEDULES_TILEEMITTER_H

#include "../Function/FunctionEmitter.h"

namespace mlir::fp8 {

/// Transposes a square: replaces n vectors of n elements, its rows, by its
/// columns.
void transposeSquare(VectorBuilder &b, SmallVectorImpl<Value> &vectors);

class TileEmitter : public FunctionEmitter {
public:
  using FunctionEmitter::FunctionEmitter;

protected:
  /// The staging buffer of an operand that is accessed along columns. It holds
  /// the tile's part of the operand row by row. The buffer is `slot`, on the
  /// stack, or the memory of the result `twin`, which has the same elements.
  struct Stage {
    Value slot;
    const Access *twin = nullptr;
    explicit operator bool() const { return slot || twin; }
  };

  void prepare() override;
  void emitItems() override;
  void emitItem(Value part, Value item) override;
  StripAddress getStripAddress(const Access &access) override;
  void storeVector(unsigned i) override;
  void prefetchOperands() override;

  virtual void emitTile(Value part);
  virtual Stage createStage(const Access &access);
  /// Returns the staging buffer of an operand, or null.
  const Stage *getStage(const Access &access) const;
  void setTile(Value part);
  Value getTileAddress(const Access &access);

  const TilePlan &schedule = std::get<TilePlan>(plan.schedule);
  /// One staging buffer per operand.
  SmallVector<Stage> stages;
  Value tileRow, tileColumn;
  /// Staging buffer for non-temporal stores: the lines of as many columns as a
  /// register has bytes.
  Value panel;

private:
  // Implemented in Tiles.cpp.
  void emitTileOf(Value numRows, Value numColumns, bool isFull);
  void loadStages(Value numRows, Value numColumns, bool isFull);
  void storeStages(Value numRows, Value numColumns, bool isFull);
  Value getStageAddress(unsigned operand, Value row, Value column);
  /// A square of the tile of an operand: vectors along its rows, one per
  /// column. `memory` is the address of the tile. `rowMask` is null in a full
  /// tile; in any other, it marks the rows that exist.
  struct Square {
    const Access &access;
    VectorType type;
    Value memory, row, column, rowMask, numColumns;
  };
  Value getColumnAddress(const Square &square, int64_t k);
  Value loadColumn(const Square &square, int64_t k);
  void storeColumn(const Square &square, int64_t k, Value vector);
  void transposeStage(unsigned operand, bool isLoad, Value numRows,
                      Value numColumns, bool isFull);

  // Implemented in TransposeBytes.cpp.
  bool hasLines(const Access &access) const;
  SmallVector<SmallVector<Value>>
  transposeGroups(unsigned operand, Value row, Value column,
                  llvm::function_ref<void(int64_t)> beforeLoad);
  void storeGroups(ArrayRef<SmallVector<Value>> groups, int64_t alignment,
                   llvm::function_ref<Value(int64_t)> getLine);
  void storeLines(unsigned operand, Value row, Value firstColumn,
                  Value lastColumn, bool isFetched);
  void streamLines(unsigned operand, Value numColumns);
  void prefetchLine(Value line);

  // Implemented in OverlappedTiles.cpp.
  /// Lines of a result, `stride` bytes apart.
  struct Lines {
    Value first;
    int64_t stride;
  };
  bool overlapsTiles() const;
  int64_t getNumSquares() const;
  void atTile(Value item, llvm::function_ref<void()> body);
  SmallVector<Lines> findLines(Value square);
  void emitTileRows(Value first, int64_t count, ArrayRef<Lines> lines);
  void storeSquare(Value square);
  std::pair<Value, Value> getSquarePlace(Value square);
  void emitOverlappedTiles();
};

/// Emits tiles on a GPU. A warp processes a tile, and each thread a rectangle
/// of it.
class WarpTileEmitter : public TileEmitter {
public:
  using TileEmitter::TileEmitter;

protected:
  void emitTile(Value part) override;
  Stage createStage(const Access &access) override;
  StripAddress getStripAddress(const Access &access) override;
  bool staysInRegisters(const Access &access) const override;

private:
  void emitWarpTileAt(Value firstRow, Value firstColumn, bool isFull);
  void storeColumns(unsigned operand, bool isFull);

  /// The current row of the rectangle of this thread.
  int64_t squareRow = 0;
};

} // namespace mlir::fp8

#endif // FP8_LIB_CODEGEN_SCHEDULES_TILEEMITTER_H
