//===- CastScales.cpp - known properties of scales and codes --------------===//

#include "CastLayouts.h"

#include "fp8/Analysis/Constants.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

bool mlir::fp8::areCanonicalCodes(Value codes) {
  while (Operation *op = codes.getDefiningOp()) {
    if (isa<QuantizeOp, ContractOp, ConvertOp>(op))
      return true;
    Value source = getCastLayoutSource(op);
    if (!source)
      return false;
    codes = source;
  }
  return false;
}

/// Returns the op if `value` is a scale, or its inverse, that is computed from
/// an amax without margin and without a previous scale. Such a scale is 1, or
/// between max / FLT_MAX and FLT_MAX. Its inverse is finite.
static ComputeScaleOp getPlainScale(Value value) {
  auto op = value.getDefiningOp<ComputeScaleOp>();
  if (!op || op.getPrevious())
    return nullptr;
  std::optional<ScalingAttr> scaling = op.getScaling();
  return scaling && scaling->getMargin() != 0 ? nullptr : op;
}

bool mlir::fp8::isPositiveAndFinite(Value scale) {
  if (std::optional<double> constant = matchFloat(scale))
    return std::isfinite(*constant) && *constant > 0.0;
  return static_cast<bool>(getPlainScale(scale));
}

bool mlir::fp8::isExactRoundTrip(Value scaleInv, Value scale, Format format) {
  std::optional<double> constantInv = matchFloat(scaleInv),
                        constant = matchFloat(scale);
  if (constantInv && constant) {
    auto inverse = static_cast<float>(*constantInv),
         factor = static_cast<float>(*constant);
    const numerics::FormatSpec &spec = *getFormatSpec(format);
    for (unsigned code = 0; code < 256; ++code) {
      float value = numerics::decode(static_cast<uint8_t>(code), spec);
      if (numerics::encode(value, spec) != code)
        continue; // No encoding produces this code.
      if (numerics::encode(value * inverse * factor, spec) != code)
        return false;
    }
    return true;
  }
  // Two f32 roundings have a relative error of 2^-24 each, which is less than
  // half a quantum of the format. The amax is at most FLT_MAX, so that only the
  // largest code can overflow when it is decoded. Powers of two are excluded:
  // with these, the largest code can decode to twice the amax, and other codes
  // can overflow, too.
  ComputeScaleOp op = getPlainScale(scale);
  return op && op.getScale() == scale && op.getScaleInv() == scaleInv &&
         op.getFormat() == format &&
         !(op.getScaling() && op.getScaling()->getPow2());
}
