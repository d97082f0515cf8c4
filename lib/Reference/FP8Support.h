//===- FP8Support.h - helpers for fp8 ops -----------------------*- C++ -*-===//

#ifndef FP8_LIB_REFERENCE_FP8SUPPORT_H
#define FP8_LIB_REFERENCE_FP8SUPPORT_H

#include "BoxWalk.h"
#include "Elements.h"
#include "Plan.h"
#include "fp8/IR/FP8.h"

namespace mlir::fp8::reference {

/// Returns the use of an operand that may be absent.
inline std::optional<Use> useIfPresent(PlanCompiler &compiler, Operation *op,
                                       Value value) {
  if (!value)
    return std::nullopt;
  return compiler.use(op, value);
}

/// Returns the codec of `format`, for any element type that stores its codes.
inline FloatCodec getCodec(Format format) {
  const numerics::FormatSpec *spec = getFormatSpec(format);
  return spec ? FloatCodec::getCodes(*spec) : FloatCodec::getF32();
}

/// Returns the element of an f32 tensor of rank 0.
inline float readF32(const HostTensor &tensor) {
  return FloatReader(tensor)[0];
}

/// Returns the larger value, or the canonical NaN if a value is NaN. -0 is less
/// than 0. The result does not depend on the order of the values.
inline float maxOrNaN(float a, float b) {
  if (numerics::isNaN(a) || numerics::isNaN(b))
    return numerics::canonicalNaN();
  if (a == b)
    return std::signbit(a) ? b : a;
  return a > b ? a : b;
}

/// Returns |value|, with canonical NaN.
inline float magnitude(float value) { return maxOrNaN(std::fabs(value), 0.0f); }

/// Returns the access of an operand by a map whose results are dimensions or
/// zeros.
inline Access getAccess(AffineMap map, Type type) {
  Access access;
  access.strides.assign(map.getNumDims(), 0);
  ArrayRef<int64_t> shape = cast<ShapedType>(type).getShape();
  for (auto [expr, stride] :
       llvm::zip_equal(map.getResults(), getRowMajorStrides(shape)))
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      access.strides[dim.getPosition()] = stride;
  return access;
}

/// Parameters for computing the scale of a format from an amax.
struct ScaleRule {
  float maxFinite;
  numerics::ScaleOptions options;

  ScaleRule(Format format, std::optional<ScalingAttr> scaling);
  numerics::Scale getScale(float amax,
                           std::optional<float> previous = std::nullopt) const {
    return numerics::computeScale(amax, maxFinite, options, previous);
  }
};

/// Computes the scales and inverse scales of granules from their amaxes. Writes
/// the inverse scales to `scaleInvs`, as e8m0 codes if its elements are e8m0.
inline std::vector<numerics::Scale> makeScales(ArrayRef<float> amaxes,
                                               const ScaleRule &rule,
                                               HostTensor &scaleInvs) {
  bool isMX = isa<Float8E8M0FNUType>(scaleInvs.getElementType());
  std::vector<numerics::Scale> scales;
  for (auto [i, amax] : llvm::enumerate(amaxes)) {
    if (isMX) {
      uint8_t code = numerics::computeE8M0(amax, rule.maxFinite);
      scaleInvs.data<uint8_t>()[i] = code;
      scales.push_back(
          {numerics::inverseE8M0(code), numerics::decodeE8M0(code)});
    } else {
      scales.push_back(rule.getScale(amax));
      scaleInvs.data<float>()[i] = scales.back().scaleInv;
    }
  }
  return scales;
}

/// Position of a local tensor in the unpadded, unsharded tensor.
struct Placement {
  Location loc;
  SmallVector<int64_t> shape, globalShape;
  MixedInts offsets;

  /// Returns a function that maps a row-major position in the local tensor to
  /// the index for the counter-based RNG. Fails if the local tensor is not
  /// inside the whole tensor.
  FailureOr<std::function<uint64_t(int64_t)>>
  getGlobalIndex(const Frame &frame) const;
};

} // namespace mlir::fp8::reference

#endif // FP8_LIB_REFERENCE_FP8SUPPORT_H
