//===- BlockEmitter.h - the schedule block ----------------------*- C++ -*-===//
//
// An item is a block of rows.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_CODEGEN_SCHEDULES_BLOCKEMITTER_H
#define FP8_LIB_CODEGEN_SCHEDULES_BLOCKEMITTER_H

#include "RowEmitter.h"

namespace mlir::fp8 {

class BlockEmitter : public RowEmitter {
public:
  using RowEmitter::RowEmitter;

protected:
  void emitItems() override;
  void emitItem(Value part, Value item) override;
  void forEachScope(llvm::function_ref<void(Scope &)> body) override;
  bool isKnownInLastWalk(unsigned r) const override;
  unsigned getNumSteps() const override;
  SmallVector<Value> getStepRoots(unsigned step) const override;
  bool keepsBlock() const override;
  bool keepsArguments() const override;
  int64_t getKeptSize() const override;
  Value getKeptPlace(const KeptRow &row) override;

  /// The first row that this thread walks.
  virtual Value getFirstRow() { return constant(0); }
  virtual void emitBlockPhase(unsigned phase);
  virtual void storeBlock(Value item);
  /// Whether this version of the block is held between the phases.
  virtual bool holdsBlock() const { return false; }

  void emitBlockRow(unsigned phase, Value row);
  bool liesAlong(unsigned i, unsigned dim) const;

  /// By how many elements what is fetched lies further, per operand; null if
  /// it is not fetched.
  SmallVector<Value> nextBlock;
  /// Of a block whose columns end early: where.
  Value blockEnd;
  /// Of a row that is held: the scopes of its strips.
  SmallVector<Scope> *rowStrips = nullptr;

private:
  // Blocks.cpp.
  void emitWholeBlock(Value item);
  void openColumns();
  void emitRowStrips(llvm::function_ref<void(unsigned)> body, unsigned unroll);
  void emitColumnStrip(unsigned s, llvm::function_ref<void()> body);
  void finishColumns(unsigned phase);
  void storeColumns();
  void findNextBlock(Value item);
  void prefetchNextBlock();
  unsigned getNumRowPhases(unsigned phase) const;
  bool needsRowReduction(unsigned r, unsigned phase) const;
  bool isElementOfRow(unsigned r, unsigned phase, unsigned rowPhase) const;
  unsigned getStep(unsigned phase, unsigned rowPhase) const;
  int64_t getKeptStride() const;

  // OverlappedBlocks.cpp.
  bool isOneGranule() const;
  bool overlapsBlocks() const;
  void openBlock();
  void closeBlock();
  void emitOverlappedBlocks();
  void emitRowOfOtherBlock(Value row);
  void prefetchRowsAhead();

  /// The first column of the block, and how many rows it has; where the scope
  /// of its columns goes, and what is common to those of each strip.
  Value blockColumn, blockRows;
  size_t columnDepth = 0;
  struct ColumnStrip {
    Scope scope;
    Value first, mask;
  };
  SmallVector<ColumnStrip, 4> columnStrips;
  /// Whether what is known per column keeps casts in range.
  Value columnsAreInRange;
  /// What belongs to a block that is not the one that is being emitted.
  struct OtherBlock {
    void swap(BlockEmitter &emitter);
    SmallVector<Scope, 2> scopes;
    SmallVector<ColumnStrip, 4> columnStrips;
    SmallVector<DimPosition> positions;
  };
  /// The block whose first phase goes along with the last one of this block.
  OtherBlock *otherBlock = nullptr;
  /// By how many elements what is fetched lies further than this row, per
  /// operand.
  SmallVector<Value> rowsAhead;
};

/// Blocks that the warps of a block of threads share, or that threads hold.
class HeldBlockEmitter : public BlockEmitter {
public:
  using BlockEmitter::BlockEmitter;

protected:
  Value getFirstRow() override;
  void emitBlockPhase(unsigned phase) override;
  void joinWarps(unsigned phase) override;
  void storeBlock(Value item) override;
  bool holdsBlock() const override;

private:
  bool sharesBlocks() const { return plan.blockWarps > 1; }
  void openRows();
  StripAddress getJoinedAddress(unsigned r, unsigned slot, Value warp);

  /// A row that this thread holds between the phases.
  struct HeldRow {
    Value row;
    Scope scope;
    SmallVector<Scope> strips;
  };
  SmallVector<HeldRow> heldRows;
};

} // namespace mlir::fp8

#endif // FP8_LIB_CODEGEN_SCHEDULES_BLOCKEMITTER_H
