//===- LateOps.h - ops that run once per step -------------------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_GRADIENTACCUMULATION_LATEOPS_H
#define FP8_LIB_TRAINING_GRADIENTACCUMULATION_LATEOPS_H

#include "GradientFlow.h"
#include "MicrobatchPlan.h"

namespace mlir::fp8 {

/// Finds the per-step ops, which run once after all micro-batches, starting
/// from the updates and results of a step. Also finds the values of each
/// micro-batch that they read, as means or maxima.
class LateOps {
public:
  LateOps(const StepValues &values, const GradientFlow &flow, BatchDims &dims,
          MicrobatchPlan &plan)
      : values(values), flow(flow), dims(dims), plan(plan) {}

  /// Fills in the combined and stacked values of `plan`. Emits located errors.
  LogicalResult find();

  const llvm::DenseSet<Operation *> &getOps() const { return late; }

private:
  LogicalResult takeAll();
  LogicalResult takeResult(unsigned i);
  /// Makes `op` a per-step op. `drain` then visits its operands.
  void makeLate(Operation *op) {
    if (late.insert(op).second)
      worklist.push_back(op);
  }
  LogicalResult drain();
  /// Makes `value` available to the per-step op `reader`.
  LogicalResult take(Value value, Operation *reader);
  LogicalResult takeAmaxes(UpdateScalesOp op);
  LogicalResult dropLate();
  LogicalResult checkStatistics();
  InFlightDiagnostic refuse(Value value, Operation *reader);
  LogicalResult takeState(const StatePair &pair);
  bool isCarried(Operation *op) const;
  bool isReady(Value value) const {
    return !values.varying.contains(value) || plan.combined.contains(value) ||
           (value.getDefiningOp() && late.contains(value.getDefiningOp()));
  }

  const StepValues &values;
  const GradientFlow &flow;
  BatchDims &dims;
  MicrobatchPlan &plan;
  llvm::DenseSet<Operation *> late;
  SmallVector<Operation *> worklist;
};

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_GRADIENTACCUMULATION_LATEOPS_H
