//===- GradientFlow.h - what depends on gradients, and how ------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_GRADIENTACCUMULATION_GRADIENTFLOW_H
#define FP8_LIB_TRAINING_GRADIENTACCUMULATION_GRADIENTFLOW_H

#include "BatchDims.h"
#include "StepValues.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::fp8 {

/// How a value depends on the gradients of a step.
enum class GradientDegree : uint8_t {
  None,
  Linear,   // the mean of it is it of the mean
  Nonlinear // a norm, a clipped gradient, a new state
};

/// Where gradients begin: at contractions of the backward that read a value of
/// the forward, or at those that read what comes of its last contractions. All
/// gradients of a network do, other than what its backward computes again, as
/// of the steps of a recurrence; a loss that is linear in its outputs has
/// gradients that do not.
enum class GradientSource : uint8_t { Forward, LastContractions };

/// Follows gradients through a step: they begin at the contractions that new
/// parameters depend on and the loss does not, and at what updates read.
class GradientFlow {
public:
  /// `dims` tell what each example has its own of.
  GradientFlow(const StepValues &values, BatchDims &dims,
               GradientSource source);

  GradientDegree getDegree(Value value) const { return degrees.lookup(value); }

  /// What is computed from gradients, not linearly, and then meets data: the
  /// weights at which SAM takes its gradient. It cannot be of one micro-batch
  /// if it is that of the whole batch.
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
  /// What is settled, and what is computed from that alone.
  llvm::DenseSet<Value> once;
  llvm::SmallSetVector<Value, 4> meetings;
};

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_GRADIENTACCUMULATION_GRADIENTFLOW_H
