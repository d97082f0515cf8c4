//===- Rotation.cpp - rotation numbers of quasi-random bits ---------------===//

#include "Rotation.h"

#include "fp8/Numerics/Draws.h"

#include <cmath>
#include <utility>

using namespace mlir;
using namespace mlir::fp8;

Value fp8::emitRotation(VectorBuilder &b, Value bits) {
  Value rare = b.andBits(bits, b.shr(bits, 16));
  // Computes (from >> shift & 7) + least exactly: the bits are the integral
  // part of a number that starts at `base`.
  auto takeDigit = [&](Value from, int shift, float least) {
    float base = std::ldexp(1.0f, 23 - shift);
    Value digit = b.andBits(from, 7u << shift);
    Value sum = b.orBits(digit, numerics::bitsOf(base));
    return b.add(b.toFloat(sum), least - base);
  };
  Value previous = b.constant(withElementType(bits.getType(), b.getF32Type()),
                              numerics::rotationTail);
  Value current = b.fma(takeDigit(bits, 12, 1.0f), previous, 1.0f);
  for (int shift : {0, 3, 6})
    previous = std::exchange(
        current, b.fma(takeDigit(rare, shift, 1.0f), current, previous));
  Value denominator = b.fma(takeDigit(rare, 9, 2.0f), current, previous);
  Value negated = b.neg(denominator);
  Value inverse =
      b.toFloat(b.sub(b.constant(bits.getType(), numerics::inverseSeed),
                      b.toBits(denominator)));
  for (int step = 0; step < 2; ++step)
    inverse = b.mul(inverse, b.fma(negated, inverse, 2.0f));
  Value quotient = b.mul(current, inverse);
  Value rest = b.fma(negated, quotient, current);
  // The quotient is between 1/10 and 1/2: the last bit of the sum is 2^-24.
  return b.toBits(b.add(b.fma(rest, inverse, quotient), 0.5f));
}

Value fp8::emitShift(VectorBuilder &b, Value rotation, Value step,
                     bool mayShuffle) {
  // The rotation number is in the low 24 bits. The shift drops the exponent
  // above them. The step is shifted because it is the same for all blocks.
  Value moved = b.mul(rotation, b.shl(step, 8));
  if (mayShuffle && !isa<VectorType>(moved.getType())) {
    Value parts = b.regroup(b.fromElements(moved), 2, b.getI16Type());
    parts = b.shuffle(parts, parts, {1, 1});
    return b.extract(b.regroup(parts, 1, moved.getType()), 0);
  }
  return b.orBits(b.andBits(moved, 0xFFFF0000u), b.shr(moved, 16));
}
