//===- RaiseCasts.cpp - raises clamps and casts ---------------------------===//

#include "RaisePatterns.h"
#include "fp8/Utils/Uniform.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mlir::fp8;

static bool isStaticTensor(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape();
}

//===----------------------------------------------------------------------===//
// Clamps
//===----------------------------------------------------------------------===//

namespace {
/// One side of a clamp. If an op only resembles it, `reason` says why it is
/// none.
struct Bound {
  Value input;
  std::optional<Uniform> bound;
  bool isUpper = false;
  StringRef reason;
};
} // namespace

static std::optional<Bound> matchMinMax(Operation *op, bool isUpper) {
  for (unsigned i : {0u, 1u}) {
    std::optional<Uniform> bound = matchUniform(op->getOperand(i));
    if (bound && bound->constant)
      return Bound{op->getOperand(1 - i), bound, isUpper, ""};
  }
  return std::nullopt;
}

/// Matches `x > hi ? hi : x` and the reverse. With an ordered comparison, NaN
/// is preserved.
static std::optional<Bound> matchSelect(arith::SelectOp op) {
  auto compare = op.getCondition().getDefiningOp<arith::CmpFOp>();
  if (!compare || compare.getLhs() != op.getFalseValue() ||
      compare.getRhs() != op.getTrueValue())
    return std::nullopt;
  std::optional<Uniform> bound = matchUniform(compare.getRhs());
  if (!bound || !bound->constant)
    return std::nullopt;
  Bound result{compare.getLhs(), bound, false, ""};
  switch (compare.getPredicate()) {
  case arith::CmpFPredicate::OGT:
  case arith::CmpFPredicate::OGE:
    result.isUpper = true;
    return result;
  case arith::CmpFPredicate::OLT:
  case arith::CmpFPredicate::OLE:
    return result;
  case arith::CmpFPredicate::UGT:
  case arith::CmpFPredicate::UGE:
    result.isUpper = true;
    [[fallthrough]];
  default:
    result.reason = "the comparison of the clamp is not ordered, so that a NaN "
                    "may become a bound";
    return result;
  }
}

static std::optional<Bound> matchBound(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return matchSelect(select);
  if (isa<arith::MaximumFOp, arith::MinimumFOp>(op))
    return matchMinMax(op, isa<arith::MinimumFOp>(op));
  if (isa<arith::MaxNumFOp, arith::MinNumFOp>(op)) {
    std::optional<Bound> bound = matchMinMax(op, isa<arith::MinNumFOp>(op));
    if (bound)
      bound->reason = "the clamp turns a NaN into a bound";
    return bound;
  }
  return std::nullopt;
}

/// Returns x if `value` clamps x to the range of `format`. Otherwise returns
/// null and sets `reason`.
static Value matchClamp(Value value, fp8::Format format, std::string &reason) {
  std::optional<Bound> outer = matchBound(value);
  std::optional<Bound> inner = outer ? matchBound(outer->input) : std::nullopt;
  if (!outer || !inner || outer->isUpper == inner->isUpper) {
    reason = "casts without a clamp on both sides, so values out of range do "
             "not saturate";
    return nullptr;
  }
  for (const Bound &bound : {*outer, *inner}) {
    if (!bound.reason.empty()) {
      reason = bound.reason.str();
      return nullptr;
    }
    float limit = getMaxFinite(format) * (bound.isUpper ? 1.0f : -1.0f);
    if (!bound.bound->isConstant(limit)) {
      llvm::raw_string_ostream(reason)
          << llvm::format("clamps at %g, where the format saturates at %g",
                          bound.bound->constant->convertToDouble(), limit);
      return nullptr;
    }
  }
  return inner->input;
}

//===----------------------------------------------------------------------===//
// Quantize
//===----------------------------------------------------------------------===//

static Value makeOne(OpBuilder &builder, Location loc) {
  auto type = RankedTensorType::get({}, builder.getF32Type());
  return arith::ConstantOp::create(builder, loc,
                                   DenseElementsAttr::get(type, 1.0f));
}

static Value makeReciprocal(OpBuilder &builder, Location loc,
                            const Uniform &uniform) {
  return arith::DivFOp::create(builder, loc, makeOne(builder, loc),
                               uniform.materialize(builder, loc));
}

/// Returns the operand of an exact widening to f32, which fp8.quantize does
/// itself; otherwise `value`.
static Value lookThroughWidening(Value value) {
  auto extend = value.getDefiningOp<arith::ExtFOp>();
  if (extend &&
      isa<BFloat16Type, Float16Type>(getElementTypeOrSelf(extend.getIn())))
    return extend.getIn();
  return value;
}

namespace {
/// A tensor and the scale that multiplies it.
struct Product {
  Value tensor, factor;
  std::string note;
};
} // namespace

