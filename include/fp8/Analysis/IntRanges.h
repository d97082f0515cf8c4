//===- IntRanges.h - ranges of integers -------------------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_INTRANGES_H
#define FP8_ANALYSIS_INTRANGES_H

#include "mlir/Interfaces/InferIntRangeInterface.h"

namespace mlir::fp8 {

/// Computes the ranges of integers and of the elements of integer tensors.
/// Ranges start from loop counters and constants. They propagate through the
/// range-inference interface of MLIR and through ops that rearrange elements.
class IntRanges {
public:
  /// Assumes in later queries that the elements of `value` are in `range`.
  void assume(Value value, const ConstantIntRanges &range);

  ConstantIntRanges get(Value value);

private:
  ConstantIntRanges compute(Value value);
  ConstantIntRanges computeArgument(BlockArgument argument);
  ConstantIntRanges computeResult(InferIntRangeInterface op, Value value);

  llvm::DenseMap<Value, ConstantIntRanges> ranges;
};

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_INTRANGES_H
