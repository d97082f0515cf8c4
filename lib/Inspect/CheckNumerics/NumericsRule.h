//===- NumericsRule.h - rules of --fp8-check-numerics -----------*- C++ -*-===//
#ifndef FP8_LIB_INSPECT_CHECKNUMERICS_NUMERICSRULE_H
#define FP8_LIB_INSPECT_CHECKNUMERICS_NUMERICSRULE_H

#include "FloatRange.h"
#include "ScaleProvenance.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::fp8 {

/// What is wrong with one op, in numbers, and what to do about it.
struct Finding {
  enum class Severity { Remark, Warning, Error };

  Operation *op;
  /// `expected <property>, but <what is there>`.
  std::string message;
  std::string remedy;
  /// Another place that matters, if there is one.
  Operation *other = nullptr;
  std::string otherMessage = {};
  /// A warning and a remark let the module pass.
  Severity severity = Severity::Error;
};

/// A function and what is known of its values. Rules share it.
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

/// One thing that is known to fail. A rule reports what it can prove, and is
/// silent where it knows too little.
class NumericsRule {
public:
  using Report = function_ref<void(Finding)>;

  virtual ~NumericsRule() = default;
  virtual StringRef getName() const = 0;
  virtual void check(const NumericsContext &context, Report report) const = 0;
};

/// Every rule, in the order of their names.
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
// Words of findings
//===----------------------------------------------------------------------===//

/// A value as a reader of the program knows it: `'w' (tensor<4x8xf32>)`.
std::string describe(Value value);
/// A scale source: `the constant 2`, `the state 'scales'`.
std::string describe(ScaleSource source);
/// The kind of a state that an argument says, if it says one.
std::optional<StateKind> getStateKind(Value state);
/// A number with as many digits as tell it apart.
std::string formatNumber(double number);
/// `e4m3`: the format of codes.
std::string formatOf(Value codes);

//===----------------------------------------------------------------------===//
// Numbers of formats
//===----------------------------------------------------------------------===//

/// The smallest magnitude that rounds past the largest value of an 8-bit
/// format, had it more exponents: what is counted as saturated.
double getSaturationBound(Format format);
/// The smallest magnitude that an 8-bit format holds with all its digits.
double getSmallestNormal(Format format);

} // namespace mlir::fp8

#endif // FP8_LIB_INSPECT_CHECKNUMERICS_NUMERICSRULE_H
