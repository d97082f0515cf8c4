//===- Draws.h - the random bits of an element ------------------*- C++ -*-===//
//
// The random bits of an element depend on the element alone, not on the device
// or thread that computes them. The index is row-major in the unpadded,
// unsharded, untransposed tensor, so rounding is the same for every mesh,
// schedule and target.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_NUMERICS_DRAWS_H
#define FP8_NUMERICS_DRAWS_H

#include "fp8/Numerics/Formats.h"
#include "fp8/Numerics/Philox.h"

#include <cmath>
#include <utility>

namespace mlir::fp8::numerics {

/// Subtracting the bits of a float from this number approximates the bits of
/// its inverse.
inline constexpr uint32_t inverseSeed = 0x7EF30000u;

/// Quasi-random bits restart after 2^11 steps with a new rotation number. Data
/// that resonate with one rotation number therefore do so only for a limited
/// time. The restarts are so rare that constant data are hardly affected.
inline constexpr int logQuasiSteps = 11;

/// Tail of the continued fraction of rotation numbers: the golden ratio, whose
/// partial quotients are all 1.
inline constexpr float rotationTail = 1.6180340f;

/// Returns the rotation number of a block, in units of 2^-32: the part of the
/// range by which its quasi-random bits move in each step.
///
/// The number is the continued fraction 1 / (d4 + 1 / (d3 + 1 / (d2 + 1 / (d1 +
/// 1 / (d0 + 1 / tail))))) of random digits, rounded to 24 bits. All partial
/// quotients are small, so the number is not close to any simple fraction. A
/// rotation by a simple fraction would visit few positions. The numbers of
/// blocks differ, so a period in the data resonates with only a few blocks. A
/// digit from d1 on is the AND of two fields of three bits, which makes small
/// digits more frequent, as in the continued fraction of a uniform random
/// number. The numbers then have few clusters. The first digit, d4, is at least
/// 2, since the other half of the range mirrors the same rotations.
///
/// Two Newton steps and a correction perform the division, to 2^-24, with
/// operations that round alike on all targets.
inline uint32_t getRotation(const PhiloxCounter &words) {
  // Any three words are independent of the XOR of all four.
  uint32_t bits = words[0] ^ words[1] ^ words[2] ^ words[3];
  uint32_t rare = bits & bits >> 16;
  auto takeDigit = [](uint32_t from, int shift, uint32_t least) {
    return static_cast<float>((from >> shift & 7) + least);
  };
  // The continuants: denominators of the fractions of the first digits.
  float previous = rotationTail;
  float current = std::fma(takeDigit(bits, 12, 1), rotationTail, 1.0f);
  for (int shift : {0, 3, 6})
    previous = std::exchange(
        current, std::fma(takeDigit(rare, shift, 1), current, previous));
  float denominator = std::fma(takeDigit(rare, 9, 2), current, previous);
  float inverse = floatOf(inverseSeed - bitsOf(denominator));
  for (int step = 0; step < 2; ++step)
    inverse *= std::fma(-denominator, inverse, 2.0f);
  float quotient = current * inverse;
  float rest = std::fma(-denominator, quotient, current);
  // The value is between 1/10 and 1/2, so the last bit of the sum is 2^-24.
  float sum = std::fma(rest, inverse, quotient) + 0.5f;
  // The shift removes the exponent, whose last bit is 0.
  return bitsOf(sum) << 8;
}

/// Returns the distance by which the words of a block have moved after `step`
/// steps: 16 bits, repeated in both halves of the word.
inline uint32_t getShift(uint32_t rotation, uint32_t step) {
  uint32_t moved = step * rotation;
  return (moved & 0xFFFF0000u) | moved >> 16;
}

/// Several states of one element (partners) may share a block and still have
/// independent bits. The two high bits of a stream number are the index of the
/// state among its partners. Partner p assigns to element i the bits of element
/// `i ^ 2 * p`.
inline constexpr uint32_t partnerStream = 1u << 30;
inline constexpr uint32_t maxPartners = 4;

/// Returns the index of a stream among its partners.
inline constexpr uint32_t getPartner(uint32_t stream) {
  return stream / partnerStream;
}

/// Returns the part of the stream number that enters the key of Philox. All
/// partners share it.
inline constexpr uint32_t getKeyStream(uint32_t stream) {
  return stream % partnerStream;
}

/// Returns the four words that elements 8*(index/8) .. 8*(index/8)+7 share.
inline PhiloxCounter drawBlock(uint32_t seed, uint32_t stream, uint64_t index,
                               uint32_t step, uint32_t use,
                               Sequence sequence = Sequence::Random) {
  uint64_t block = index / 8;
  bool isQuasi = sequence == Sequence::QuasiRandom;
  PhiloxCounter words = philox4x32(
      {static_cast<uint32_t>(block), static_cast<uint32_t>(block >> 32),
       isQuasi ? step >> logQuasiSteps : step, use},
      {seed, stream}, getRounds(sequence));
  if (isQuasi) {
    uint32_t shift = getShift(getRotation(words), step);
    for (uint32_t &word : words)
      word += shift;
  }
  return words;
}

/// Returns the 16 bits of element `index`: element j of eight gets word j/2,
/// the low half if j is even.
inline uint16_t drawBits(uint32_t seed, uint32_t stream, uint64_t index,
                         uint32_t step, uint32_t use,
                         Sequence sequence = Sequence::Random) {
  index ^= uint64_t(2) * getPartner(stream);
  PhiloxCounter words =
      drawBlock(seed, getKeyStream(stream), index, step, use, sequence);
  uint32_t word = words[(index % 8) / 2];
  return static_cast<uint16_t>(index % 2 == 0 ? word : word >> 16);
}

/// Returns the 32 bits of element `index`. Four elements share a block.
inline uint32_t drawWord(uint32_t seed, uint32_t stream, uint64_t index,
                         uint32_t step, uint32_t use) {
  uint64_t block = index / 4;
  return philox4x32({static_cast<uint32_t>(block),
                     static_cast<uint32_t>(block >> 32), step, use},
                    {seed, stream})[index % 4];
}

} // namespace mlir::fp8::numerics

#endif // FP8_NUMERICS_DRAWS_H
