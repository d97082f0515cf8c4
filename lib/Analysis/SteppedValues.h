//===- SteppedValues.h - parameters between updates -------------*- C++ -*-===//
#ifndef FP8_LIB_ANALYSIS_STEPPEDVALUES_H
#define FP8_LIB_ANALYSIS_STEPPEDVALUES_H

#include "fp8/Analysis/Contraction.h"
#include "fp8/Analysis/Elementwise.h"
#include "fp8/Analysis/Loss.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::fp8 {

/// What the products of a step read, and which of them is the transpose of
/// another, as the products of a backward are.
class StepProducts {
public:
  explicit StepProducts(Block &block);

  struct Product {
    Operation *op;
    /// What the operands rearrange.
    Value roots[2];
    /// The operands before they are transposed: the roots, or reshapes of them.
    Value views[2];
    /// The dimensions of `views` that are summed over; none of a convolution.
    llvm::SmallBitVector summed[2];
  };

  ArrayRef<Product> getProducts() const { return products; }
  const Product *find(Operation *op) const;
  /// The products that read `root`, in program order.
  ArrayRef<unsigned> getReaders(Value root) const;
  /// Whether `product` sums over the dimensions of an operand that an earlier
  /// product, which it depends on, keeps.
  bool isTransposed(unsigned product) const;
  /// Whether `gradient` may be the gradient of `weight`: it reads what `weight`
  /// is multiplied with, sums over what that product keeps, and does not read
  /// `weight`.
  bool isGradientOf(const Product &gradient, Value weight) const;
  /// The products among `slice`.
  llvm::BitVector count(const llvm::DenseSet<Operation *> &slice) const;
  bool dependsOnProduct(Value value) const { return dependent.contains(value); }

private:
  SmallVector<Product, 0> products;
  llvm::DenseMap<Operation *, unsigned> numbers;
  llvm::DenseMap<Value, SmallVector<unsigned>> readers;
  /// Values that depend on a product.
  llvm::DenseSet<Value> dependent;
  Block &block;
};

/// What the new value of each argument is computed from elementwise, each
/// rearrangement as the value that it rearranges.
llvm::DenseMap<BlockArgument, llvm::DenseSet<Value>>
findUpdateReads(Block &block);

/// Finds the values that stand for an argument in a later part of the step: the
/// argument, scaled by numbers, plus a gradient of it. None where no product
/// reads one, as in a step of one forward and one update.
SteppedValues findSteppedValues(Block &block, const StepProducts &products);

} // namespace mlir::fp8

#endif // FP8_LIB_ANALYSIS_STEPPEDVALUES_H
