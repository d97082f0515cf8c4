//===- ProductCounts.h - matmuls of a step, by precision --------*- C++ -*-===//
#ifndef FP8_ANALYSIS_PRODUCTCOUNTS_H
#define FP8_ANALYSIS_PRODUCTCOUNTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::fp8 {

/// The number of contractions of a step in Scaled form, and how many of them
/// are in FP8.
struct ProductCounts {
  static ProductCounts compute(func::FuncOp step);

  /// Prints "27 of 27 linear products in FP8 (5 convolutions wide)", or "no
  /// product in FP8".
  void print(raw_ostream &os) const;

  int64_t getTotal() const {
    return linear.total + other.total + convolutions.total;
  }

  struct Count {
    int64_t total = 0, inFP8 = 0;
  };
  /// Contractions with a weight, in the forward and the backward pass.
  Count linear;
  /// False if it is unknown which contractions have a weight.
  bool areNamed = false;
  /// Contractions without a weight, such as the contractions of attention,
  /// and convolutions.
  Count other, convolutions;
};

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_PRODUCTCOUNTS_H
