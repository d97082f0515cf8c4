//===- FP8Support.h - What the fp8 ops share --------------------*- C++ -*-===//

#ifndef FP8_LIB_REFERENCE_FP8SUPPORT_H
#define FP8_LIB_REFERENCE_FP8SUPPORT_H

#include "BoxWalk.h"
#include "Elements.h"
#include "Plan.h"
#include "fp8/IR/FP8.h"

namespace mlir::fp8::reference {

/// The use of an operand that may be absent.
inline std::optional<Use> useIfPresent(PlanCompiler &compiler, Operation *op,
                                       Value value) {
  if (!value)
    return std::nullopt;
  return compiler.use(op, value);
}

/// What codes of `format` mean, in whatever type they are kept.
inline FloatCodec getCodec(Format format) {
  const numerics::FormatSpec *spec = getFormatSpec(format);
  return spec ? FloatCodec::getCodes(*spec) : FloatCodec::getF32();
}

/// The f32 of rank 0.
inline float readF32(const HostTensor &tensor) {
  return FloatReader(tensor)[0];
}

/// The larger one, so that order does not matter: a NaN wins and is canonical,
/// and -0 is less than 0.
inline float maxOrNaN(float a, float b) {
  if (numerics::isNaN(a) || numerics::isNaN(b))
    return numerics::canonicalNaN();
  if (a == b)
    return std::signbit(a) ? b : a;
  return a > b ? a : b;
}

/// |value|; a NaN is canonical.
inline float magnitude(float value) { return maxOrNaN(std::fabs(value), 0.0f); }

/// Where an operand finds its element by a map of dimensions and zeros.
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

/// How a scale is made from an amax for a format.
struct ScaleRule {
  float maxFinite;
  numerics::ScaleOptions options;

  ScaleRule(Format format, std::optional<ScalingAttr> scaling);
  numerics::Scale getScale(float amax,
                           std::optional<float> previous = std::nullopt) const {
    return numerics::computeScale(amax, maxFinite, options, previous);
  }
};

/// What the values of each granule are multiplied by, from its amax, and after
/// a load. Writes the latter to `scaleInvs`, as e8m0 codes if its elements are.
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

/// Where a local tensor lies in the unpadded, unsharded one.
struct Placement {
  Location loc;
  SmallVector<int64_t> shape, globalShape;
  MixedInts offsets;

  /// The index that the counter RNG takes, of the element at a row-major
  /// position of the local tensor; an error if the whole does not hold it.
  FailureOr<std::function<uint64_t(int64_t)>>
  getGlobalIndex(const Frame &frame) const;
};

} // namespace mlir::fp8::reference

#endif // FP8_LIB_REFERENCE_FP8SUPPORT_H
