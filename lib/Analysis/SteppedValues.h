//===- SteppedValues.h - parameters between updates -------------*- C++ -*-===//
#ifndef FP8_LIB_ANALYSIS_STEPPEDVALUES_H
#define FP8_LIB_ANALYSIS_STEPPEDVALUES_H

#include "fp8/Analysis/Contraction.h"
#include "fp8/Analysis/Elementwise.h"
#include "fp8/Analysis/Loss.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::fp8 {

/// The contractions of a step, and which of them are transposes of earlier
/// ones, as in a backward pass.
class StepProducts {
public:
  explicit StepProducts(Block &block);

  struct Product {
    Operation *op;
    /// The values that the operands rearrange.
    Value roots[2];
    /// The operands before they are transposed: the roots, or reshapes of them.
    Value views[2];
    /// The dimensions of `views` that are summed over; empty for a convolution.
    llvm::SmallBitVector summed[2];
  };

  ArrayRef<Product> getProducts() const { return products; }
  const Product *find(Operation *op) const;
  /// Returns the contractions that read `root`, in program order.
  ArrayRef<unsigned> getReaders(Value root) const;
  /// Returns true if `product` sums over the dimensions of an operand that an
  /// earlier contraction, which it depends on, preserves.
  bool isTransposed(unsigned product) const;
  /// Returns true if `gradient` may be the gradient of `weight`. It must read
  /// the other operand of a contraction with `weight`, sum over the dimensions
  /// that this contraction preserves, and not read `weight`.
  bool isGradientOf(const Product &gradient, Value weight) const;
  /// Returns the contractions in `slice`.
  llvm::BitVector count(const llvm::DenseSet<Operation *> &slice) const;
  bool dependsOnProduct(Value value) const { return dependent.contains(value); }

private:
  SmallVector<Product, 0> products;
  llvm::DenseMap<Operation *, unsigned> numbers;
  llvm::DenseMap<Value, SmallVector<unsigned>> readers;
  /// Values that depend on a contraction.
  llvm::DenseSet<Value> dependent;
  Block &block;
};

/// Returns the values that the new value of each argument is computed from
/// elementwise. Rearranged values are replaced by their origins.
llvm::DenseMap<BlockArgument, llvm::DenseSet<Value>>
findUpdateReads(Block &block);

/// Finds the values that replace an argument in a later part of the step: the
/// argument, scaled by numbers, plus a gradient of it. Empty if no contraction
/// reads such a value, as in a step of one forward pass and one update.
SteppedValues findSteppedValues(Block &block, const StepProducts &products);

} // namespace mlir::fp8

#endif // FP8_LIB_ANALYSIS_STEPPEDVALUES_H
