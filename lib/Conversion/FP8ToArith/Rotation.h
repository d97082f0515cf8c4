//===- Rotation.h - rotation numbers of quasi-random draws ------*- C++ -*-===//
#ifndef FP8_LIB_CONVERSION_FP8TOARITH_ROTATION_H
#define FP8_LIB_CONVERSION_FP8TOARITH_ROTATION_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::fp8 {

/// Emits numerics::getRotation. `bits`, an i32 or a vector of them, is the sum
/// without carry of the first two words of each block.
Value emitRotation(ImplicitLocOpBuilder &b, Value bits);

/// Emits numerics::getShift of words or vectors of them.
Value emitShift(ImplicitLocOpBuilder &b, Value rotation, Value step);

} // namespace mlir::fp8

#endif // FP8_LIB_CONVERSION_FP8TOARITH_ROTATION_H
