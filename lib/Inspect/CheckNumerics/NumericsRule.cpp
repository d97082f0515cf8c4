//===- NumericsRule.cpp - list of rules and their texts -------------------===//

#include "NumericsRule.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

ArrayRef<const NumericsRule *> mlir::fp8::getNumericsRules() {
  static const NumericsRule *const rules[] = {
      getBlockTailRule(),      getDecayStallRule(),   getDelayedStartRule(),
      getDelayedWindowRule(),  getE5M2ForwardRule(),  getMomentUnderflowRule(),
      getOverflowWindowRule(), getQuasiScaleRule(),   getSaturatingChainRule(),
      getScaleReuseRule(),     getSplitDelayedRule(), getUnderflowWindowRule(),
      getUnguardedScaleRule(), getUpdateStallRule()};
  return rules;
}

std::string mlir::fp8::formatNumber(double number) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.6g", number);
  return text;
}

static std::string getName(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto function = dyn_cast_or_null<FunctionOpInterface>(
        argument.getOwner()->getParentOp());
    if (function)
      return "'" + getArgumentName(function, argument.getArgNumber()) + "'";
    return "a block argument";
  }
  Operation *op = value.getDefiningOp();
  if (auto name = op->getAttrOfType<StringAttr>(FP8Dialect::kNameAttrName))
    return "'" + name.str() + "'";
  return "the result of '" + op->getName().getStringRef().str() + "'";
}

std::string mlir::fp8::describe(Value value) {
  std::string text = getName(value);
  llvm::raw_string_ostream(text) << " (" << value.getType() << ")";
  return text;
}

std::optional<StateKind> mlir::fp8::getStateKind(Value state) {
  auto argument = dyn_cast<BlockArgument>(state);
  auto function =
      argument
          ? dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp())
          : FunctionOpInterface();
  auto kind = function
                  ? function.getArgAttrOfType<StateKindAttr>(
                        argument.getArgNumber(), FP8Dialect::kStateAttrName)
                  : StateKindAttr();
  return kind ? std::optional(kind.getValue()) : std::nullopt;
}

std::string mlir::fp8::describe(ScaleSource source) {
  auto withColumn = [&](std::string text) {
    return source.column
               ? "element " + std::to_string(*source.column) + " of " + text
               : text;
  };
  switch (source.kind) {
  case ScaleSource::Kind::Unknown:
    return "an unknown value";
  case ScaleSource::Kind::Constant:
    return "the constant " + formatNumber(source.constant);
  case ScaleSource::Kind::Computed:
    return withColumn("the scale that 'fp8.compute_scale' computes from " +
                      getName(source.computed.getAmax()));
  case ScaleSource::Kind::Argument:
    return withColumn(getName(source.argument));
  case ScaleSource::Kind::Updated:
    return withColumn(
        "the scales that 'fp8.update_scales' computes for the next step");
  }
  llvm_unreachable("a kind without a case");
}

std::string mlir::fp8::formatOf(Value codes) {
  std::optional<Format> format = getFormat(getElementTypeOrSelf(codes));
  return format ? stringifyFormat(*format).str() : "wide";
}

double mlir::fp8::getSaturationBound(Format format) {
  const numerics::FormatSpec &spec = *getFormatSpec(format);
  double largest = numerics::maxFinite(spec);
  return largest + (largest - numerics::decodeBits(spec.maxCode - 1, spec)) / 2;
}

double mlir::fp8::getSmallestNormal(Format format) {
  return std::ldexp(1.0, 1 - getFormatSpec(format)->bias);
}
