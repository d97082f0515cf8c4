//===- BatchDims.h - dimensions of the data of a step -----------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_GRADIENTACCUMULATION_BATCHDIMS_H
#define FP8_LIB_TRAINING_GRADIENTACCUMULATION_BATCHDIMS_H

#include "fp8/Analysis/DimClasses.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::fp8 {

/// Follows the dimensions of batches through a step. Those that another
/// argument has too, entirely or in part, such as a parameter, are features;
/// all others tell examples, or tokens, apart.
class BatchDims {
public:
  BatchDims(func::FuncOp func, ArrayRef<unsigned> batches);

  /// Whether `value` has elements per example: a mean of it over micro-batches
  /// mixes examples.
  bool isPerExample(Value value);

private:
  RankedTensorType getType(Value value) const;
  void visit(Operation *op);
  void visitMaps(ArrayRef<AffineMap> maps, ValueRange values);
  unsigned dimOf(Value value, unsigned i);
  void unifyAll(Value a, Value b);
  void unify(Value a, unsigned i, Value b, unsigned j);
  void unifyGroups(Value collapsed, Value expanded,
                   ArrayRef<SmallVector<int64_t, 2>> groups);
  void unifySlice(Value whole, Value part, const llvm::SmallBitVector &dropped);

  DimClasses classes;
  /// What depends on no argument.
  llvm::DenseSet<Value> constants;
  /// The first dimension of a tensor; its others follow.
  llvm::DenseMap<Value, unsigned> dims;
  /// Dimensions of slices, after those that they are a part of.
  SmallVector<std::pair<unsigned, unsigned>> partial;
  llvm::DenseSet<unsigned> examples;
};

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_GRADIENTACCUMULATION_BATCHDIMS_H
