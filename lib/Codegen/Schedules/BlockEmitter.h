//===- BlockEmitter.h - the block schedule ----------------------*- C++ -*-===//
//
// A work item is a block of rows.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_CODEGEN_SCHEDULES_BLOCKEMITTER_H
#define FP8_LIB_CODEGEN_SCHEDULES_BLOCKEMITTER_H

#include "KeptRows.h"

namespace mlir::fp8 {

class BlockEmitter : public FunctionEmitter {
public:
  using FunctionEmitter::FunctionEmitter;

protected:
  void prepare() override;
  void emitItems() override;
  void emitItem(Value part, Value item) override;
  Value computeKept(Value value, llvm::function_ref<Value()> compute) override;
  void forEachScope(llvm::function_ref<void(Scope &)> body) override;

  /// Returns the number of elements of the staged rows of a block.
  /// getKeptPlace() returns the offset of this strip in them.
  virtual int64_t getKeptSize() const;
  virtual Value getKeptPlace();
  /// Returns the number of pass `rowPhase` over the rows in `phase`.
  unsigned getStep(unsigned phase, unsigned rowPhase) const;
  unsigned getLastStep() const;
  /// Returns the first row that this thread processes.
  virtual Value getFirstRow() { return constant(0); }
  virtual void emitBlockPhase(unsigned phase);
  virtual void storeBlock(Value item);
  /// Returns true if this version of the block stays in registers between
  /// phases.
  virtual bool holdsBlock() const { return false; }

  void emitBlockRow(unsigned phase);
  bool liesAlong(unsigned i, unsigned dim) const;
  bool isOfRow(unsigned i) const;
  bool isOfColumn(unsigned i) const;
  void prefetchNextBlock();

  /// Returns true if the vectors of a row are unrolled. This needs few vectors
  /// per row; column reductions require it.
  bool hasColumnStrips() const {
    return !schedule.hasRaggedRows &&
           (schedule.panelStrips <= BlockPlan::kMaxColumnStrips ||
            plan.hasColumnReductions());
  }

  const BlockPlan &schedule = std::get<BlockPlan>(plan.schedule);
  /// Prefetch distance per operand, in elements; null if the operand is not
  /// prefetched.
  SmallVector<Value> nextBlock;
  /// The end of the columns, for a block whose columns end early.
  Value blockEnd;
  /// The scopes of the strips of a register-resident row.
  SmallVector<Scope> *rowStrips = nullptr;

private:
  // Implemented in Blocks.cpp.
  void emitWholeBlock(Value item);
  void emitRowStrips(llvm::function_ref<void(unsigned)> body, unsigned unroll);
  void findNextBlock(Value item);
  unsigned getNumRowPhases(unsigned phase) const;
  bool isElementOfRow(unsigned r, unsigned phase, unsigned rowPhase) const;

  // Implemented in BlockColumns.cpp.
  void openColumns();
  void hoistColumns(OpBuilder::InsertPoint point);
  void emitColumnStrip(unsigned s, llvm::function_ref<void()> body);
  void finishColumns(unsigned phase);
  void storeColumns();

  // Implemented in KeptBlocks.cpp.
  int64_t getKeptStride() const;

  // Implemented in OverlappedBlocks.cpp.
  bool isOneGranule() const;
  bool overlapsBlocks() const;
  void openBlock();
  void closeBlock();
  void emitOverlappedBlocks();
  void emitRowOfOtherBlock(Value row);
  void prefetchRowsAhead();

  /// `blockColumn` is the first column of the block, and `blockRows` its number
  /// of rows. `columnDepth` is the depth at which the scope of a strip of
  /// columns is inserted. `columnStrips` holds the values common to all rows of
  /// each strip.
  Value blockColumn, blockRows;
  size_t columnDepth = 0;
  struct ColumnStrip {
    Scope scope;
    Value first, mask;
  };
  SmallVector<ColumnStrip, 4> columnStrips;
  /// An i1 that is true if the maxima of the columns show that all casts are in
  /// range. Null if there is nothing to check.
  Value columnsAreInRange;
  KeptRows keptRows{*this};
  /// The state of a block other than the block that is being emitted.
  struct OtherBlock {
    void swap(BlockEmitter &emitter);
    SmallVector<Scope, 2> scopes;
    SmallVector<ColumnStrip, 4> columnStrips;
    SmallVector<DimPosition> positions;
  };
  /// The block whose first phase overlaps with the last phase of this block.
  OtherBlock *otherBlock = nullptr;
  /// Prefetch distance from this row per operand, in elements.
  SmallVector<Value> rowsAhead;
};

/// Emits blocks that the warps of a thread block share or that threads keep in
/// registers.
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

  /// A row that this thread keeps in registers between the phases.
  struct HeldRow {
    Value row;
    Scope scope;
    SmallVector<Scope> strips;
  };
  SmallVector<HeldRow> heldRows;
};

} // namespace mlir::fp8

#endif // FP8_LIB_CODEGEN_SCHEDULES_BLOCKEMITTER_H
