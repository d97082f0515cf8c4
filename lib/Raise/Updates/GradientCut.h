//===- GradientCut.h - where the gradient enters an update ------*- C++ -*-===//
#ifndef FP8_LIB_RAISE_UPDATES_GRADIENTCUT_H
#define FP8_LIB_RAISE_UPDATES_GRADIENTCUT_H

#include "fp8/Analysis/Elementwise.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::fp8 {

/// Chooses the values at which an update begins.
///
/// The latest cut is what the ops that depend on a state read from elsewhere.
/// It is rarely the gradient: an optimizer with two moments reads `(1-b1) * g`
/// and `(1-b2) * g * g`. Moved up through the ops that compute it, one op at a
/// time, it passes clip factors, means over devices, casts and masks until it
/// meets a sum, a product with another tensor or a collective. Of all cuts on
/// the way the one that reads the fewest tensors is taken, and of those the
/// earliest.
class GradientCut {
public:
  GradientCut(const llvm::SetVector<Operation *> &ops,
              const llvm::DenseSet<Value> &dependent,
              const UniformValues &uniform)
      : ops(ops), dependent(dependent), uniform(uniform) {}

  /// What the update of `outputs` reads: values that are computed, then those
  /// that are not.
  SmallVector<Value> choose(ArrayRef<Value> outputs);

private:
  struct Cut {
    llvm::SetVector<Value> computed, given;

    unsigned getCost() const;
    bool isReadable() const;
  };

  void add(Value value);
  /// The last op that computes a value of the cut, or null.
  Operation *findLast() const;

  const llvm::SetVector<Operation *> &ops;
  const llvm::DenseSet<Value> &dependent;
  const UniformValues &uniform;
  Cut cut;
};

} // namespace mlir::fp8

#endif // FP8_LIB_RAISE_UPDATES_GRADIENTCUT_H
