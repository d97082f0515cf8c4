//===- QuantizationOverrides.h - per-tensor quantization rules --*- C++ -*-===//
#ifndef FP8_LIB_QUANTIZE_QUANTIZATIONOVERRIDES_H
#define FP8_LIB_QUANTIZE_QUANTIZATIONOVERRIDES_H

#include "fp8/IR/QuantizePolicy.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Regex.h"

namespace mlir::fp8 {

/// A rule `PATTERN=WHAT` of the option `override`, or a rule `PATTERN@FROM-TO`
/// of the option `wide-steps`.
struct OverrideRule {
  std::string text, pattern;
  llvm::Regex regex;
  QuantizePolicy policy;
  int64_t from = 0, to = 0;

  bool matches(StringRef name) const { return regex.match(name); }
};

/// Steps at which the same set of tensors stays wide.
struct WideSteps {
  SmallVector<int64_t> ranges; // first and last step of each range
  llvm::BitVector rules;       // active rules of `wide-steps`

  bool contains(int64_t step) const;
};

/// Rules for single tensors, which replace the rules of the recipe. `always`
/// holds the rules of `override`, and
/// `bySteps` the rules of `wide-steps`.
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

  /// Returns the steps at which the rules `bySteps` keep tensors wide, with one
  /// entry for each set of tensors.
  SmallVector<WideSteps>
  getWideSteps(const llvm::MapVector<Value, std::string> &names) const;
};

} // namespace mlir::fp8

#endif // FP8_LIB_QUANTIZE_QUANTIZATIONOVERRIDES_H
