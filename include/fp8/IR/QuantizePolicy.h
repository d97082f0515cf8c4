//===- QuantizePolicy.h - how one tensor is quantized -----------*- C++ -*-===//
#ifndef FP8_IR_QUANTIZEPOLICY_H
#define FP8_IR_QUANTIZEPOLICY_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// The attribute of an argument that holds policies, as a string.
constexpr llvm::StringLiteral kQuantizeAttrName = "fp8.quantize";

/// The attribute of a function that runs in place of another one at some steps:
/// the first and the last one of each range.
constexpr llvm::StringLiteral kStepsAttrName = "fp8.steps";

/// What a tensor has of its own, in place of what a recipe says.
struct QuantizePolicy {
  bool isWide = false;
  std::optional<Format> format;
  /// tensor, row, block or mx.
  std::optional<GranularityKind> granularity;
  /// Of a block: across the reduced dimension, and along it.
  SmallVector<int64_t, 2> sizes;

  /// What `other` says goes over what this says.
  void merge(const QuantizePolicy &other);
};

/// Reads `wide`, `e4m3`, `e5m2`, `tensor`, `row`, `mx` or `block:MxN`.
std::optional<QuantizePolicy> parseQuantizePolicy(StringRef text);

/// The spellings, for messages.
constexpr llvm::StringLiteral kQuantizePolicies =
    "wide, e4m3, e5m2, tensor, row, mx and block:MxN";

} // namespace mlir::fp8

#endif // FP8_IR_QUANTIZEPOLICY_H
