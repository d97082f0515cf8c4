//===- SaturatingChain.cpp - rule saturating-chain ------------------------===//

#include "NumericsRule.h"

#include "fp8/Analysis/Movement.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

namespace {

/// Finds values that are rounded twice before they become codes.
struct SaturatingChain : NumericsRule {
  StringRef getName() const override { return "saturating-chain"; }
  void check(const NumericsContext &context, Report report) const override;
};

} // namespace

//===----------------------------------------------------------------------===//
// f32 to bf16 or f16 to 8 bits
//===----------------------------------------------------------------------===//

/// Returns true if only casts to 8 bits read `value`, through rearrangements
/// and widening. A tensor with other bf16 readers is a value of the model
/// rather than an intermediate step of a cast.
static bool isReadByCastsOnly(Value value) {
  return llvm::all_of(value.getUsers(), [](Operation *user) {
    if (isa<QuantizeOp, AmaxOp>(user))
      return true;
    if (isa<arith::ExtFOp>(user) || getMovedSource(user, Move::Layout))
      return isReadByCastsOnly(user->getResult(0));
    return false;
  });
}

static arith::TruncFOp getNarrowing(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (auto narrow = dyn_cast<arith::TruncFOp>(op))
      return narrow;
    if (isa<arith::ExtFOp>(op))
      value = op->getOperand(0);
    else if (Value source = getMovedSource(op, Move::Layout))
      value = source;
    else
      break;
  }
  return nullptr;
}

static void checkNarrowing(QuantizeOp op, NumericsRule::Report report) {
  arith::TruncFOp narrow = getNarrowing(op.getInput());
  if (!narrow || !isReadByCastsOnly(narrow.getResult()))
    return;
  auto name = [](Value value) {
    std::string text;
    llvm::raw_string_ostream(text) << getElementTypeOrSelf(value);
    return text;
  };
  std::string from = name(narrow.getIn()), by = name(narrow.getOut()),
              to = formatOf(op.getCodes());
  report({op,
          "expected one rounding from " + from + " to " + to + ", but " +
              describe(op.getInput()) + " is first rounded to " + by +
              ", and nothing else reads the value in " + by,
          "quantize " + describe(narrow.getIn()), narrow,
          "the first rounding is here"});
}

//===----------------------------------------------------------------------===//
// 8 bits to 8 bits
//===----------------------------------------------------------------------===//

/// Returns the reason why the codes of `to` differ from the codes of `from`
/// that they are computed from. Returns an empty string if the codes may be
/// equal.
static std::string getReason(DequantizeOp from, QuantizeOp to,
                             const ScaleProvenance &scales) {
  std::string before = formatOf(from.getCodes()),
              after = formatOf(to.getCodes());
  if (before != after)
    return "their format was " + before;
  GranularityAttr granules = from.getGranularityOrTensor();
  if (granules != to.getGranularityOrTensor()) {
    std::string text = "their granularity was ";
    llvm::raw_string_ostream(text) << granules;
    return text;
  }
  if (!granules.isTensor())
    return "";
  ScaleSource inverse = scales.trace(from.getScaleInv());
  ScaleSource scale = scales.trace(to.getScale());
  if (!scales.isOther(inverse, scale))
    return "";
  if (inverse.kind != ScaleSource::Kind::Constant ||
      scale.kind != ScaleSource::Kind::Constant)
    return "they are decoded with " + describe(inverse) + " and encoded with " +
           describe(scale);
  double ratio = inverse.constant * scale.constant;
  double largest = getMaxFinite(to.getFormat());
  std::string factors =
      formatNumber(inverse.constant) + " * " + formatNumber(scale.constant);
  if (ratio * largest > getSaturationBound(to.getFormat()))
    return "scale_inv * scale is " + factors +
           ", which maps the largest code to " + formatNumber(ratio * largest) +
           ", above " + formatNumber(largest);
  int exponent;
  // Division by a power of two rounds only subnormals.
  return std::frexp(ratio, &exponent) == 0.5
             ? ""
             : "scale_inv * scale is " + factors +
                   ", which is not a power of two";
}

static void checkRequantization(QuantizeOp op, const ScaleProvenance &scales,
                                NumericsRule::Report report) {
  auto from =
      getMovedRoot(op.getInput(), Move::Retype).getDefiningOp<DequantizeOp>();
  if (!from)
    return;
  std::string reason = getReason(from, op, scales);
  if (reason.empty())
    return;
  report({op,
          "expected values to be rounded once, but " + describe(op.getInput()) +
              " is decoded from codes: " + reason,
          "use the codes of " + describe(from.getCodes()) +
              ", or quantize the values that they encode",
          from, "the codes are decoded here"});
}

void SaturatingChain::check(const NumericsContext &context,
                            Report report) const {
  context.getFunc().walk([&](QuantizeOp op) {
    checkNarrowing(op, report);
    checkRequantization(op, context.scales, report);
  });
}

const NumericsRule *mlir::fp8::getSaturatingChainRule() {
  static const SaturatingChain rule;
  return &rule;
}
