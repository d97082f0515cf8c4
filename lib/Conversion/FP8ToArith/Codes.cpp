//===- Codes.cpp - codes of small floats in 32-bit arithmetic -------------===//
//
// The FPU rounds when encoding to `m` mantissa bits. Adding 2^(23 - m) times
// the binade of x to |x| makes the quantum of f32 equal to the quantum of the
// format at x. One addition therefore leaves x in quanta, rounded, in the low
// bits. Subnormal results use the lowest normal binade.
//
// Stochastic rounding works on the bits of |x|. The exponent is rebased, and
// one addition rounds off the 23 - m low bits; a carry out of the mantissa
// yields the correct exponent.
//
// Saturation is a minimum before rounding, because the largest finite value is
// its own code.
//
// bf16 is the high half of f32. Its operations after rounding run on 16-bit
// halves, because a register holds twice as many halves as words.
//
// Decoding goes through f16, which represents every 8-bit format up to a power
// of two and whose extension does not flush subnormals.
//
//===----------------------------------------------------------------------===//

#include "fp8/Conversion/FP8ToArith/Codes.h"
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

/// Returns the bits of the f32 2^`exponent`.
static uint32_t powerBits(int exponent) {
  return static_cast<uint32_t>(exponent + 127) << 23;
}

/// Returns the low `width` bits of `x`, zero-extended to i32.
static Value widen(VectorBuilder &b, Value x, unsigned width) {
  if (getElementTypeOrSelf(x.getType()).isInteger(32))
    return b.andBits(x, ~0u >> (32 - width));
  return b.extendZero(b.bitcast(b.getIntegerType(width), x), 32);
}

//===----------------------------------------------------------------------===//
// Encoding
//===----------------------------------------------------------------------===//

namespace {
/// Emits the code of an f32, as an i32.
class Encoder {
public:
  Encoder(VectorBuilder &b, const FormatSpec &spec) : b(b), spec(spec) {}

  /// `random` is null or an i32 below 2^16.
  Value encode(Value x, Value random, Overflow overflow,
               Assumption assumption) {
    Value bits = b.toBits(x);
    Value magnitude = b.andBits(bits, ~kSignBit);
    Value isNaN;
    if (assumption == Assumption::None)
      isNaN = b.above(magnitude, kInfinity);
    Value capped = magnitude;
    if (assumption != Assumption::InRange)
      capped = b.min(magnitude, getCap(overflow));
    Value code =
        random ? roundStochastic(capped, random) : roundNearestEven(capped);
    if (spec.isSigned) {
      // If codes fill the mantissa of an f32, clear the remaining exponent
      // bits.
      if (spec.magnitudeBits() >= 23)
        code = b.andBits(code, spec.magnitudeMask());
      unsigned shift = 31 - spec.magnitudeBits();
      Value sign = b.andBits(b.shr(bits, shift), kSignBit >> shift);
      code = b.orBits(code, sign);
    } else {
      code = b.select(b.above(bits, ~kSignBit), 0u, code);
    }
    return isNaN ? b.select(isNaN, spec.nanCode, code) : code;
  }

private:
  int lowBits() { return 23 - spec.mantissaBits; }
  int minExponent() { return 1 - spec.bias; }
  int quantumExponent() { return minExponent() - spec.mantissaBits; }
  /// Returns the bits of the smallest magnitude from which all magnitudes have
  /// the same code: the largest finite value, or the first power of two that
  /// overflows.
  uint32_t getCap(Overflow overflow) {
    if (overflow == Overflow::Saturate)
      return numerics::bitsOf(numerics::maxFinite(spec));
    return powerBits(spec.bias + 1);
  }

  uint32_t rebias() { return static_cast<uint32_t>(127 - spec.bias) << 23; }

  Value orSubnormal(Value magnitude, Value normal, Value subnormal) {
    return b.select(b.less(magnitude, powerBits(minExponent())), subnormal,
                    normal);
  }

  /// Returns the code: x in quanta, plus 2^m for each binade from the lowest
  /// normal binade up to x. The shifted exponent field counts 128 - `bias`
  /// binades too many, and the factor adds `bias` more. The excess of 128 * 2^m
  /// is above the bits of a code, so it has no effect.
  Value roundNearestEven(Value magnitude) {
    Value binade =
        b.max(b.andBits(magnitude, kInfinity), powerBits(minExponent()));
    float factor = powerOfTwo(lowBits()) + static_cast<float>(spec.bias);
    Value sum = b.fma(b.toFloat(binade), factor, b.toFloat(magnitude));
    return b.add(b.toBits(sum), b.shr(binade, lowBits()));
  }

