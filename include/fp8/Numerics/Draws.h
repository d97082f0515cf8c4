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

/// Returns by how much the quasi-random words of a block move in each step: the
/// rotation number, an odd multiple of 2^-16, in both halves.
///
/// It is the continued fraction 1 / (a + 1 / (b + 1 / y)) of random bits, with
/// integers a and b from 2 to 9 and y in [2.25, 9.5), whose fraction lies
/// between 1/4 and 1/2. Small partial quotients keep it away from fractions of
/// small denominators, where a rotation would visit few places. Blocks differ,
/// so no period of data is in step with more than a few of them.
///
/// Two steps of Newton's method divide, to less than 2^-16: operations that no
/// target rounds in another way.
inline uint32_t getRotation(const PhiloxCounter &words) {
  // Each word is independent of the sum of two.
  uint32_t bits = words[0] ^ words[1];
  auto takeDigit = [&](int shift) {
    return static_cast<float>(((bits >> shift) & 7) + 2);
  };
  // Sums and products up to the denominator are exact.
  float y = static_cast<float>((bits & 0x1CFFF) | 0x1000) * 0x1p-14f + 2.0f;
  float numerator = takeDigit(17) * y + 1.0f;
  float denominator = takeDigit(20) * numerator + y;
  float inverse = floatOf(inverseSeed - bitsOf(denominator));
  for (int step = 0; step < 2; ++step)
    inverse *= std::fma(-denominator, inverse, 2.0f);
  // The last place of a number from 128 on is 2^-16.
  uint32_t rotation = bitsOf(std::fma(numerator, inverse, 128.0f)) & 0xFFFF;
  return (rotation | 1) * 0x10001u;
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
  PhiloxCounter words =
      philox4x32({static_cast<uint32_t>(block),
                  static_cast<uint32_t>(block >> 32), isQuasi ? 0 : step, use},
                 {seed, stream}, getRounds(sequence));
  if (isQuasi) {
    uint32_t shift = step * getRotation(words);
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
