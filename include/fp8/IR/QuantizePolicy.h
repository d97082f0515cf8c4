//===- QuantizePolicy.h - quantization of one tensor ------------*- C++ -*-===//
#ifndef FP8_IR_QUANTIZEPOLICY_H
#define FP8_IR_QUANTIZEPOLICY_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// Attribute of an argument: a string of quantization policies, which override
/// the recipe for this tensor.
constexpr llvm::StringLiteral kQuantizeAttrName = "fp8.quantize";

/// Attribute of a function that runs instead of another function in some steps:
/// a list of ranges, each given by its first and last step.
constexpr llvm::StringLiteral kStepsAttrName = "fp8.steps";

/// Quantization settings of one tensor that override the recipe.
struct QuantizePolicy {
  bool isWide = false;
  std::optional<Format> format;
  /// Tensor, row, block or mx, or std::nullopt for the granularity of the
  /// recipe.
  std::optional<GranularityKind> granularity;
  /// Sizes of a block: the size across the reduced dimension, then the size
  /// along it.
  SmallVector<int64_t, 2> sizes;

  /// Replaces each setting of this policy that `other` also specifies.
  void merge(const QuantizePolicy &other);
};

/// Parses one of `wide`, `e4m3`, `e5m2`, `tensor`, `row`, `mx` and `block:MxN`.
/// Returns std::nullopt for other texts.
std::optional<QuantizePolicy> parseQuantizePolicy(StringRef text);

/// The supported spellings, for diagnostics.
constexpr llvm::StringLiteral kQuantizePolicies =
    "wide, e4m3, e5m2, tensor, row, mx and block:MxN";

} // namespace mlir::fp8

#endif // FP8_IR_QUANTIZEPOLICY_H
