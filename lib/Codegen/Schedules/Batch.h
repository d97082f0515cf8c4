//===- Batch.h - the rows of a batch ----------------------------*- C++ -*-===//
#ifndef FP8_LIB_CODEGEN_SCHEDULES_BATCH_H
#define FP8_LIB_CODEGEN_SCHEDULES_BATCH_H

#include "../Function/FunctionEmitter.h"

namespace mlir::fp8 {

/// The rows that are reduced and stored together, for batches of rows and for
/// batches of blocks. The rows are work items, or a row of each of several
/// adjacent blocks.
class Batch {
public:
  explicit Batch(FunctionEmitter &emitter) : e(emitter) {}

  /// Allocates memory for `numRows` rows at once.
  void create(int64_t numRows);
  /// Calls `emitBatches` for the items of the chunk that whole batches cover,
  /// and `emitItem` for each item after them.
  void split(llvm::function_ref<void(Value, Value)> emitBatches,
             llvm::function_ref<void(Value)> emitItem);

  /// Calls `body` for each step over `count` adjacent rows.
  void forRows(int64_t count, llvm::function_ref<void(Value)> body);
  /// Calls `body` for each strip of the rows that start at `first` of the
  /// batch. `prepare` may add values to the scope of the rows.
  void emitStrips(Value first, llvm::function_ref<void()> body,
                  llvm::function_ref<void()> prepare = nullptr);
  /// Reduces each row to one vector per reduction. Calls `accumulateColumn` for
  /// reductions along columns.
  void reduceRows(llvm::function_ref<void(unsigned, Value)> accumulateColumn);
  /// Completes the reductions of all rows, in the scope of the batch.
  void finish();
  /// Stores the per-row values that strips read, in the scope of the batch.
  void storeValues();
  /// Calls `body` for each strip of the rows, in the last pass.
  void storeRows(llvm::function_ref<void()> body);

  int64_t getNumColumns() const;
  /// Returns the offset of the current element from the first element of the
  /// first row.
  Value getElementPlace();

  /// `row` is the first row of this batch, and `firstRow` the first row of all
  /// batches that are processed as one.
  Value row, firstRow;

private:
  int64_t getRowsPerStrip() const;
  Value getPlace();
  Value loadValue(Value value, Value slot, Value first);

  FunctionEmitter &e;
  /// Stack slots: `vectors` holds one vector per row for each reduction, and
  /// `slots` one element per row for each value that strips of the row read.
  SmallVector<Value> vectors, slots;
};

} // namespace mlir::fp8

#endif // FP8_LIB_CODEGEN_SCHEDULES_BATCH_H
