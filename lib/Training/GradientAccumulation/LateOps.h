//===- LateOps.h - ops that run once per step -------------------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_GRADIENTACCUMULATION_LATEOPS_H
#define FP8_LIB_TRAINING_GRADIENTACCUMULATION_LATEOPS_H

#include "GradientFlow.h"
#include "MicrobatchPlan.h"

namespace mlir::fp8 {

/// Finds the per-step ops, which run once after all micro-batches, by a
/// backward search from the updates and results of a step. Also finds the
/// values of micro-batches that per-step ops read as a mean or a maximum.
class LateOps {
public:
  LateOps(const StepValues &values, const GradientFlow &flow, BatchDims &dims,
          MicrobatchPlan &plan)
      : values(values), flow(flow), dims(dims), plan(plan) {}

  /// Fills in the combined and stacked values of `plan`. On failure, emits an
  /// error at the op or value that is not supported.
  LogicalResult find();

  const llvm::DenseSet<Operation *> &getOps() const { return late; }

private:
  LogicalResult takeAll();
  LogicalResult takeResult(unsigned i);
  /// Makes `op` a per-step op. `drain` visits its operands later.
  void makeLate(Operation *op) {
    if (late.insert(op).second)
      worklist.push_back(op);
  }
  LogicalResult drain();
  /// Makes `value` available to the per-step op `reader`: as a mean over
  /// micro-batches, or by making its op a per-step op.
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
