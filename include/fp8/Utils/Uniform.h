//===- Uniform.h - values that are uniform over a tensor --------*- C++ -*-===//
#ifndef FP8_UTILS_UNIFORM_H
#define FP8_UTILS_UNIFORM_H

#include "mlir/IR/Builders.h"
#include <optional>

namespace mlir::fp8 {

/// The value that all elements of a tensor have: a constant, or the element of
/// a one-element value.
struct Uniform {
  std::optional<APFloat> constant;
  /// A scalar, or a tensor of one element.
  Value value;

  bool isConstant(double number) const;
  /// Returns the value as a rank-0 tensor.
  Value materialize(OpBuilder &builder, Location loc) const;
  /// If the value is a constant power of two, and its inverse is a normal
  /// number, returns the inverse. Otherwise returns std::nullopt.
  std::optional<APFloat> getExactInverse() const;
};

/// Returns the value that all elements of `tensor` have: the value of a splat
/// constant, or the element that fills, splats, broadcasts and reshapes repeat.
/// Otherwise returns std::nullopt.
std::optional<Uniform> matchUniform(Value tensor);

/// Returns true if all elements are zeros, of either sign.
bool isZeros(Value tensor);

} // namespace mlir::fp8

#endif // FP8_UTILS_UNIFORM_H
