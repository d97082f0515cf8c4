//===- Philox.h - Counter-based random numbers ------------------*- C++ -*-===//
//
// Philox4x32 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC
// 2011) and how an element of a tensor finds its draw. A draw depends on what
// the element is, never on who computes it: the index is the row-major one in
// the unpadded, unsharded, untransposed tensor, so every mesh, schedule and
// target rounds alike.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_NUMERICS_PHILOX_H
#define FP8_NUMERICS_PHILOX_H

#include <array>
#include <cstdint>

namespace mlir::fp8::numerics {

using PhiloxCounter = std::array<uint32_t, 4>;
using PhiloxKey = std::array<uint32_t, 2>;

/// Rounds of Philox on four 32-bit words.
inline PhiloxCounter philox4x32(PhiloxCounter counter, PhiloxKey key,
                                int rounds = 10) {
  constexpr uint64_t multiplier0 = 0xD2511F53u;
  constexpr uint64_t multiplier1 = 0xCD9E8D57u;
  constexpr uint32_t weyl0 = 0x9E3779B9u; // 2^32 / golden ratio
  constexpr uint32_t weyl1 = 0xBB67AE85u; // 2^32 * (sqrt(3) - 1)
  for (int round = 0; round < rounds; ++round) {
    uint64_t product0 = multiplier0 * counter[0];
    uint64_t product1 = multiplier1 * counter[2];
    counter = {static_cast<uint32_t>(product1 >> 32) ^ counter[1] ^ key[0],
               static_cast<uint32_t>(product1),
               static_cast<uint32_t>(product0 >> 32) ^ counter[3] ^ key[1],
               static_cast<uint32_t>(product0)};
    key = {key[0] + weyl0, key[1] + weyl1};
  }
  return counter;
}

/// The fourth counter word: what a draw is for, so that two uses of the same
/// element in the same step never share one.
namespace use {
inline constexpr uint32_t update = 0;
inline constexpr uint32_t init = 1;
inline constexpr uint32_t storageConversion = 2;
inline constexpr uint32_t microBatch(uint32_t i) { return 16 + i; }
} // namespace use

/// How the draws of one element follow each other.
enum class Sequence {
  /// Each step is a counter of its own.
  Random,
  /// Philox places the element, whatever the step, and each step goes on from
  /// there, by the range over the golden ratio, around the range. Every draw is
  /// uniform and elements are independent as ever, but those of one element
  /// fill the range evenly: what rounding adds and takes away over the steps
  /// nearly cancels.
  QuasiRandom
};

/// Ten rounds are what is recommended, seven the fewest that pass every test of
/// Salmon et al.: enough where elements alone are to be independent.
inline constexpr int getRounds(Sequence sequence) {
  return sequence == Sequence::QuasiRandom ? 7 : 10;
}

/// What quasi-random words advance by: 2^16 / the golden ratio, which is odd,
/// in both halves.
inline constexpr uint32_t quasiRandomStride = 0x9E379E37u;

/// The four words that elements 8*(index/8) .. 8*(index/8)+7 share.
inline PhiloxCounter randomBlock(uint32_t seed, uint32_t stream, uint64_t index,
                                 uint32_t step, uint32_t use,
                                 Sequence sequence = Sequence::Random) {
  uint64_t block = index / 8;
  bool isQuasi = sequence == Sequence::QuasiRandom;
  PhiloxCounter words =
      philox4x32({static_cast<uint32_t>(block),
                  static_cast<uint32_t>(block >> 32), isQuasi ? 0 : step, use},
                 {seed, stream}, getRounds(sequence));
  if (isQuasi)
    for (uint32_t &word : words)
      word += step * quasiRandomStride;
  return words;
}

/// The 16 bits of element `index`: element j of eight takes word j/2, the low
/// half if j is even.
inline uint16_t randomBits(uint32_t seed, uint32_t stream, uint64_t index,
                           uint32_t step, uint32_t use,
                           Sequence sequence = Sequence::Random) {
  PhiloxCounter words = randomBlock(seed, stream, index, step, use, sequence);
  uint32_t word = words[(index % 8) / 2];
  return static_cast<uint16_t>(index % 2 == 0 ? word : word >> 16);
}

/// The 32 bits of element `index`, of which four share a block.
inline uint32_t randomWord(uint32_t seed, uint32_t stream, uint64_t index,
                           uint32_t step, uint32_t use) {
  uint64_t block = index / 4;
  return philox4x32({static_cast<uint32_t>(block),
                     static_cast<uint32_t>(block >> 32), step, use},
                    {seed, stream})[index % 4];
}

} // namespace mlir::fp8::numerics

#endif // FP8_NUMERICS_PHILOX_H