/// Splits `value`, which is clamped and cast, into a tensor and a scale. The
/// scale is 1 if `value` is neither a product nor a quotient. Returns
/// std::nullopt for a product or a quotient without a uniform scale.
static std::optional<Product> matchScaled(OpBuilder &builder, Value value,
                                          RaiseOptions options,
                                          std::string &reason) {
  Location loc = value.getLoc();
  Product whole{value, makeOne(builder, loc), ""};
  Operation *op = value.getDefiningOp();
  if (!isa_and_nonnull<arith::MulFOp, arith::DivFOp>(op))
    return whole;
  bool isQuotient = isa<arith::DivFOp>(op);
  std::optional<Uniform> rhs = matchUniform(op->getOperand(1));
  std::optional<Uniform> lhs = matchUniform(op->getOperand(0));
  if (isQuotient && lhs && !rhs) {
    reason = "divides the scale by the tensor";
    return std::nullopt;
  }
  if (!lhs && !rhs) {
    reason = "the scale is not one number for the whole tensor";
    return std::nullopt;
  }
  // If the product is rounded to bf16 or f16, it cannot be folded into the
  // scale.
  if (!getElementTypeOrSelf(value).isF32())
    return whole;
  Value tensor = lookThroughWidening(op->getOperand(rhs ? 0 : 1));
  const Uniform &scale = rhs ? *rhs : *lhs;
  if (!isQuotient)
    return Product{tensor, scale.materialize(builder, loc), ""};
  if (std::optional<APFloat> inverse = scale.getExactInverse())
    return Product{tensor,
                   Uniform{inverse, scale.value}.materialize(builder, loc), ""};
  if (options.reciprocal)
    return Product{tensor, makeReciprocal(builder, loc, scale), ""};
  whole.note = " by 1: the division stays, x / s is not x * (1 / s)";
  return whole;
}

Raised mlir::fp8::raiseQuantize(OpBuilder &builder, Operation *op,
                                RaiseOptions options) {
  auto truncate = dyn_cast<arith::TruncFOp>(op);
  if (!truncate || !isStaticTensor(truncate.getType()) ||
      !isOfCodes(truncate.getType()))
    return {};
  if (truncate.getRoundingmode().value_or(
          arith::RoundingMode::to_nearest_even) !=
      arith::RoundingMode::to_nearest_even)
    return Raised::missed("does not round to nearest even");
  auto type = cast<RankedTensorType>(truncate.getType());
  std::string reason;
  Value clamped = matchClamp(truncate.getIn(),
                             *fp8::getFormat(type.getElementType()), reason);
  if (!clamped)
    return Raised::missed(reason);
  if (!isa<Float32Type, BFloat16Type, Float16Type>(
          getElementTypeOrSelf(clamped)))
    return Raised::missed("the clamped values are wider than f32");
  std::optional<Product> product =
      matchScaled(builder, clamped, options, reason);
  if (!product)
    return Raised::missed(reason);
  Value init =
      tensor::EmptyOp::create(builder, op->getLoc(), type, ValueRange());
  auto quantize = QuantizeOp::create(builder, op->getLoc(), product->tensor,
                                     product->factor, init);
  return Raised::passed("raised to fp8.quantize" + product->note,
                        quantize.getCodes());
}

//===----------------------------------------------------------------------===//
// Dequantize
//===----------------------------------------------------------------------===//

static Value getDecoded(Value value) {
  auto extend = value.getDefiningOp<arith::ExtFOp>();
  return extend && isOfCodes(extend.getIn().getType()) ? extend.getIn()
                                                       : Value();
}

Raised mlir::fp8::raiseDequantize(OpBuilder &builder, Operation *op,
                                  RaiseOptions options) {
  if (!isa<arith::MulFOp, arith::DivFOp>(op) ||
      !isStaticTensor(op->getResult(0).getType()))
    return {};
  bool isQuotient = isa<arith::DivFOp>(op);
  unsigned at = getDecoded(op->getOperand(0)) ? 0 : 1;
  Value codes = getDecoded(op->getOperand(at));
  if (!codes)
    return {};
  std::optional<Uniform> scale = matchUniform(op->getOperand(1 - at));
  if (!scale)
    return Raised::missed("the scale is not one number for the whole tensor");
  if (isQuotient && at == 1)
    return Raised::missed("divides the scale by the tensor");
  if (!getElementTypeOrSelf(op->getResult(0)).isF32())
    return Raised::missed("multiplies in less than f32, where overflow gives "
                          "infinity and not the largest value");
  Location loc = op->getLoc();
  Value factor;
  if (!isQuotient)
    factor = scale->materialize(builder, loc);
  else if (std::optional<APFloat> inverse = scale->getExactInverse())
    factor = Uniform{inverse, scale->value}.materialize(builder, loc);
  else if (options.reciprocal)
    factor = makeReciprocal(builder, loc, *scale);
  else
    return Raised::missed("x / s is not x * (1 / s); the option 'reciprocal' "
                          "accepts the difference");
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  Value init = tensor::EmptyOp::create(builder, loc, type, ValueRange());
  return Raised::passed(
      "raised to fp8.dequantize",
      DequantizeOp::create(builder, loc, codes, factor, init).getResult());
}
