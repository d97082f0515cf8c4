//===- BatchDims.h - dimensions of the data of a step -----------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_GRADIENTACCUMULATION_BATCHDIMS_H
#define FP8_LIB_TRAINING_GRADIENTACCUMULATION_BATCHDIMS_H

#include "fp8/Analysis/DimClasses.h"
#include "fp8/Analysis/Reshape.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::fp8 {

/// Tracks the dimensions of batches through a step. A dimension of a batch is a
/// feature dimension if another argument, such as a parameter, has the same
/// dimension or a part of it. All other dimensions of a batch enumerate
/// examples or tokens.
class BatchDims {
public:
  BatchDims(func::FuncOp func, ArrayRef<unsigned> batches);

  /// Returns true if `value` has a dimension that enumerates examples. A mean
  /// of such values over micro-batches would mix different examples.
  bool isPerExample(Value value);

private:
  RankedTensorType getType(Value value) const;
  void visit(Operation *op);
  void visitMaps(ArrayRef<AffineMap> maps, ValueRange values);
  unsigned dimOf(Value value, unsigned i);
  void unifyAll(Value a, Value b);
  void unify(Value a, unsigned i, Value b, unsigned j);
  void unifyGroups(const Reshape &reshape);
  void unifySlice(Value whole, Value part, const llvm::SmallBitVector &dropped);

  DimClasses classes;
  /// Values that depend on no argument.
  llvm::DenseSet<Value> constants;
  /// The number of the first dimension of a tensor. The other dimensions of the
  /// tensor have the next numbers.
  llvm::DenseMap<Value, unsigned> dims;
  /// Pairs of a dimension and the dimension of a slice that covers part of it.
  SmallVector<std::pair<unsigned, unsigned>> partial;
  llvm::DenseSet<unsigned> examples;
};

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_GRADIENTACCUMULATION_BATCHDIMS_H
