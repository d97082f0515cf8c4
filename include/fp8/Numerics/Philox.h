//===- Philox.h - counter-based random numbers ------------------*- C++ -*-===//
//
// Philox4x32 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC
// 2011), and the uses of random bits.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_NUMERICS_PHILOX_H
#define FP8_NUMERICS_PHILOX_H

#include <array>
#include <cstdint>

namespace mlir::fp8::numerics {

using PhiloxCounter = std::array<uint32_t, 4>;
using PhiloxKey = std::array<uint32_t, 2>;

/// Applies the rounds of Philox to four 32-bit words.
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

/// The fourth counter word: the use of the random bits. Two different uses for
/// the same element in the same step therefore never share bits.
namespace use {
inline constexpr uint32_t update = 0;
inline constexpr uint32_t init = 1;
inline constexpr uint32_t storageConversion = 2;
inline constexpr uint32_t microBatch(uint32_t i) { return 16 + i; }
} // namespace use

/// Relation between the random bits of one element in successive steps.
enum class Sequence {
  /// Each step has its own counter: the bits are independent.
  Random,
  /// Quasi-random (low-discrepancy) bits. Philox determines a starting point
  /// per element and a rotation number per block, and new ones every 2^11
  /// steps. In each step the 16 bits move by the rotation number around [0,
  /// 2^16). In every step they are uniform and independent between elements.
  /// Over the steps, the bits of one element cover the range evenly, so that
  /// rounding up and rounding down nearly cancel.
  QuasiRandom
};

/// Returns the number of rounds of Philox. Ten are recommended. Seven are the
/// fewest that pass every test of Salmon et al.; they suffice for quasi-random
/// bits, where only different elements have to be independent.
inline constexpr int getRounds(Sequence sequence) {
  return sequence == Sequence::QuasiRandom ? 7 : 10;
}

} // namespace mlir::fp8::numerics

#endif // FP8_NUMERICS_PHILOX_H
