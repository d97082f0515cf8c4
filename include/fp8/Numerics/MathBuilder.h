//===- MathBuilder.h - builder interface of the expansions ------*- C++ -*-===//
//
// Each elementary function is written once, as a template over a builder. With
// FloatBuilder the template is a function of floats. With the builder of
// --fp8-expand-math it emits one op per call. Every call represents one
// correctly rounded IEEE operation, or integer arithmetic modulo 2^32, so both
// builders compute the same bits.
//
// A builder B has the value types B::F32, B::I32 and B::I1 and
//   f32(float), i32(int32_t)                     constants
//   add, sub, mul, div, neg, fma, sqrt           F32; fma rounds once
//   lt, gt, eq, isNaN                            F32 -> I1; the first three
//                                                are ordered comparisons
//   addi, subi, muli, mulHighU, andi, ori, xori  I32; mulHighU is bits 32 to 63
//                                                of the unsigned product
//   shl, shrS, shrU                              I32 by I32 in [0, 31]
//   lti, eqi                                     I32 -> I1; lti is signed
//   andb, orb                                    I1
//   select(I1, F32, F32), select(I1, I32, I32)
//   toBits, fromBits                             F32 <-> I32
//   toFloat                                      signed I32 -> F32, rounded
// There is no conversion from float to integer, because its results for NaN and
// out-of-range values are not specified; see roundToInteger.
//
// FloatBuilder requires that contraction is off. Clang obeys the pragma below.
// g++ has no such pragma and needs -ffp-contract=off, which the target
// FP8Numerics adds.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_NUMERICS_MATHBUILDER_H
#define FP8_NUMERICS_MATHBUILDER_H

#include "fp8/Numerics/Formats.h"

#include <cmath>
#include <cstdint>
#include <initializer_list>

#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__) && defined(__FP_FAST_FMAF) &&                          \
    !defined(FP8_CONTRACTION_IS_OFF)
// The preprocessor cannot detect contraction, and the bits would differ
// silently. The CMake target FP8Numerics sets both options:
#error "compile with -ffp-contract=off -DFP8_CONTRACTION_IS_OFF"
#endif

namespace mlir::fp8::numerics {

/// Evaluates the expansions on floats. Signed integers wrap around by way of
/// unsigned arithmetic.
struct FloatBuilder {
  using F32 = float;
  using I32 = int32_t;
  using I1 = bool;

  F32 f32(float value) { return value; }
  I32 i32(int32_t value) { return value; }

  F32 add(F32 a, F32 b) { return a + b; }
  F32 sub(F32 a, F32 b) { return a - b; }
  F32 mul(F32 a, F32 b) { return a * b; }
  F32 div(F32 a, F32 b) { return a / b; }
  F32 neg(F32 a) { return -a; }
  F32 fma(F32 a, F32 b, F32 c) { return std::fma(a, b, c); }
  F32 sqrt(F32 a) { return std::sqrt(a); }

  I1 lt(F32 a, F32 b) { return a < b; }
  I1 gt(F32 a, F32 b) { return a > b; }
  I1 eq(F32 a, F32 b) { return a == b; }
  I1 isNaN(F32 a) { return a != a; }

  I32 addi(I32 a, I32 b) { return wrap(word(a) + word(b)); }
  I32 subi(I32 a, I32 b) { return wrap(word(a) - word(b)); }
  I32 muli(I32 a, I32 b) { return wrap(word(a) * word(b)); }
  I32 mulHighU(I32 a, I32 b) {
    return wrap(static_cast<uint32_t>(
        (static_cast<uint64_t>(word(a)) * word(b)) >> 32));
  }
  I32 andi(I32 a, I32 b) { return a & b; }
  I32 ori(I32 a, I32 b) { return a | b; }
  I32 xori(I32 a, I32 b) { return a ^ b; }
  I32 shl(I32 a, I32 count) { return wrap(word(a) << count); }
  I32 shrS(I32 a, I32 count) { return a >> count; }
  I32 shrU(I32 a, I32 count) { return wrap(word(a) >> count); }
  I1 lti(I32 a, I32 b) { return a < b; }
  I1 eqi(I32 a, I32 b) { return a == b; }

  I1 andb(I1 a, I1 b) { return a && b; }
  I1 orb(I1 a, I1 b) { return a || b; }

  template <typename T>
  T select(I1 condition, T a, T b) {
    return condition ? a : b;
  }

