//===- StepValues.h - dependence of a step on its batches -------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_GRADIENTACCUMULATION_STEPVALUES_H
#define FP8_LIB_TRAINING_GRADIENTACCUMULATION_STEPVALUES_H

#include "fp8/Analysis/StatePairing.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/Regex.h"

namespace mlir::fp8 {

/// Finds the arguments of `func` that are batches. Arguments whose names match
/// `shared` are excluded. Emits an error if there is no batch.
FailureOr<SmallVector<unsigned>> findBatches(func::FuncOp func,
                                             const StatePairing &pairing,
                                             ArrayRef<llvm::Regex> shared);

/// The values that a step computes from its batches, and the values that it
/// learns from.
struct StepValues {
  StepValues(func::FuncOp func, const Loss &loss, const StatePairing &pairing,
             ArrayRef<unsigned> batches)
      : block(func.front()), loss(loss), pairing(pairing), batches(batches),
        func(func) {}

  /// Computes the other fields from `settled` and `carried`. Emits an error if
  /// an update that parameters depend on reads a value of the forward pass.
  LogicalResult compute();
  /// Computes `varying` alone.
  void findVarying();

  func::FuncOp getFunc() const { return func; }
  bool isOfForward(Value value) const;
  /// Returns true if `op`, or an op nested in it, depends on a batch.
  bool isVarying(Operation *op) const;
  /// Returns true if `op` reads the loss, or values computed from it alone, and
  /// no other value that depends on a batch.
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

  /// Values assumed to be computed once for all micro-batches. Either all
  /// results of an op are settled or none. Later ops treat them like
  /// parameters.
  llvm::DenseSet<Value> settled;
  /// States that each micro-batch passes to the next.
  SmallVector<const StatePair *> carried;

  /// Values that depend on a batch by a path without `settled` values.
  llvm::DenseSet<Value> varying;
  /// Ops that the loss depends on by a path without `settled` values.
  llvm::DenseSet<Operation *> ofLoss;
  /// `ofLoss`. If values are settled, also the ops that the first contractions
  /// of each parameter depend on, because a step may have losses that it does
  /// not return.
  llvm::DenseSet<Operation *> forward;
  /// Ops that new parameters depend on.
  llvm::DenseSet<Operation *> learning;
  /// The loss, and its casts and rearrangements.
  llvm::DenseSet<Value> losses;
  /// `losses`, and values outside the forward pass that are computed only from
  /// the loss and from values computed once, such as a learning rate.
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

/// Attaches a note on how to declare that the state `arg` of `func` is no
/// parameter, so that each micro-batch passes it to the next.
void noteCarrying(InFlightDiagnostic &diag, func::FuncOp func,
                  BlockArgument arg);

/// Returns true if `op` is a contraction, scaled or not, or a convolution.
bool isContraction(Operation *op);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_GRADIENTACCUMULATION_STEPVALUES_H
