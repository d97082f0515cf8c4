//===- IntRanges.h - what integers may be -----------------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_INTRANGES_H
#define FP8_ANALYSIS_INTRANGES_H

#include "mlir/Interfaces/InferIntRangeInterface.h"

namespace mlir::fp8 {

/// The ranges of integers, and of the elements of tensors of integers: from
/// counters of loops and constants through arithmetic, as upstream's ops infer
/// them, and through what rearranges elements.
class IntRanges {
public:
  /// From now on the elements of `value` lie in `range`.
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
