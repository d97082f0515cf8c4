//===- MathTrig.h - sin, cos ------------------------------------*- C++ -*-===//
//
// x = q pi/2 + r with |r| <= pi/4, for every finite x. The quotient is computed
// with integers, from as many bits of 2/pi as x requires (Payne and Hanek). A
// single path is therefore accurate for the whole range.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_NUMERICS_MATHTRIG_H
#define FP8_NUMERICS_MATHTRIG_H

#include "fp8/Numerics/MathBuilder.h"

#include <array>

namespace mlir::fp8::numerics {

/// 96 bits as three words, most significant word first.
template <typename B>
using Words = std::array<I32<B>, 3>;

/// Computes (2/pi * 2^(field - 150) mod 4) * 2^94, truncated. `field` is the
/// biased exponent of an |x| >= pi/4.
template <typename B>
Words<B> twoOverPiWindow(B &b, I32<B> field) {
  // 31 zeros, the 0 before the binary point, and the first 224 bits after it.
  constexpr std::array<uint32_t, 8> bits = {
      0x00000000u, 0xA2F9836Eu, 0x4E441529u, 0xFC2757D1u,
      0xF534DDC0u, 0xDB629599u, 0x3C439041u, 0xFE5163ABu};
  I32<B> start = b.subi(field, b.i32(120));
  start = b.select(b.lti(start, b.i32(0)), b.i32(0), start);
  I32<B> index = b.shrS(start, b.i32(5));
  I32<B> offset = b.andi(start, b.i32(31));
  std::array<I32<B>, 4> words;
  for (int word = 0; word < 4; ++word) {
    words[word] = b.i32(static_cast<int32_t>(bits[word]));
    for (int i = 1; i < 5; ++i)
      words[word] =
          b.select(b.eqi(index, b.i32(i)),
                   b.i32(static_cast<int32_t>(bits[word + i])), words[word]);
  }
  // Shift right by 32 - offset, in two steps because a shift by 32 is
  // undefined.
  I32<B> rest = b.subi(b.i32(31), offset);
  Words<B> window;
  for (int word = 0; word < 3; ++word)
    window[word] = b.ori(b.shl(words[word], offset),
                         b.shrU(b.shrU(words[word + 1], b.i32(1)), rest));
  return window;
}

template <typename B>
struct TrigReduction {
  I32<B> quadrant; // modulo 4
  Pair<B> rest;
};

template <typename B>
TrigReduction<B> reduceTrig(B &b, F32<B> absX) {
  I32<B> bits = b.toBits(absX);
  I32<B> significand =
      b.ori(b.andi(bits, b.i32(0x007FFFFF)), b.i32(0x00800000));
  Words<B> window = twoOverPiWindow(b, b.shrU(bits, b.i32(23)));
  // Compute |x| 2/pi mod 4: the upper 64 of the 96 bits of a product, 2 of them
  // before the binary point. An unsigned comparison detects the carry.
  I32<B> middle = b.muli(significand, window[1]);
  I32<B> low = b.addi(middle, b.mulHighU(significand, window[2]));
  I32<B> sign = b.i32(INT32_MIN);
  auto hasCarry = b.lti(b.xori(low, sign), b.xori(middle, sign));
  I32<B> high = b.addi(b.muli(significand, window[0]),
                       b.mulHighU(significand, window[1]));
  high = b.addi(high, b.select(hasCarry, b.i32(1), b.i32(0)));
  I32<B> quadrant = b.shrU(b.addi(high, b.i32(1 << 29)), b.i32(30));
  // The remainder, in [-1/2, 1/2), is high * 2^-30 + low * 2^-62. It is split
  // in three parts that are exact as floats.
  high = b.subi(high, b.shl(quadrant, b.i32(30)));
  I32<B> part1 = b.ori(b.shl(b.andi(high, b.i32(0xFF)), b.i32(16)),
                       b.shrU(low, b.i32(16)));
  F32<B> a0 = b.mul(b.toFloat(b.shrS(high, b.i32(8))), b.f32(0x1p-22f));
  F32<B> a1 = b.mul(b.toFloat(part1), b.f32(0x1p-46f));
  F32<B> a2 = b.mul(b.toFloat(b.andi(low, b.i32(0xFFFF))), b.f32(0x1p-62f));
  Pair<B> f = fastTwoSum(b, a0, a1);
  f = fastTwoSum(b, f.high, b.add(f.low, a2));
  F32<B> halfPi = b.f32(0x1.921fb6p+0f);
  Pair<B> r = twoProduct(b, f.high, halfPi);
  F32<B> rLow = b.fma(f.high, b.f32(-0x1.777a5cp-25f), r.low);
  rLow = b.fma(f.low, halfPi, rLow);
  auto isReduced = b.lt(absX, b.f32(0x1.921fb6p-1f));
  return {b.select(isReduced, b.i32(0), quadrant),
          {b.select(isReduced, absX, r.high),
           b.select(isReduced, b.f32(0.0f), rLow)}};
}

/// Computes sin(r) for |r| <= pi/4.
template <typename B>
F32<B> sinReduced(B &b, Pair<B> r) {
  F32<B> w = b.mul(r.high, r.high);
  F32<B> p = polynomial(
      b, w,
      {-0x1.555556p-3f, 0x1.111108p-7f, -0x1.a00f7ep-13f, 0x1.6cd1b0p-19f});
  // The derivative is 1 - w/2 to sufficient precision.
  F32<B> low = b.fma(b.mul(b.f32(-0.5f), w), r.low, r.low);
  return b.add(r.high, b.fma(b.mul(r.high, w), p, low));
}

/// Computes cos(r) for |r| <= pi/4.
template <typename B>
F32<B> cosReduced(B &b, Pair<B> r) {
  F32<B> w = b.mul(r.high, r.high);
  F32<B> p =
      polynomial(b, w, {0x1.55554ap-5f, -0x1.6c0c32p-10f, 0x1.99eb50p-16f});
  Pair<B> start = fastTwoSum(b, b.f32(1.0f), b.mul(b.f32(-0.5f), w));
  F32<B> low = b.fma(b.neg(r.high), r.low, start.low);
  return b.add(start.high, b.fma(b.mul(w, w), p, low));
}

/// Computes sin(q pi/2 + r).
template <typename B>
F32<B> sinOfQuadrant(B &b, I32<B> quadrant, Pair<B> r) {
  auto isOdd = b.eqi(b.andi(quadrant, b.i32(1)), b.i32(1));
  F32<B> y = b.select(isOdd, cosReduced(b, r), sinReduced(b, r));
  I32<B> flip = b.shl(b.andi(quadrant, b.i32(2)), b.i32(30));
  return b.fromBits(b.xori(b.toBits(y), flip));
}

/// Returns y for a finite x, NaN otherwise.
template <typename B>
F32<B> nanUnlessFinite(B &b, F32<B> absX, F32<B> y) {
  return b.select(b.lt(absX, b.f32(HUGE_VALF)), y, b.f32(canonicalNaN()));
}

template <typename B>
F32<B> expandSin(B &b, F32<B> x) {
  F32<B> absX = absolute(b, x);
  TrigReduction<B> reduced = reduceTrig(b, absX);
  F32<B> y = sinOfQuadrant(b, reduced.quadrant, reduced.rest);
  I32<B> signX = b.andi(b.toBits(x), b.i32(INT32_MIN));
  y = b.fromBits(b.xori(b.toBits(y), signX));
  return nanUnlessFinite(b, absX, y);
}

template <typename B>
F32<B> expandCos(B &b, F32<B> x) {
  F32<B> absX = absolute(b, x);
  TrigReduction<B> reduced = reduceTrig(b, absX);
  I32<B> quadrant = b.addi(reduced.quadrant, b.i32(1));
  return nanUnlessFinite(b, absX, sinOfQuadrant(b, quadrant, reduced.rest));
}

} // namespace mlir::fp8::numerics

#endif // FP8_NUMERICS_MATHTRIG_H
