//===- Codes.h - codes of small floats in integer arithmetic ----*- C++ -*-===//
#ifndef FP8_CONVERSION_FP8TOARITH_CODES_H
#define FP8_CONVERSION_FP8TOARITH_CODES_H

#include "fp8/Conversion/FP8ToArith/VectorBuilder.h"
#include "fp8/IR/Assumptions.h"
#include "fp8/IR/FP8.h"
#include "fp8/Numerics/Formats.h"

namespace mlir::fp8 {

/// Returns the code of `x`, an f32, as a value of type `to`. Rounds to nearest
/// even, or stochastically with the low 16 bits of `random`. Omits tests that
/// `assumption` makes unnecessary.
Value emitEncode(VectorBuilder &b, Value x, const numerics::FormatSpec &spec,
                 Type to,
                 numerics::Overflow overflow = numerics::Overflow::Saturate,
                 Value random = {}, Assumption assumption = Assumption::None);

/// Returns the f32 value of `x`, a code of `spec`.
Value emitDecode(VectorBuilder &b, Value x, const numerics::FormatSpec &spec,
                 bool canonicalizeNaN = true);

/// Returns true if every use of `value`, an f32, yields the same bits for every
/// NaN. This holds if all uses end in casts, which have one NaN code, or in
/// comparisons.
bool hasOneNaN(Value value);

} // namespace mlir::fp8

#endif // FP8_CONVERSION_FP8TOARITH_CODES_H
