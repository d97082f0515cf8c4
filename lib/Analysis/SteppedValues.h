//===- SteppedValues.h - parameters between updates -------------*- C++ -*-===//
#ifndef FP8_LIB_ANALYSIS_STEPPEDVALUES_H
#define FP8_LIB_ANALYSIS_STEPPEDVALUES_H

#include "fp8/Analysis/Contraction.h"
#include "fp8/Analysis/Elementwise.h"
#include "fp8/Analysis/Loss.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::fp8 {

/// The contractions of a step. Determines which of them are transposes of
/// earlier contractions, as in a backward pass.
class StepProducts {
public:
  explicit StepProducts(Block &block);

  struct Product {
    Operation *op;
    /// The origins of the two operands, before layout ops and float casts.
    Value roots[2];
    /// The operands before they are transposed: the roots, or reshapes of the
    /// roots.
    Value views[2];
    /// The dimensions of `views` that are summed over; empty for a convolution.
    llvm::SmallBitVector summed[2];
  };

  ArrayRef<Product> getProducts() const { return products; }
  const Product *find(Operation *op) const;
  /// Returns the numbers of the contractions that read `root`, in program
  /// order.
  ArrayRef<unsigned> getReaders(Value root) const;
  /// Returns true if contraction `product` sums over dimensions of an operand
  /// that an earlier contraction, on which it depends, keeps.
  bool isTransposed(unsigned product) const;
  /// Returns true if the contraction `gradient` may compute the gradient of
  /// `weight`. It must read the other operand of a contraction with `weight`,
  /// sum over the dimensions that this contraction keeps, and not read
  /// `weight`.
  bool isGradientOf(const Product &gradient, Value weight) const;
  /// Returns the set of the contractions in `slice`.
  llvm::BitVector count(const llvm::DenseSet<Operation *> &slice) const;
  bool dependsOnProduct(Value value) const { return dependent.contains(value); }
  /// Adds to `slice` the ops of the forward pass on which the losses `roots`
  /// depend. Does not continue at `stepped` values and at decisions.
  void addForward(ArrayRef<Value> roots, const SteppedValues &stepped,
                  llvm::DenseSet<Operation *> &slice) const;

private:
  /// Returns true if `value` is a single boolean that depends on a backward
  /// pass, such as "all gradients are finite". A loss that reads it, or reads a
  /// loss scale that is computed from it, is not a part of the backward pass.
  bool isDecision(Value value) const;

  SmallVector<Product, 0> products;
  llvm::DenseMap<Operation *, unsigned> numbers;
  llvm::DenseMap<Value, SmallVector<unsigned>> readers;
  /// Values that depend on a contraction.
  llvm::DenseSet<Value> dependent;
  Block &block;
};

/// Returns, for each argument, the values from which its new value is computed
/// elementwise. A rearranged value is replaced by its origin.
llvm::DenseMap<BlockArgument, llvm::DenseSet<Value>>
findUpdateReads(Block &block);

/// Finds the values that replace an argument in a later part of the step: the
/// argument, scaled by numbers, plus a gradient of it. Returns an empty map if
/// no contraction reads such a value, as in a step with one forward pass and
/// one update.
SteppedValues findSteppedValues(Block &block, const StepProducts &products);

} // namespace mlir::fp8

#endif // FP8_LIB_ANALYSIS_STEPPEDVALUES_H
