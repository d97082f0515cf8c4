//===- ScatterEmitter.h - the scatter schedule ------------------*- C++ -*-===//

#ifndef FP8_LIB_CODEGEN_SCHEDULES_SCATTEREMITTER_H
#define FP8_LIB_CODEGEN_SCHEDULES_SCATTEREMITTER_H

#include "../Function/FunctionEmitter.h"

namespace mlir::fp8 {

class ScatterEmitter : public FunctionEmitter {
public:
  using FunctionEmitter::FunctionEmitter;

protected:
  void emitItem(Value part, Value item) override;

private:
  /// A row of the table: its number, its offset, and whether it exists.
  struct TableRow {
    Value number, offset, isInside;
  };
  /// A vector of a slice, and its destination.
  struct SliceInFlight {
    TableRow row;
    StripAddress address;
    Value update;
  };
  void initializeScatter(ScatterAddOp scatter, Value from, Value to);
  TableRow findRow(ScatterAddOp scatter, Value slice);
  SliceInFlight loadSlice(ScatterAddOp scatter, Value slice);
  void addSlice(const SliceInFlight &slice);
  void scanIndices(ScatterAddOp scatter, int64_t numSlices, Value from,
                   Value to);
  void addMatches(ScatterAddOp scatter, int64_t numSlices, Value first,
                  Value matches);

  const ScatterPlan &schedule = std::get<ScatterPlan>(plan.schedule);
};

} // namespace mlir::fp8

#endif // FP8_LIB_CODEGEN_SCHEDULES_SCATTEREMITTER_H
