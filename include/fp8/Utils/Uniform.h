//===- Uniform.h - one number behind a whole tensor -------------*- C++ -*-===//
#ifndef FP8_UTILS_UNIFORM_H
#define FP8_UTILS_UNIFORM_H

#include "mlir/IR/Builders.h"
#include <optional>

namespace mlir::fp8 {

/// What every element of a tensor is: a constant, or a value of one element.
struct Uniform {
  std::optional<APFloat> constant;
  /// A scalar, or a tensor of one element.
  Value value;

  bool isConstant(double number) const;
  /// As a tensor of rank 0.
  Value materialize(OpBuilder &builder, Location loc) const;
  /// Its exact inverse, if it is a constant whose inverse is a float: the two
  /// are powers of two.
  std::optional<APFloat> getExactInverse() const;
};

/// Looks through fills, splats, broadcasts and reshapes of one element.
std::optional<Uniform> matchUniform(Value tensor);

/// Whether every element is a zero, of either sign.
bool isZeros(Value tensor);

} // namespace mlir::fp8

#endif // FP8_UTILS_UNIFORM_H
