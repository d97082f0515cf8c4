//===- NumericsRule.h - rules of --fp8-check-numerics -----------*- C++ -*-===//
#ifndef FP8_LIB_INSPECT_CHECKNUMERICS_NUMERICSRULE_H
#define FP8_LIB_INSPECT_CHECKNUMERICS_NUMERICSRULE_H

#include "FloatRange.h"
#include "ScaleProvenance.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::fp8 {

/// A defect of one op, with numbers and a remedy.
struct Finding {
  enum class Severity { Remark, Warning, Error };

  Operation *op;
  /// Text of the form `expected <property>, but <actual value>`.
  std::string message;
  std::string remedy;
  /// Another related op, or null.
  Operation *other = nullptr;
  std::string otherMessage = {};
  /// Warnings and remarks do not fail the pass.
  Severity severity = Severity::Error;
};

/// A function and the analyses of its values, which rules share.
class NumericsContext {
public:
  explicit NumericsContext(func::FuncOp func)
      : ranges(func), scales(func), func(func) {}

  func::FuncOp getFunc() const { return func; }

  const FloatRanges ranges;
  const ScaleProvenance scales;

private:
  func::FuncOp func;
};

/// A rule for one known defect. A rule reports only what it can prove.
class NumericsRule {
public:
  using Report = function_ref<void(Finding)>;

  virtual ~NumericsRule() = default;
  virtual StringRef getName() const = 0;
  virtual void check(const NumericsContext &context, Report report) const = 0;
};

/// Returns every rule, in the order of their names.
ArrayRef<const NumericsRule *> getNumericsRules();

const NumericsRule *getBlockTailRule();
const NumericsRule *getDecayStallRule();
const NumericsRule *getDelayedStartRule();
const NumericsRule *getDelayedWindowRule();
const NumericsRule *getE5M2ForwardRule();
const NumericsRule *getMomentUnderflowRule();
const NumericsRule *getOverflowWindowRule();
const NumericsRule *getQuasiScaleRule();
const NumericsRule *getSaturatingChainRule();
const NumericsRule *getScaleReuseRule();
const NumericsRule *getSplitDelayedRule();
const NumericsRule *getUnderflowWindowRule();
const NumericsRule *getUnguardedScaleRule();
const NumericsRule *getUpdateStallRule();

//===----------------------------------------------------------------------===//
// Texts of findings
//===----------------------------------------------------------------------===//

/// Describes a value for users: `'w' (tensor<4x8xf32>)`.
std::string describe(Value value);
/// Describes a scale source: `the constant 2`, `the state 'scales'`.
std::string describe(ScaleSource source);
/// Returns the kind of state that an argument declares, if any.
std::optional<StateKind> getStateKind(Value state);
/// Prints a number with as many digits as identify it.
std::string formatNumber(double number);
/// Returns the name of the format of codes, such as `e4m3`.
std::string formatOf(Value codes);

//===----------------------------------------------------------------------===//
// Numbers of formats
//===----------------------------------------------------------------------===//

/// Returns the smallest magnitude that counts as saturated: with a wider
/// exponent range, an 8-bit format would round it past the largest value.
double getSaturationBound(Format format);
/// Returns the smallest magnitude that an 8-bit format stores with full
/// precision.
double getSmallestNormal(Format format);

} // namespace mlir::fp8

#endif // FP8_LIB_INSPECT_CHECKNUMERICS_NUMERICSRULE_H