  /// Computes floor(y + random * 2^-16) as (floor(y * 2^16) + random) >> 16. If
  /// y * 2^16 is too large, only the fraction of y is scaled, and its integer
  /// part is added.
  Value roundStochastic(Value magnitude, Value random) {
    int shift = lowBits() - 16;
    Value draw = shift >= 0 ? b.shl(random, shift) : b.shr(random, -shift);
    Value normal =
        b.shr(b.add(b.add(magnitude, 0u - rebias()), draw), lowBits());
    // Larger magnitudes may not fit; the results of their lanes are not used.
    Value small =
        b.select(b.less(magnitude, powerBits(minExponent())), magnitude, 0);
    bool isWide = spec.mantissaBits + 16 > 30;
    Value quanta = b.mul(b.toFloat(small),
                         powerOfTwo((isWide ? 0 : 16) - quantumExponent()));
    auto integerPart = [&](Value x) -> Value {
      return arith::FPToSIOp::create(b, small.getType(), x);
    };
    Value whole = integerPart(quanta);
    if (!isWide)
      return orSubnormal(magnitude, normal, b.shr(b.add(whole, random), 16));
    Value floor = arith::SIToFPOp::create(b, quanta.getType(), whole);
    Value fraction = b.mul(b.sub(quanta, floor), powerOfTwo(16));
    Value carry = b.shr(b.add(integerPart(fraction), random), 16);
    return orSubnormal(magnitude, normal, b.add(whole, carry));
  }

  VectorBuilder &b;
  const FormatSpec &spec;
};
} // namespace

/// Returns the code of an f32, as an i16. Rounding never carries into the sign.
/// The only code above the largest finite number is infinity.
static Value encodeBF16(VectorBuilder &b, Value x, Value random,
                        Overflow overflow) {
  const FormatSpec &spec = numerics::bf16;
  Value bits = b.select(b.isNaN(x), numerics::canonicalNaNBits, b.toBits(x));
  Value sum = random
                  ? b.add(bits, random)
                  : b.add(b.add(bits, 0x7FFF), b.andBits(b.shr(bits, 16), 1));
  Value code = b.truncate(b.shr(sum, 16), 16);
  if (overflow == Overflow::Infinity)
    return code;
  Value isInfinite =
      b.equal(b.andBits(code, spec.magnitudeMask()), spec.infCode);
  return b.select(isInfinite, b.add(code, 0xFFFF), code);
}

Value fp8::emitEncode(VectorBuilder &b, Value x, const FormatSpec &spec,
                      Type to, Overflow overflow, Value random,
                      Assumption assumption) {
  if (random)
    random = widen(b, random, 16);
  if (&spec == &numerics::bf16)
    return b.bitcast(to, encodeBF16(b, x, random, overflow));
  Value code = Encoder(b, spec).encode(x, random, overflow, assumption);
  unsigned width = getWidth(spec);
  if (getElementTypeOrSelf(to).isInteger(32))
    return b.andBits(code, ~0u >> (32 - width));
  return b.bitcast(to, b.truncate(code, width));
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

/// Returns the f32 of an 8-bit code, except for NaN. Sign and exponent move to
/// their positions in f16.
static Value decodeByte(VectorBuilder &b, Value byte, const FormatSpec &spec) {
  unsigned shift = numerics::f16.mantissaBits - spec.mantissaBits;
  Value bits;
  if (spec.isSigned) {
    bits = b.shl(b.extendSign(byte, 16), shift);
    uint32_t mask = 0x8000 | spec.magnitudeMask() << shift;
    bits = b.andBits(bits, mask);
  } else {
    bits = b.shl(b.extendZero(byte, 16), shift);
  }
  Value value = b.extendFloat(b.bitcast(b.getF16Type(), bits));
  if (spec.bias == numerics::f16.bias)
    return value;
  return b.mul(value, powerOfTwo(numerics::f16.bias - spec.bias));
}

/// Returns the f32 of a split code, except for NaN. The mantissa of a split
/// code is longer than the mantissa of f16. Interpreted as an f32, the code is
/// 2^(bias - 127) times its value, also if the value is subnormal.
static Value decodeSplitCode(VectorBuilder &b, Value code,
                             const FormatSpec &spec) {
  int up = 23 - spec.mantissaBits;
  Value scaled = b.toFloat(b.shl(b.andBits(code, spec.magnitudeMask()), up));
  Value sign = b.shl(b.shr(code, spec.magnitudeBits()), 31);
  Value magnitude = b.mul(scaled, powerOfTwo(127 - spec.bias));
  return b.toFloat(b.orBits(b.toBits(magnitude), sign));
}

Value fp8::emitDecode(VectorBuilder &b, Value x, const FormatSpec &spec,
                      bool canonicalizeNaN) {
  Value code, value;
  if (getWidth(spec) == 8) {
    code = b.bitcast(b.getI8Type(), x);
    value = decodeByte(b, code, spec);
  } else {
    code = widen(b, x, getWidth(spec));
    if (&spec == &numerics::bf16)
      value = b.toFloat(b.shl(code, 16));
    else if (&spec == &numerics::f16)
      value = b.extendFloat(x);
    else
      value = decodeSplitCode(b, code, spec);
  }
  if (!canonicalizeNaN)
    return value;
  Value isNaN = b.above(b.andBits(code, spec.magnitudeMask()),
                        spec.hasInfinity() ? spec.infCode : spec.maxCode);
  return b.toFloat(
      b.select(isNaN, numerics::canonicalNaNBits, b.toBits(value)));
}
