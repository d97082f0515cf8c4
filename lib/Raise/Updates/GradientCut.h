//===- GradientCut.h - start of an update -----------------------*- C++ -*-===//
#ifndef FP8_LIB_RAISE_UPDATES_GRADIENTCUT_H
#define FP8_LIB_RAISE_UPDATES_GRADIENTCUT_H

#include "fp8/Analysis/Elementwise.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::fp8 {

/// Chooses the input tensors of an update, which form a cut through the graph.
///
/// The latest possible cut consists of the values that state-dependent ops read
/// from other ops. It is rarely the gradient: an optimizer with two moments
/// reads `(1-b1) * g` and `(1-b2) * g * g`. So the cut moves up, one op at a
/// time, past clip factors, means over devices, casts and masks. It stops at a
/// sum, a product with another tensor, or a collective. Among all visited cuts,
/// the cut that reads the fewest tensors is chosen, and among equal ones the
/// earliest.
class GradientCut {
public:
  GradientCut(const llvm::SetVector<Operation *> &ops,
              const llvm::DenseSet<Value> &dependent,
              const UniformValues &uniform)
      : ops(ops), dependent(dependent), uniform(uniform) {}

  /// Returns the inputs of the update that computes `outputs`: first values
  /// that the step computes, then arguments and constants.
  SmallVector<Value> choose(ArrayRef<Value> outputs);

private:
  struct Cut {
    llvm::SetVector<Value> computed, given;

    unsigned getCost() const;
    bool isReadable() const;
  };

  void add(Value value);
  /// Returns the last op, in program order, that computes a value of the cut,
  /// or null.
  Operation *findLast() const;

  const llvm::SetVector<Operation *> &ops;
  const llvm::DenseSet<Value> &dependent;
  const UniformValues &uniform;
  Cut cut;
};

} // namespace mlir::fp8

#endif // FP8_LIB_RAISE_UPDATES_GRADIENTCUT_H
