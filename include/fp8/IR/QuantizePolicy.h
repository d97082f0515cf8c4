//===- QuantizePolicy.h - quantization of one tensor ------------*- C++ -*-===//
#ifndef FP8_IR_QUANTIZEPOLICY_H
#define FP8_IR_QUANTIZEPOLICY_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// Attribute of an argument: its quantization policies, as a string.
constexpr llvm::StringLiteral kQuantizeAttrName = "fp8.quantize";

/// Attribute of a function that runs instead of another function in some steps:
/// the first and the last step of each range.
constexpr llvm::StringLiteral kStepsAttrName = "fp8.steps";

/// Quantization settings of one tensor that override the recipe.
struct QuantizePolicy {
  bool isWide = false;
  std::optional<Format> format;
  /// One of tensor, row, block and mx.
  std::optional<GranularityKind> granularity;
  /// Sizes of a block: across the reduced dimension, and along it.
  SmallVector<int64_t, 2> sizes;

  /// Overrides the settings of this policy by the settings of `other`.
  void merge(const QuantizePolicy &other);
};

/// Parses `wide`, `e4m3`, `e5m2`, `tensor`, `row`, `mx` or `block:MxN`.
std::optional<QuantizePolicy> parseQuantizePolicy(StringRef text);

/// The supported spellings, for diagnostics.
constexpr llvm::StringLiteral kQuantizePolicies =
    "wide, e4m3, e5m2, tensor, row, mx and block:MxN";

} // namespace mlir::fp8

#endif // FP8_IR_QUANTIZEPOLICY_H
