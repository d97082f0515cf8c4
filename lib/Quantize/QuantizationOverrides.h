//===- QuantizationOverrides.h - per-tensor quantization rules --*- C++ -*-===//
#ifndef FP8_LIB_QUANTIZE_QUANTIZATIONOVERRIDES_H
#define FP8_LIB_QUANTIZE_QUANTIZATIONOVERRIDES_H

#include "fp8/IR/QuantizePolicy.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Regex.h"

namespace mlir::fp8 {

/// A rule `PATTERN=WHAT` of `override`, or `PATTERN@FROM-TO` of `wide-steps`.
struct OverrideRule {
  std::string text, pattern;
  llvm::Regex regex;
  QuantizePolicy policy;
  int64_t from = 0, to = 0;

  bool matches(StringRef name) const { return regex.match(name); }
};

/// Steps at which some tensors are not quantized.
struct WideSteps {
  SmallVector<int64_t> ranges; // the first and the last step of each
  llvm::BitVector rules;       // of `wide-steps`

  bool contains(int64_t step) const;
};

/// Per-tensor rules that replace the rules of the recipe.
struct QuantizationOverrides {
  std::vector<OverrideRule> always, bySteps;

  /// Parses the options. Reports errors at `loc`.
  static FailureOr<QuantizationOverrides>
  parse(Location loc, ArrayRef<std::string> overrides,
        ArrayRef<std::string> wideSteps);

  /// Returns the policy of each value of `names`, from the attributes of
  /// arguments and from `always`. Emits an error if a rule matches nothing or
  /// requests a policy that the recipe does not support.
  FailureOr<llvm::DenseMap<Value, QuantizePolicy>>
  getPolicies(func::FuncOp func,
              const llvm::MapVector<Value, std::string> &names,
              bool isDelayed) const;

  /// Returns the steps at which the rules `bySteps` keep additional tensors
  /// wide. There is one entry for each set of tensors.
  SmallVector<WideSteps>
  getWideSteps(const llvm::MapVector<Value, std::string> &names) const;
};

} // namespace mlir::fp8

#endif // FP8_LIB_QUANTIZE_QUANTIZATIONOVERRIDES_H
