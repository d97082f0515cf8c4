//===- Rotation.h - rotation numbers of quasi-random draws ------*- C++ -*-===//
#ifndef FP8_LIB_CONVERSION_FP8TOARITH_ROTATION_H
#define FP8_LIB_CONVERSION_FP8TOARITH_ROTATION_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::fp8 {

/// Emits numerics::getRotation, times 2^-8 and with bits above the low 23 that
/// emitShift drops. `bits`, an i32 or a vector of them, is the sum without
/// carry of the first two words of each block.
Value emitRotation(ImplicitLocOpBuilder &b, Value bits);

/// Emits numerics::getShift of words or vectors of them. `mayShuffle`: whether
/// words may be taken apart by ops on vectors, which a GPU permutes in one
/// operation.
Value emitShift(ImplicitLocOpBuilder &b, Value rotation, Value step,
                bool mayShuffle);

} // namespace mlir::fp8

#endif // FP8_LIB_CONVERSION_FP8TOARITH_ROTATION_H
