//===- RowEmitter.h - the flat and row schedules ----------------*- C++ -*-===//
//
// A work item is a row, which each phase traverses once. Under the flat
// schedule, the work items are the elements.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_CODEGEN_SCHEDULES_ROWEMITTER_H
#define FP8_LIB_CODEGEN_SCHEDULES_ROWEMITTER_H

#include "KeptRows.h"

namespace mlir::fp8 {

class RowEmitter : public FunctionEmitter {
public:
  using FunctionEmitter::FunctionEmitter;

protected:
  void prepare() override;
  void emitItems() override;
  void emitItem(Value part, Value item) override;
  Value computeKept(Value value, llvm::function_ref<Value()> compute) override;
  void prefetchOperands() override;
  void prefetchResults() override;

  // Implemented in Rows.cpp.
  void emitRow();
  void emitPhase(unsigned phase, Value from, Value to);
  /// Returns the number of elements of a staged row. getKeptPlace() returns the
  /// offset of this strip in the staged row.
  virtual int64_t getKeptSize() const;
  virtual Value getKeptPlace(const KeptRows::Row &row);

private:
  // Implemented in Rows.cpp.
  bool isStripPerThread() const;
  void emitStripPerThread();
  void emitStrips(unsigned phase, Value from, Value to, unsigned unroll);
  bool fetchesAhead() const;
  void fetchAhead(const Access &access, int64_t bytes);

  /// A row that is processed beside other rows: its number, its work item and
  /// its private state. Without accumulators of its own, it uses those of the
  /// emitter.
  struct RowState {
    Value number, item;
    Scope scope;
    SmallVector<DimPosition> positions;
    SmallVector<Accumulator> accumulators;
  };
  void atRow(RowState &row, llvm::function_ref<void()> body);

  // Implemented in OverlappedRows.cpp.
  bool overlapsRows() const;
  void emitOverlappedRows();
  void emitOverlap(MutableArrayRef<RowState> rows);

  // Implemented in RowGroups.cpp.
  bool processesRowGroups() const;
  void emitRowGroups();
  void createGroup();
  void forGroup(llvm::function_ref<void(Value)> body);
  void emitGroupStrips(unsigned phase, Value from, Value to);

  KeptRows keptRows{*this};
  /// The number of the current row, if several rows are in flight.
  Value rowNumber;
  /// The rows that are processed together; empty if each row is processed
  /// alone.
  SmallVector<RowState> group;
};

} // namespace mlir::fp8

#endif // FP8_LIB_CODEGEN_SCHEDULES_ROWEMITTER_H
