//===- LateOps.h - what runs once for all micro-batches ---------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_GRADIENTACCUMULATION_LATEOPS_H
#define FP8_LIB_TRAINING_GRADIENTACCUMULATION_LATEOPS_H

#include "GradientFlow.h"
#include "MicrobatchPlan.h"

namespace mlir::fp8 {

/// Finds the ops that run once, from the updates of a step and from its
/// results, and what they read of each micro-batch: means and maxima.
class LateOps {
public:
  LateOps(const StepValues &values, const GradientFlow &flow, BatchDims &dims,
          MicrobatchPlan &plan)
      : values(values), flow(flow), dims(dims), plan(plan) {}

  /// Fills in what `plan` combines and stacks. Emits located errors.
  LogicalResult find();

  const llvm::DenseSet<Operation *> &getOps() const { return late; }

private:
  LogicalResult takeAll();
  LogicalResult takeResult(unsigned i);
  /// Makes `op` run once; what it reads follows in `drain`.
  void makeLate(Operation *op) {
    if (late.insert(op).second)
      worklist.push_back(op);
  }
  LogicalResult drain();
  /// Gets `value` for `reader`, which runs once.
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
