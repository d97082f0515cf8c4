//===- Draws.h - the random bits of an element ------------------*- C++ -*-===//
//
// A draw depends on what the element is, never on who computes it: the index is
// the row-major one in the unpadded, unsharded, untransposed tensor, so every
// mesh, schedule and target rounds alike.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_NUMERICS_DRAWS_H
#define FP8_NUMERICS_DRAWS_H

#include "fp8/Numerics/Formats.h"
#include "fp8/Numerics/Philox.h"

#include <cmath>

namespace mlir::fp8::numerics {

/// The bits of a float subtracted from these are nearly those of its inverse.
inline constexpr uint32_t inverseSeed = 0x7EF30000u;

/// Quasi-random draws begin anew after 2^13 steps, with another rotation
/// number: data that are in step with one number are not for long. Few enough
/// steps for that, and enough that constants hardly notice.
inline constexpr int logQuasiSteps = 13;

/// The tail of the continued fraction of rotation numbers: the golden ratio,
/// all of whose partial quotients are 1.
inline constexpr float rotationTail = 1.6180340f;

/// Returns the rotation number of a block, the part of the range that its
/// quasi-random draws move by in each step, in units of 2^-32.
///
/// It is the continued fraction 1 / (a + 1 / (b + 1 / (c + 1 / (d + 1 /
/// tail)))) of random bits: a lies between 2 and 9, b and c between 1 and 8, d
/// between 1 and 4. All partial quotients are small, up to denominators of
/// thousands: that keeps the number away from fractions, where a rotation would
/// visit few places. Blocks differ, so no period of data is in step with more
/// than a few of them.
///
/// Two steps of Newton's method and a correction divide, to 2^-24: operations
/// that no target rounds in another way.
inline uint32_t getRotation(const PhiloxCounter &words) {
  // Each word is independent of the sum of two.
  uint32_t bits = words[0] ^ words[1];
  auto takeDigit = [&](int shift, uint32_t mask, uint32_t least) {
    return static_cast<float>(((bits >> shift) & mask) + least);
  };
  float first = std::fma(takeDigit(12, 3, 1), rotationTail, 1.0f);
  float second = std::fma(takeDigit(14, 7, 1), first, rotationTail);
  float numerator = std::fma(takeDigit(17, 7, 1), second, first);
  float denominator = std::fma(takeDigit(20, 7, 2), numerator, second);
  float inverse = floatOf(inverseSeed - bitsOf(denominator));
  for (int step = 0; step < 2; ++step)
    inverse *= std::fma(-denominator, inverse, 2.0f);
  float quotient = numerator * inverse;
  float rest = std::fma(-denominator, quotient, numerator);
  // Between 1/10 and 1/2: the last place of the sum is 2^-24.
  float sum = std::fma(rest, inverse, quotient) + 0.5f;
  // The exponent leaves with the shift.
  return bitsOf(sum) << 8;
}

/// Returns by how much the words of a block have moved after `step` steps: 16
/// bits, in both halves.
inline uint32_t getShift(uint32_t rotation, uint32_t step) {
  uint32_t moved = step * rotation;
  return (moved & 0xFFFF0000u) | moved >> 16;
}

/// The states of one element may share a block and draw independently all the
/// same: the two high bits of a stream number its place among such partners,
/// and place p gives element i the draw of element `i ^ 2 * p`.
inline constexpr uint32_t partnerStream = 1u << 30;
inline constexpr uint32_t maxPartners = 4;

/// Returns the place of a stream among its partners.
inline constexpr uint32_t getPartner(uint32_t stream) {
  return stream / partnerStream;
}

/// Returns what partners have in common: the stream in the key of Philox.
inline constexpr uint32_t getKeyStream(uint32_t stream) {
  return stream % partnerStream;
}

/// The four words that elements 8*(index/8) .. 8*(index/8)+7 share.
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

/// The 16 bits of element `index`: element j of eight takes word j/2, the low
/// half if j is even.
inline uint16_t drawBits(uint32_t seed, uint32_t stream, uint64_t index,
                         uint32_t step, uint32_t use,
                         Sequence sequence = Sequence::Random) {
  index ^= uint64_t(2) * getPartner(stream);
  PhiloxCounter words =
      drawBlock(seed, getKeyStream(stream), index, step, use, sequence);
  uint32_t word = words[(index % 8) / 2];
  return static_cast<uint16_t>(index % 2 == 0 ? word : word >> 16);
}

/// The 32 bits of element `index`, of which four share a block.
inline uint32_t drawWord(uint32_t seed, uint32_t stream, uint64_t index,
                         uint32_t step, uint32_t use) {
  uint64_t block = index / 4;
  return philox4x32({static_cast<uint32_t>(block),
                     static_cast<uint32_t>(block >> 32), step, use},
                    {seed, stream})[index % 4];
}

} // namespace mlir::fp8::numerics

#endif // FP8_NUMERICS_DRAWS_H
