//===- BatchEmitter.h - batches of rows and blocks --------------*- C++ -*-===//
//
// The remainder of a chunk is processed as single rows or blocks.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_CODEGEN_SCHEDULES_BATCHEMITTER_H
#define FP8_LIB_CODEGEN_SCHEDULES_BATCHEMITTER_H

#include "BlockEmitter.h"

namespace mlir::fp8 {

class BatchEmitter : public BlockEmitter {
public:
  using BlockEmitter::BlockEmitter;

protected:
  void emitItems() override;
  void emitItem(Value part, Value item) override;
  int64_t getKeptSize() const override;
  Value getKeptPlace(const KeptRow &row) override;

private:
  bool isOfBlocks() const { return plan.schedule == Schedule::Block; }

  // Implemented in Batches.cpp.
  void emitBatch(Value first);
  void emitBatchStrips(Value row, llvm::function_ref<void()> prepare,
                       llvm::function_ref<void()> body);
  void reduceBatchRows(Value row, int64_t count);
  void finishBatch();
  void findNextBatch(Value first);
  Value getBatchPlace();
  void storeBatchValues();
  Value loadBatchValue(Value value, Value slot, Value row, int64_t count);
  void storeBatchRows(Value row, int64_t count);

  // Implemented in BlockBatches.cpp.
  int64_t getBatchColumns() const;
  int64_t getRowsPerStrip() const;
  void forBatchRows(int64_t count, llvm::function_ref<void(Value)> body);
  void createBlockBatch();
  Value getColumnAddress(Value slot, Type type);
  void emitBlockBatches(Value begin, Value end);
  void atBatchRow(Value first, Value row, llvm::function_ref<void()> body);
  void atBatch(Value first, llvm::function_ref<void()> body);
  void forBatches(llvm::function_ref<void()> body);
  void watchBatch(Value areInRange);
  void resetColumns();
  void accumulateColumns(unsigned r, Value element);
  void reduceRowOfBatch();
  void finishBatchColumns();
  void loadColumnValues();

  /// Stack slots: `batchVectors` holds one vector per row for each reduction,
  /// and `batchSlots` one element per row for each value that strips of the row
  /// read. `batchRow` is the first row of this batch, and `firstBatchRow` the
  /// first row of all batches that are processed as one.
  SmallVector<Value> batchVectors, batchSlots;
  Value batchRow, firstBatchRow;
  /// Batch of blocks only: one element per column.
  SmallVector<Value> columnVectors, columnSlots;
  /// Batch of blocks only: the stack slot of an i8 that is 1 if all casts are
  /// in range. Used only if `isBatchWatched` is set, because some casts are
  /// checked.
  Value batchInRange;
  bool isBatchWatched = false;
};

} // namespace mlir::fp8

#endif // FP8_LIB_CODEGEN_SCHEDULES_BATCHEMITTER_H
