//===- StepValues.h - dependence of a step on its batches -------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_GRADIENTACCUMULATION_STEPVALUES_H
#define FP8_LIB_TRAINING_GRADIENTACCUMULATION_STEPVALUES_H

#include "fp8/Analysis/StatePairing.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/Regex.h"

namespace mlir::fp8 {

/// Finds the arguments of `func` that are batches. Excludes arguments whose
/// names match a pattern in `shared`. Emits an error if there is no batch.
FailureOr<SmallVector<unsigned>> findBatches(func::FuncOp func,
                                             const StatePairing &pairing,
                                             ArrayRef<llvm::Regex> shared);

/// Classifies the values and ops of a step by their dependence on batches, on
/// the loss, and on gradients.
struct StepValues {
  StepValues(func::FuncOp func, const Loss &loss, const StatePairing &pairing,
             ArrayRef<unsigned> batches)
      : block(func.front()), loss(loss), pairing(pairing), batches(batches),
        func(func) {}

  /// Computes the other fields from `settled` and `carried`. Emits an error if
  /// the update of a parameter reads a value of the forward pass.
  LogicalResult compute();
  /// Computes only `varying`.
  void findVarying();

  func::FuncOp getFunc() const { return func; }
  bool isOfForward(Value value) const;
  /// Returns true if `op`, or an op nested in it, depends on a batch.
  bool isVarying(Operation *op) const;
  /// Returns true if `op` has operands that depend on a batch, and each of them
  /// is the loss or is computed only from the loss.
  bool readsLossAlone(Operation *op) const;
  bool isSettled(Operation *op) const {
    return op->getNumResults() != 0 && settled.contains(op->getResult(0));
  }
  void settle(Operation *op) {
    settled.insert(op->result_begin(), op->result_end());
  }

  Block &block;
  const Loss &loss;
  const StatePairing &pairing;
  SmallVector<unsigned> batches;

  /// Values that are computed once for all micro-batches, by assumption. Either
  /// all results of an op are settled or none. Ops that read them treat them
  /// like parameters.
  llvm::DenseSet<Value> settled;
  /// States that each micro-batch passes to the next.
  SmallVector<const StatePair *> carried;

  /// Values that depend on a batch by a path without settled values.
  llvm::DenseSet<Value> varying;
  /// Ops that the loss depends on by a path without settled values.
  llvm::DenseSet<Operation *> ofLoss;
  /// `ofLoss`. If values are settled, also the ops that the first contraction
  /// with each parameter depends on, because a step may have losses that it
  /// does not return.
  llvm::DenseSet<Operation *> forward;
  /// Ops that new parameters depend on.
  llvm::DenseSet<Operation *> learning;
  /// The loss, and the values that it is a cast or rearrangement of.
  llvm::DenseSet<Value> losses;
  /// `losses`, and values outside the forward pass that depend on a batch only
  /// through the loss, such as a learning rate.
  llvm::DenseSet<Value> fromLoss;
  /// Values of `varying` that updates read.
  llvm::DenseSet<Value> gradients;
  /// Operands of updates that no new parameter depends on.
  SmallVector<OpOperand *> statistics;

private:
  void findForward();
  void findFromLoss();
  void findLearning();
  LogicalResult findGradients();

  func::FuncOp func;
};

/// Attaches a note on how to declare that the state `arg` of `func` is not a
/// parameter, so that each micro-batch passes it to the next.
void noteCarrying(InFlightDiagnostic &diag, func::FuncOp func,
                  BlockArgument arg);

/// Returns true if `op` is a contraction, scaled or not, or a convolution.
bool isContraction(Operation *op);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_GRADIENTACCUMULATION_STEPVALUES_H
