//===- Codes.cpp - codes of small floats in 32-bit arithmetic -------------===//
//
// Encoding to `m` mantissa bits lets the FPU round: 2^(23 - m) times its binade
// above |x| the quantum of f32 is that of the format at x, so one addition
// there leaves x in quanta, rounded, in the low bits. Subnormal numbers are
// those of the lowest normal binade. bf16, which has the subnormals of f32, and
// stochastic rounding work on the bits of |x|: the exponent is rebased and the
// 23 - m low bits are rounded off by one addition, where a carry out of the
// mantissa is a correct exponent. Saturation is a minimum up front, since the
// largest finite value is its own code.
//
// Decoding goes through f16, which holds every 8-bit format up to a power of
// two and whose extension does not flush subnormals.
//
//===----------------------------------------------------------------------===//

#include "Codes.h"
#include "fp8/IR/FP8.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;
using numerics::FormatSpec;
using numerics::Overflow;

static constexpr uint32_t kSignBit = 0x80000000u;
static constexpr uint32_t kInfinity = 0x7F800000u;

static unsigned getWidth(const FormatSpec &spec) {
  return spec.magnitudeBits() + (spec.isSigned ? 1 : 0);
}

static float powerOfTwo(int exponent) { return std::ldexp(1.0f, exponent); }

/// The bits of the f32 2^`exponent`.
static uint32_t powerBits(int exponent) {
  return static_cast<uint32_t>(exponent + 127) << 23;
}

//===----------------------------------------------------------------------===//
// Encoding
//===----------------------------------------------------------------------===//

namespace {
/// Emits the code, an i32, of an f32.
class Encoder {
public:
  Encoder(BitsBuilder &b, const FormatSpec &spec) : b(b), spec(spec) {}

  /// `random` is null or an i32 below 2^16.
  Value encode(Value x, Value random, Overflow overflow) {
    Value bits = b.toBits(x);
    Value magnitude = b.andBits(bits, ~kSignBit);
    Value isNaN = b.above(magnitude, kInfinity);
    Value capped = b.min(magnitude, getCap(overflow));
    Value code =
        random ? roundStochastic(capped, random) : roundNearestEven(capped);
    if (spec.isSigned) {
      // Where codes fill the mantissa of an f32, its exponent is left over.
      if (spec.magnitudeBits() >= 23)
        code = b.andBits(code, spec.magnitudeMask());
      unsigned shift = 31 - spec.magnitudeBits();
      Value sign = b.andBits(b.shr(bits, shift), kSignBit >> shift);
      code = b.orBits(code, sign);
    } else {
      code = b.select(b.above(bits, ~kSignBit), 0u, code);
    }
    return b.select(isNaN, spec.nanCode, code);
  }

private:
  int lowBits() { return 23 - spec.mantissaBits; }
  int minExponent() { return 1 - spec.bias; }
  int quantumExponent() { return minExponent() - spec.mantissaBits; }
  /// bf16 has the subnormals of f32: one formula does for all of it.
  bool hasOwnSubnormals() { return spec.bias != 127; }

  /// The magnitude from which on all have one code: the largest finite value,
  /// or the first power of two that is infinite.
  uint32_t getCap(Overflow overflow) {
    if (overflow == Overflow::Saturate)
      return numerics::bitsOf(numerics::maxFinite(spec));
    return hasOwnSubnormals() ? powerBits(spec.bias + 1) : kInfinity;
  }

  uint32_t rebias() { return static_cast<uint32_t>(127 - spec.bias) << 23; }

  Value orSubnormal(Value magnitude, Value normal, Value subnormal) {
    return b.select(b.below(magnitude, powerBits(minExponent())), subnormal,
                    normal);
  }

  /// bf16 has every exponent of f32.
  Value roundMantissa(Value magnitude) {
    uint32_t half = (1u << (lowBits() - 1)) - 1;
    Value odd = b.andBits(b.shr(magnitude, lowBits()), 1);
    return b.shr(b.add(b.add(magnitude, half), odd), lowBits());
  }