  I32 toBits(F32 a) { return wrap(bitsOf(a)); }
  F32 fromBits(I32 a) { return floatOf(word(a)); }
  F32 toFloat(I32 a) { return static_cast<float>(a); }

private:
  static uint32_t word(int32_t value) { return static_cast<uint32_t>(value); }
  static int32_t wrap(uint32_t value) { return static_cast<int32_t>(value); }
};

template <typename B>
using F32 = typename B::F32;
template <typename B>
using I32 = typename B::I32;

//===----------------------------------------------------------------------===//
// Helpers shared by the expansions
//===----------------------------------------------------------------------===//

/// The value high + low. |low| is at most about half an ulp of high.
template <typename B>
struct Pair {
  F32<B> high;
  F32<B> low;
};

/// Computes x + y exactly, as a pair; requires |x| >= |y| or x = 0.
template <typename B>
Pair<B> fastTwoSum(B &b, F32<B> x, F32<B> y) {
  F32<B> sum = b.add(x, y);
  return {sum, b.add(b.sub(x, sum), y)};
}

/// Computes x * y exactly, as a pair, unless the low part underflows.
template <typename B>
Pair<B> twoProduct(B &b, F32<B> x, F32<B> y) {
  F32<B> product = b.mul(x, y);
  return {product, b.fma(x, y, b.neg(product))};
}

/// Evaluates a polynomial by Horner's scheme. Coefficients start with the
/// lowest order. The coefficients of the expansions are minimax fits of
/// tools/scripts/fit-math.py.
template <typename B>
F32<B> polynomial(B &b, F32<B> x, std::initializer_list<float> coefficients) {
  const float *last = coefficients.end() - 1;
  F32<B> sum = b.f32(*last);
  while (last != coefficients.begin())
    sum = b.fma(sum, x, b.f32(*--last));
  return sum;
}

template <typename B>
F32<B> absolute(B &b, F32<B> x) {
  return b.fromBits(b.andi(b.toBits(x), b.i32(0x7FFFFFFF)));
}

/// Returns `magnitude`, which is not negative, with the sign of `sign`.
template <typename B>
F32<B> withSign(B &b, F32<B> magnitude, F32<B> sign) {
  I32<B> signBit = b.andi(b.toBits(sign), b.i32(INT32_MIN));
  return b.fromBits(b.ori(b.toBits(magnitude), signBit));
}

/// Clamps x to [low, high]. NaN passes through.
template <typename B>
F32<B> clamp(B &b, F32<B> x, float low, float high) {
  x = b.select(b.lt(x, b.f32(low)), b.f32(low), x);
  return b.select(b.gt(x, b.f32(high)), b.f32(high), x);
}

/// Canonicalizes NaN as the last step of every function. A NaN operand or an
/// invalid operation gives the canonical NaN, so that NaN results also compare
/// bit for bit.
template <typename B>
F32<B> canonicalizeNaN(B &b, F32<B> y) {
  return b.select(b.isNaN(y), b.f32(canonicalNaN()), y);
}

/// x rounded to nearest even, as a float and as an integer, for |x| < 2^22.
/// Adding 1.5 * 2^23 leaves the integer in the low bits of the sum. For NaN,
/// the integer is arbitrary.
template <typename B>
struct Rounded {
  F32<B> asFloat;
  I32<B> asInteger;
};

template <typename B>
Rounded<B> roundToInteger(B &b, F32<B> x) {
  F32<B> magic = b.f32(0x1.8p23f);
  F32<B> sum = b.add(x, magic);
  return {b.sub(sum, magic), b.subi(b.toBits(sum), b.i32(0x4B400000))};
}

/// Computes 2^exponent for exponents in [-126, 127].
template <typename B>
F32<B> powerOfTwo(B &b, I32<B> exponent) {
  return b.fromBits(b.shl(b.addi(exponent, b.i32(127)), b.i32(23)));
}

/// Computes y * 2^exponent for exponents in [-252, 254] and y near 1, in two
/// steps. Only the second step can overflow or become subnormal.
template <typename B>
F32<B> scaleByPowerOfTwo(B &b, F32<B> y, I32<B> exponent) {
  I32<B> half = b.shrS(exponent, b.i32(1));
  F32<B> first = b.mul(y, powerOfTwo(b, half));
  return b.mul(first, powerOfTwo(b, b.subi(exponent, half)));
}

} // namespace mlir::fp8::numerics

#endif // FP8_NUMERICS_MATHBUILDER_H
