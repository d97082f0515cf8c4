//===- Codes.h - codes of small floats in integer arithmetic ----*- C++ -*-===//
#ifndef FP8_CONVERSION_FP8TOARITH_CODES_H
#define FP8_CONVERSION_FP8TOARITH_CODES_H

#include "fp8/Conversion/FP8ToArith/BitsBuilder.h"
#include "fp8/IR/Assumptions.h"
#include "fp8/IR/FP8.h"
#include "fp8/Numerics/Formats.h"

namespace mlir::fp8 {

/// The code of `x`, an f32, as a value of type `to`: rounded to nearest even,
/// or stochastically by `random`, an i32 below 2^16. What is assumed of `x` is
/// not looked at.
Value emitEncode(BitsBuilder &b, Value x, const numerics::FormatSpec &spec,
                 Type to,
                 numerics::Overflow overflow = numerics::Overflow::Saturate,
                 Value random = {}, Assumption assumption = Assumption::None);

/// The f32 that `x`, a code of `spec`, stands for.
Value emitDecode(BitsBuilder &b, Value x, const numerics::FormatSpec &spec,
                 bool canonicalizeNaN = true);

/// Whether every use of `value`, an f32, gives the same bits for every NaN: it
/// ends in casts, which have one code for them, and comparisons.
bool hasOneNaN(Value value);

} // namespace mlir::fp8

#endif // FP8_CONVERSION_FP8TOARITH_CODES_H
