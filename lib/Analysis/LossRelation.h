//===- LossRelation.h - losses computed from other losses -------*- C++ -*-===//
#ifndef FP8_LIB_ANALYSIS_LOSSRELATION_H
#define FP8_LIB_ANALYSIS_LOSSRELATION_H

#include "mlir/IR/Value.h"

namespace mlir::fp8 {

/// How one single float is computed from another by ops on single elements.
enum class LossRelation {
  /// It is not computed from it.
  None,
  /// From it, arguments with one element and constants alone. An example is the
  /// perplexity.
  Function,
  /// A sum in which it has a constant factor. Another term depends on a tensor,
  /// as a penalty on the weights does. A difference of two terms with equal
  /// weights is no sum.
  Sum,
  /// Any other computation that also reads a tensor, such as `1 - part / var`.
  Mixed
};

/// Returns the single element that `value` is a reshape, copy or cast of.
Value getScalarOrigin(Value value);

/// Returns how `value` is computed from `part`.
LossRelation getLossRelation(Value value, Value part);

} // namespace mlir::fp8

#endif // FP8_LIB_ANALYSIS_LOSSRELATION_H
