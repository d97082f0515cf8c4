//===- Uniform.h - values that are uniform over a tensor --------*- C++ -*-===//
#ifndef FP8_UTILS_UNIFORM_H
#define FP8_UTILS_UNIFORM_H

#include "mlir/IR/Builders.h"
#include <optional>

namespace mlir::fp8 {

/// The value of every element of a tensor: a constant, or a one-element value.
struct Uniform {
  std::optional<APFloat> constant;
  /// A scalar, or a tensor of one element.
  Value value;

  bool isConstant(double number) const;
  /// Creates the value as a rank-0 tensor.
  Value materialize(OpBuilder &builder, Location loc) const;
  /// Returns the exact inverse of a constant that is a power of two, if the
  /// inverse is a float.
  std::optional<APFloat> getExactInverse() const;
};

/// Matches a uniform tensor through fills, splats, broadcasts and reshapes of
/// one element.
std::optional<Uniform> matchUniform(Value tensor);

/// Returns true if every element is a zero of either sign.
bool isZeros(Value tensor);

} // namespace mlir::fp8

#endif // FP8_UTILS_UNIFORM_H
