//===- TileEmitter.h - the schedule tile ------------------------*- C++ -*-===//
//
// An item is a tile. What is accessed along its columns goes through a stage.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_CODEGEN_SCHEDULES_TILEEMITTER_H
#define FP8_LIB_CODEGEN_SCHEDULES_TILEEMITTER_H

#include "../Function/FunctionEmitter.h"

namespace mlir::fp8 {

/// Replaces n vectors of n elements, the rows of a square, by its columns.
void transposeSquare(ImplicitLocOpBuilder &b, SmallVectorImpl<Value> &vectors);

class TileEmitter : public FunctionEmitter {
public:
  using FunctionEmitter::FunctionEmitter;

protected:
  /// The part of the tile of an operand that is accessed transposed, row by
  /// row: `slot`, on the stack, or in the result `twin`, which has the same
  /// elements.
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
  /// The stage of an operand, or null.
  const Stage *getStage(const Access &access) const;
  void setTile(Value part);
  Value getTileAddress(const Access &access);

  /// One per operand.
  SmallVector<Stage> stages;
  Value tileRow, tileColumn;
  /// Lines of as many columns as a register has bytes, on their way past the
  /// cache.
  Value panel;

private:
  // Tiles.cpp.
  void emitTileOf(Value numRows, Value numColumns, bool isFull);
  void loadStages(Value numRows, Value numColumns, bool isFull);
  void storeStages(Value numRows, Value numColumns, bool isFull);
  Value getStageAddress(unsigned operand, Value row, Value column);
  void transposeStage(unsigned operand, bool isLoad, Value numRows,
                      Value numColumns, bool isFull);

  // TransposeBytes.cpp.
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

  // OverlappedTiles.cpp.
  /// Lines of a result, so many bytes apart.
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

/// A warp of a GPU has a tile, each thread a rectangle of it.
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

  /// Which row of this thread's rectangle is walked.
  int64_t squareRow = 0;
};

} // namespace mlir::fp8

#endif // FP8_LIB_CODEGEN_SCHEDULES_TILEEMITTER_H
