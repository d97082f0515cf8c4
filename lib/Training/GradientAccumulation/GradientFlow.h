//===- GradientFlow.h - dependence of values on gradients -------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_GRADIENTACCUMULATION_GRADIENTFLOW_H
#define FP8_LIB_TRAINING_GRADIENTACCUMULATION_GRADIENTFLOW_H

#include "BatchDims.h"
#include "StepValues.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::fp8 {

/// How a value depends on the gradients of a step.
enum class GradientDegree : uint8_t {
  None,
  Linear,   // averaging commutes with the computation
  Nonlinear // a norm, a clipped gradient, a new state
};

/// Where gradients originate. `Forward`: in contractions of the backward pass
/// that read any value of the forward pass. `LastContractions`: only in
/// contractions that depend on the last contractions of the forward pass. The
/// second rule finds all gradients of a network, even where the backward pass
/// recomputes values, as for the steps of a recurrence. It fails for a loss
/// that is linear in the outputs, whose gradient does not depend on them.
enum class GradientSource : uint8_t { Forward, LastContractions };

/// Determines how the values of a step depend on gradients. Gradients originate
/// in contractions that new parameters depend on and the loss does not, and in
/// the values that updates read.
class GradientFlow {
public:
  /// `dims` determines which values have separate elements per example.
  GradientFlow(const StepValues &values, BatchDims &dims,
               GradientSource source);

  GradientDegree getDegree(Value value) const { return degrees.lookup(value); }

  /// Returns the values that depend nonlinearly on gradients and are then
  /// combined with data, such as the weights at which SAM computes its
  /// gradient. Such a value is computed from the whole batch, so it cannot
  /// belong to one micro-batch.
  ArrayRef<Value> getMeetings() const { return meetings.getArrayRef(); }

private:
  bool readsData(Operation *op);
  bool meetsExamples(Operation *op);
  bool sumsExamples(Operation *op);
  void readOnce(Operation *op);
  void visitWithLoss(Operation *op);
  void addMeeting(Value value);
  void visit(Operation *op);
  void visitBody(Block &body);
  void visitBranch(scf::IfOp branch);
  void visitLoop(Operation *loop, Block &body, ValueRange inits,
                 ValueRange iterArgs);
  void visitLinalg(Operation *op);
  void visitPlain(Operation *op);
  GradientDegree combine(Operation *op) const;
  bool readsGradients(Operation *op) const;

  const StepValues &values;
  BatchDims &dims;
  llvm::DenseMap<Value, GradientDegree> degrees;
  /// Settled values (computed once for all micro-batches), and values that
  /// depend on a batch only through them.
  llvm::DenseSet<Value> once;
  llvm::SmallSetVector<Value, 4> meetings;
};

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_GRADIENTACCUMULATION_GRADIENTFLOW_H
