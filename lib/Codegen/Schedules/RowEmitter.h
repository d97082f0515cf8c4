//===- RowEmitter.h - the schedules flat and row ----------------*- C++ -*-===//
//
// An item is a row, walked once per phase; under flat, items are the elements.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_CODEGEN_SCHEDULES_ROWEMITTER_H
#define FP8_LIB_CODEGEN_SCHEDULES_ROWEMITTER_H

#include "../Function/FunctionEmitter.h"

namespace mlir::fp8 {

class RowEmitter : public FunctionEmitter {
public:
  using FunctionEmitter::FunctionEmitter;

protected:
  void prepare() override { findKeptRows(); }
  void emitItems() override;
  void emitItem(Value part, Value item) override;
  Value computeKept(Value value, llvm::function_ref<Value()> compute) override;
  void prefetchOperands() override;
  void prefetchResults() override;

  // Rows.cpp.
  void emitRow();
  void resetPhase(unsigned phase);
  void finishPhase(unsigned phase);
  /// Joins what the accumulators of `phase` hold of parts that other warps
  /// walk.
  virtual void joinWarps(unsigned phase) {}
  /// Calls `body` for the blocks of sums that make up [from, to), or those of
  /// this warp: where each begins and ends.
  virtual void forBlocks(Value from, Value to,
                         llvm::function_ref<void(Value, Value)> body);
  void emitPhase(unsigned phase, Value from, Value to);
  void storeItem(Value item);

  // KeptRows.cpp.
  /// A row of a value that several phases read, in memory of this chunk's own;
  /// `phase` writes. Of rows that overlap there are several, `stride` elements
  /// apart.
  struct KeptRow {
    Value slot;
    unsigned phase;
    unsigned numRows = 1;
    int64_t stride = 0;
  };
  /// Passes over the elements of an item, and what the strips of one evaluate
  /// first.
  virtual unsigned getNumSteps() const { return plan.numPhases; }
  virtual SmallVector<Value> getStepRoots(unsigned step) const;
  SmallVector<Value> getPhaseRoots(unsigned phase) const;
  /// Whether all that a later phase needs is kept, and whether what is only
  /// loaded is, too.
  virtual bool keepsBlock() const { return false; }
  virtual bool keepsArguments() const { return false; }
  /// Elements of a kept row, and where in it this strip lies.
  virtual int64_t getKeptSize() const;
  virtual Value getKeptPlace(const KeptRow &row);

private:
  // Rows.cpp.
  bool isStripPerThread() const;
  void emitStripPerThread();
  void emitStrips(unsigned phase, Value from, Value to, unsigned unroll);
  bool fetchesAhead() const;
  void fetchAhead(const Access &access, int64_t bytes);

  // KeptRows.cpp.
  bool joinsElements(Value value, const llvm::SmallBitVector &inner) const;
  void findKeptRows();
  bool keepRow(Value value, unsigned phase);
  /// Whether threads keep rows together.
  bool isShared() const { return target.getNumLanes() != 1; }
  void synchronizeKept();

  // OverlappedRows.cpp.
  bool overlapsRows() const;
  void emitOverlappedRows();
  /// A row whose phase runs along with those of other rows: its number, and
  /// the item that it is.
  struct RowInFlight {
    Value number, item;
    Scope scope;
    SmallVector<DimPosition> positions;
  };
  void emitOverlap(MutableArrayRef<RowInFlight> rows);

  // RowGroups.cpp.
  /// A row that is walked together with others: the item that it is, and what
  /// it alone has.
  struct GroupRow {
    Value item;
    Scope scope;
    SmallVector<DimPosition> positions;
    SmallVector<Accumulator> accumulators;
  };
  bool walksGroups() const;
  void emitRowGroups();
  void createGroup();
  void forGroup(llvm::function_ref<void(Value)> body);
  void emitGroupStrips(unsigned phase, Value from, Value to);

  DenseMap<Value, KeptRow> keptRows;
  int64_t keptBytes = 0;
  /// Which row is walked, where several are at once.
  Value rowNumber;
  /// The rows that are walked together; none where each is walked alone.
  SmallVector<GroupRow> group;
};

} // namespace mlir::fp8

#endif // FP8_LIB_CODEGEN_SCHEDULES_ROWEMITTER_H
