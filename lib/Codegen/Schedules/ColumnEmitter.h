//===- ColumnEmitter.h - the column schedule --------------------*- C++ -*-===//
//
// A work item is a panel of columns, whose rows are reduced.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_CODEGEN_SCHEDULES_COLUMNEMITTER_H
#define FP8_LIB_CODEGEN_SCHEDULES_COLUMNEMITTER_H

#include "../Function/FunctionEmitter.h"

namespace mlir::fp8 {

class ColumnEmitter : public FunctionEmitter {
public:
  using FunctionEmitter::FunctionEmitter;

protected:
  void emitItem(Value part, Value item) override;
  void createSlots(unsigned r) override;
  bool isNarrow(unsigned r) const override { return false; }
  unsigned getAccumulatorWidth(unsigned r) const override { return width; }
  virtual void emitPanel(Value part);

  /// A slot holds a vector of columns. The panel has one slot per strip and
  /// lane of a sum, and one per strip and block of a sum.
  Value getSlot(unsigned r, Value slots, Value index);
  Value getPanelSlot(unsigned r, Value sumLane, unsigned s);
  Value getBlockSum(unsigned r, Value index);
  Value loadSlot(unsigned r, Value slot);
  void combinePanelBlocks();
  void storePanel(Value firstColumn);

  const ColumnPlan &schedule = std::get<ColumnPlan>(plan.schedule);

private:
  void emitPanelRows(Value from, Value to, Value firstColumn);
  void emitPanelRow(Value row, Value firstColumn);
  void emitPanelStrip(Value row, Value firstColumn, unsigned s);
  int64_t getNumSumLanes(unsigned r) const;
  void addSlots(unsigned r, Value low, Value high);
  void combinePanelLanes();
  Value getColumn(Value firstColumn, unsigned s);
};

/// Emits panels whose rows are shared by the threads of a thread block.
class SpreadColumnEmitter : public ColumnEmitter {
public:
  using ColumnEmitter::ColumnEmitter;

protected:
  void prepare() override;
  void emitPanel(Value part) override;

private:
  void emitSpreadPanel(Value column);
  void emitSpreadRows(Value from, Value to);
  void emitRowsInFlight(Value first, Value end);
  void accumulateSpread(unsigned r, Value element, Value isRow);
  Value getSharedAddress(unsigned r, Value thread);
  Value loadShared(unsigned r, Value thread);
  void combineSpreadLanes(unsigned r);
  Value loadSpreadGroup(unsigned r, int64_t group);
  void keepSpreadSums(unsigned r, Value block);
  void combineSpreadGroups(unsigned r);

  /// The position of a thread among the threads that share the rows of a panel:
  /// its index, the index of its columns, its sum lane and its group.
  /// `isInside` is true if its columns exist; null if the columns of all
  /// threads do.
  struct SpreadThread {
    Value thread, place, lane, group, isInside;
  };
  SpreadThread spread;
  /// Shared memory with one vector per thread, through which the threads
  /// exchange values.
  Value sharedSlots;
};

} // namespace mlir::fp8

#endif // FP8_LIB_CODEGEN_SCHEDULES_COLUMNEMITTER_H
