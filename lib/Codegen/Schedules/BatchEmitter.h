//===- BatchEmitter.h - batches of rows and blocks --------------*- C++ -*-===//
//
// The remainder of a chunk is processed as single rows or blocks.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_CODEGEN_SCHEDULES_BATCHEMITTER_H
#define FP8_LIB_CODEGEN_SCHEDULES_BATCHEMITTER_H

#include "Batch.h"
#include "BlockEmitter.h"
#include "RowEmitter.h"

namespace mlir::fp8 {

class RowBatchEmitter : public RowEmitter {
public:
  using RowEmitter::RowEmitter;

protected:
  void emitItems() override;
  int64_t getKeptSize() const override;
  Value getKeptPlace(const KeptRows::Row &row) override;

private:
  void emitBatch(Value first);
  void storeBatch();

  Batch batch{*this};
};

class BlockBatchEmitter : public BlockEmitter {
public:
  using BlockEmitter::BlockEmitter;

protected:
  void emitItems() override;
  int64_t getKeptSize() const override;
  Value getKeptPlace() override;

private:
  void createColumns();
  Value getColumnAddress(Value slot, Type type);
  void emitBatches(Value begin, Value end);
  void atRow(Value first, Value row, llvm::function_ref<void()> body);
  void atBatch(Value first, llvm::function_ref<void()> body);
  void forBatches(llvm::function_ref<void()> body);
  void findNextBatch(Value first);
  void watch(Value areInRange);
  void resetColumns();
  void accumulateColumn(unsigned r, Value element);
  void reduceRow();
  void storeRow();
  void finishBatchColumns();
  void loadColumnValues();

  Batch batch{*this};
  /// Stack slots, with one element per column: `columnVectors` for each
  /// reduction along columns, and `columnSlots` for each value that strips of
  /// the column read.
  SmallVector<Value> columnVectors, columnSlots;
  /// The stack slot of an i8 that is 1 if all casts are in range. Used only if
  /// `isWatched` is set, because some casts are checked.
  Value inRange;
  bool isWatched = false;
};

} // namespace mlir::fp8

#endif // FP8_LIB_CODEGEN_SCHEDULES_BATCHEMITTER_H
