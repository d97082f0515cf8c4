//===- Random.h - seeded draws of the fuzzer --------------------*- C++ -*-===//
#ifndef FP8_TEST_FUZZ_RANDOM_H
#define FP8_TEST_FUZZ_RANDOM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

#include <random>

namespace mlir::fp8::fuzz {

/// Random numbers that are the same on every machine, unlike the distributions
/// of the standard library.
class Random {
public:
  explicit Random(uint64_t seed) : engine(seed) {}

  uint64_t next() { return engine(); }

  /// Returns a number below `size`, which is not 0.
  size_t below(size_t size) { return engine() % size; }

  bool isOneIn(size_t count) { return below(count) == 0; }

  template <typename Range>
  auto &pick(Range &&range) {
    return range[below(std::size(range))];
  }

private:
  std::mt19937_64 engine;
};

/// Returns a seed made of `seed` and `text`.
inline uint64_t mixSeed(uint64_t seed, llvm::StringRef text) {
  return llvm::xxh3_64bits(llvm::utohexstr(seed) + ":" + text.str());
}

/// Draws a string. If strings are added or removed later, most draws stay the
/// same, so that a new test does not change all mutants.
inline llvm::StringRef pickStably(Random &random,
                                  llvm::ArrayRef<std::string> strings) {
  uint64_t seed = random.next();
  return *llvm::min_element(strings, [&](const auto &a, const auto &b) {
    return mixSeed(seed, a) < mixSeed(seed, b);
  });
}

} // namespace mlir::fp8::fuzz

#endif // FP8_TEST_FUZZ_RANDOM_H
