//===- FP8Support.h - What the fp8 ops share --------------------*- C++ -*-===//

#ifndef FP8_LIB_REFERENCE_FP8SUPPORT_H
#define FP8_LIB_REFERENCE_FP8SUPPORT_H

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

/// The f32 of rank 0.
inline float readF32(const HostTensor &tensor) {
  return FloatReader(tensor)[0];
}

/// The larger one; a NaN wins and is canonical.
inline float maxOrNaN(float a, float b) {
  if (numerics::isNaN(a) || numerics::isNaN(b))
    return numerics::canonicalNaN();
  return a > b ? a : b;
}

/// |value|; a NaN is canonical.
inline float magnitude(float value) { return maxOrNaN(std::fabs(value), 0.0f); }

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
