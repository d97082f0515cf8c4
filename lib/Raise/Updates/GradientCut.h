//===- GradientCut.h - start of an update -----------------------*- C++ -*-===//
#ifndef FP8_LIB_RAISE_UPDATES_GRADIENTCUT_H
#define FP8_LIB_RAISE_UPDATES_GRADIENTCUT_H

#include "fp8/Analysis/Elementwise.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::fp8 {

/// Chooses the values at which an update begins.
///
/// The latest possible cut consists of the values that state-dependent ops read
/// from other ops. It is rarely the gradient: an optimizer with two moments
/// reads `(1-b1) * g` and `(1-b2) * g * g`. The cut therefore moves up, one op
/// at a time, past clip factors, means over devices, casts and masks. It stops
/// at a sum, a product with another tensor, or a collective. Of all visited
/// cuts, the one that reads the fewest tensors is chosen, and among those the
/// earliest.
class GradientCut {
public:
  GradientCut(const llvm::SetVector<Operation *> &ops,
              const llvm::DenseSet<Value> &dependent,
              const UniformValues &uniform)
      : ops(ops), dependent(dependent), uniform(uniform) {}

  /// Returns the inputs of the update of `outputs`: first computed values, then
  /// others.
  SmallVector<Value> choose(ArrayRef<Value> outputs);

private:
  struct Cut {
    llvm::SetVector<Value> computed, given;

    unsigned getCost() const;
    bool isReadable() const;
  };

  void add(Value value);
  /// Returns the last op that computes a value of the cut, or null.
  Operation *findLast() const;

  const llvm::SetVector<Operation *> &ops;
  const llvm::DenseSet<Value> &dependent;
  const UniformValues &uniform;
  Cut cut;
};

} // namespace mlir::fp8

#endif // FP8_LIB_RAISE_UPDATES_GRADIENTCUT_H
