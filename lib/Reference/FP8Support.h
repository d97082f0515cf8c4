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
  /// The largest value of the format, less the margin.
  float numerator;
  numerics::ScaleOptions options;

  ScaleRule(float maxFinite, std::optional<ScalingAttr> scaling);
  numerics::Scale getScale(float amax,
                           std::optional<float> previous = std::nullopt) const {
    return numerics::computeScale(amax, numerator, options, previous);
  }
};

/// Where the elements of a local tensor lie in the unpadded, unsharded one: the
/// index that the counter RNG takes.
class GlobalIndex {
public:
  GlobalIndex(ArrayRef<int64_t> shape, std::optional<ArrayRef<int64_t>> offsets,
              std::optional<ArrayRef<int64_t>> globalShape);
  /// Of the element at row-major `position` of the local tensor.
  uint64_t operator[](int64_t position) const;

private:
  SmallVector<int64_t> shape, offsets, globalShape;
};

} // namespace mlir::fp8::reference

#endif // FP8_LIB_REFERENCE_FP8SUPPORT_H
