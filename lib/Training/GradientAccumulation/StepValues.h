//===- StepValues.h - what a step computes from its batches -----*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_GRADIENTACCUMULATION_STEPVALUES_H
#define FP8_LIB_TRAINING_GRADIENTACCUMULATION_STEPVALUES_H

#include "fp8/Analysis/StatePairing.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/Regex.h"

namespace mlir::fp8 {

/// The arguments of `func` that are batches: not those whose names match
/// `shared`. Emits an error where there is none.
FailureOr<SmallVector<unsigned>> findBatches(func::FuncOp func,
                                             const StatePairing &pairing,
                                             ArrayRef<llvm::Regex> shared);

/// What a step computes from its batches, and what it learns from that.
struct StepValues {
  StepValues(func::FuncOp func, const Loss &loss, const StatePairing &pairing,
             ArrayRef<unsigned> batches)
      : block(func.front()), loss(loss), pairing(pairing), batches(batches),
        func(func) {}

  /// Finds the rest from `settled` and `carried`. Emits an error where an
  /// update that parameters depend on reads a value of the forward.
  LogicalResult compute();
  /// Finds `varying` alone.
  void findVarying();

  func::FuncOp getFunc() const { return func; }
  bool isOfForward(Value value) const;
  /// Whether `op`, or an op in it, reads what depends on a batch.
  bool isVarying(Operation *op) const;
  /// Whether `op` reads the loss, or what is computed from it alone, and
  /// nothing else that depends on a batch.
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

  /// What is there once for all micro-batches, by assumption: of an op with
  /// one all results. What follows reads it as it reads a parameter.
  llvm::DenseSet<Value> settled;
  /// States that go from micro-batch to micro-batch.
  SmallVector<const StatePair *> carried;

  /// What depends on a batch, but by way of `settled`.
  llvm::DenseSet<Value> varying;
  /// What the loss depends on, but by way of `settled`.
  llvm::DenseSet<Operation *> ofLoss;
  /// The same, and where something is settled what the first products of each
  /// parameter depend on: a step may have losses that it does not return.
  llvm::DenseSet<Operation *> forward;
  /// What new parameters depend on.
  llvm::DenseSet<Operation *> learning;
  /// The loss, and what has its elements: casts and rearrangements.
  llvm::DenseSet<Value> losses;
  /// What is computed from the loss, and else from what is there once, beside
  /// the forward: the rate of an optimizer that reads the loss. `losses` too.
  llvm::DenseSet<Value> fromLoss;
  /// What updates read of `varying`.
  llvm::DenseSet<Value> gradients;
  /// What updates read that no new parameter depends on.
  SmallVector<OpOperand *> statistics;

private:
  void findForward();
  void findFromLoss();
  void findLearning();
  LogicalResult findGradients();

  func::FuncOp func;
};

/// Tells `diag` how the state `arg` of `func` goes from micro-batch to
/// micro-batch if it is no parameter.
void noteCarrying(InFlightDiagnostic &diag, func::FuncOp func,
                  BlockArgument arg);

/// Whether `op` is a contraction, scaled or not, or a convolution.
bool isContraction(Operation *op);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_GRADIENTACCUMULATION_STEPVALUES_H