  /// The code is x in quanta plus 2^m for each binade from the lowest normal
  /// one up to x. The shifted bits of the binade count 128 - `bias` too many;
  /// with `bias` of them in the factor it is 128, which are 0 modulo the codes.
  Value roundNearestEven(Value magnitude) {
    if (!hasOwnSubnormals())
      return roundMantissa(magnitude);
    Value binade =
        b.max(b.andBits(magnitude, kInfinity), powerBits(minExponent()));
    float factor = powerOfTwo(lowBits()) + static_cast<float>(spec.bias);
    Value sum = b.multiplyAdd(b.toFloat(binade), factor, b.toFloat(magnitude));
    return b.add(b.toBits(sum), b.shr(binade, lowBits()));
  }

  /// floor(y + random * 2^-16) is (floor(y * 2^16) + random) >> 16, or the same
  /// of the fraction of y, plus its whole part, where y * 2^16 is too large.
  Value roundStochastic(Value magnitude, Value random) {
    int shift = lowBits() - 16;
    Value draw = shift >= 0 ? b.shl(random, shift) : b.shr(random, -shift);
    Value normal =
        b.shr(b.add(b.add(magnitude, 0u - rebias()), draw), lowBits());
    if (!hasOwnSubnormals())
      return normal;
    // Magnitudes beyond the subnormal ones may not fit; their lanes are unused.
    Value small = b.select(b.below(magnitude, powerBits(minExponent())),
                           magnitude, b.constant(0));
    bool isWide = spec.mantissaBits + 16 > 30;
    Value quanta = b.mulFloat(
        b.toFloat(small), powerOfTwo((isWide ? 0 : 16) - quantumExponent()));
    Value whole = b.integerPart(quanta);
    if (!isWide)
      return orSubnormal(magnitude, normal, b.shr(b.add(whole, random), 16));
    Value fraction =
        b.mulFloat(b.subFloat(quanta, b.fromInteger(whole)), powerOfTwo(16));
    Value carry = b.shr(b.add(b.integerPart(fraction), random), 16);
    return orSubnormal(magnitude, normal, b.add(whole, carry));
  }

  BitsBuilder &b;
  const FormatSpec &spec;
};
} // namespace

Value fp8::emitEncode(BitsBuilder &b, Value x, const FormatSpec &spec, Type to,
                      Overflow overflow, Value random) {
  Value code = Encoder(b, spec).encode(x, random, overflow);
  return b.narrow(to, code, getWidth(spec));
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

Value fp8::emitDecode(BitsBuilder &b, Value x, const FormatSpec &spec,
                      bool canonicalizeNaN) {
  Value code = b.widen(x, getWidth(spec));
  Value value;
  if (&spec == &numerics::bf16) {
    value = b.shl(code, 16);
  } else if (spec.mantissaBits > numerics::f16.mantissaBits) {
    // As the bits of an f32 it is 2^(bias - 127) times what it stands for, also
    // where that is subnormal.
    int up = 23 - spec.mantissaBits;
    Value scaled = b.toFloat(b.shl(b.andBits(code, spec.magnitudeMask()), up));
    Value sign = b.shl(b.shr(code, spec.magnitudeBits()), 31);
    value = b.orBits(b.toBits(b.mulFloat(scaled, powerOfTwo(127 - spec.bias))),
                     sign);
  } else {
    // Sign and exponent go where f16 has them.
    Value bits = code;
    if (&spec != &numerics::f16) {
      bits =
          b.shl(b.andBits(code, spec.magnitudeMask()), 10 - spec.mantissaBits);
      if (spec.isSigned)
        bits = b.orBits(bits, b.shl(b.andBits(code, 0x80), 8));
    }
    Type f16 = b.type(Float16Type::get(x.getContext()));
    Value half = b.extendF16(b.narrow(f16, bits, 16));
    if (spec.bias != 15)
      half = b.mulFloat(half, powerOfTwo(15 - spec.bias));
    value = b.toBits(half);
  }
  if (canonicalizeNaN) {
    Value isNaN = b.above(b.andBits(code, spec.magnitudeMask()),
                          spec.hasInfinity() ? spec.infCode : spec.maxCode);
    value = b.select(isNaN, numerics::canonicalNaNBits, value);
  }
  return b.toFloat(value);
}
