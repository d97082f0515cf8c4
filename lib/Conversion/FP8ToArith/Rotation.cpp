//===- Rotation.cpp - rotation numbers of quasi-random bits ---------------===//

#include "Rotation.h"

#include "fp8/Numerics/Draws.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

Value fp8::emitRotation(VectorBuilder &b, Value bits) {
  // Computes ((bits >> shift) & mask) + least exactly: the bits are the
  // integral part of a number that starts at `base`.
  auto takeDigit = [&](int shift, uint32_t mask, float least) {
    float base = std::ldexp(1.0f, 23 - shift);
    Value digit = b.andBits(bits, mask << shift);
    Value sum = b.orBits(digit, numerics::bitsOf(base));
    return b.add(b.toFloat(sum), least - base);
  };
  Value tail = b.constant(withElementType(bits.getType(), b.getF32Type()),
                          numerics::rotationTail);
  Value first = b.fma(takeDigit(14, 7, 1.0f), tail, 1.0f);
  Value numerator = b.fma(takeDigit(17, 7, 1.0f), first, tail);
  Value denominator = b.fma(takeDigit(20, 7, 2.0f), numerator, first);
  Value negated = b.neg(denominator);
  Value inverse =
      b.toFloat(b.sub(b.constant(bits.getType(), numerics::inverseSeed),
                      b.toBits(denominator)));
  for (int step = 0; step < 2; ++step)
    inverse = b.mul(inverse, b.fma(negated, inverse, 2.0f));
  Value quotient = b.mul(numerator, inverse);
  Value rest = b.fma(negated, quotient, numerator);
  // The quotient is between 1/10 and 1/2: the last bit of the sum is 2^-24.
  Value sum = b.add(b.fma(rest, inverse, quotient), 0.5f);
  Value factor = b.add(b.shr(bits, 29), 1);
  return b.mul(b.toBits(sum), factor);
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
