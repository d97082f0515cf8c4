//===- Rotation.h - rotation numbers of quasi-random bits -------*- C++ -*-===//
#ifndef FP8_LIB_CONVERSION_FP8TOARITH_ROTATION_H
#define FP8_LIB_CONVERSION_FP8TOARITH_ROTATION_H

#include "fp8/Conversion/FP8ToArith/VectorBuilder.h"

namespace mlir::fp8 {

/// Emits numerics::getRotation(), times 2^-8. The result also has bits above
/// the low 24 bits, which emitShift() drops. `bits`, an i32 or a vector of i32,
/// is the XOR of the four words of each block.
Value emitRotation(VectorBuilder &b, Value bits);

/// Emits numerics::getShift for words or vectors of words. If `mayShuffle` is
/// set, words may be split with vector ops, which a GPU permutes in one
/// operation.
Value emitShift(VectorBuilder &b, Value rotation, Value step, bool mayShuffle);

} // namespace mlir::fp8

#endif // FP8_LIB_CONVERSION_FP8TOARITH_ROTATION_H
