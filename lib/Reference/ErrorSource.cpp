//===- ErrorSource.cpp - Errors that a variation asks for -----------------===//

#include "ErrorSource.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <cmath>
#include <utility>

using namespace mlir::fp8;
using namespace mlir::fp8::reference;

static thread_local const Variation *current = nullptr;

ScopedVariation::ScopedVariation(const Variation &variation) {
  current = &variation;
}

ScopedVariation::~ScopedVariation() { current = nullptr; }

std::optional<ErrorSource> ErrorSource::forProgram() {
  if (!current)
    return std::nullopt;
  return ErrorSource(*current);
}

double ErrorSource::draw() {
  uint64_t words[] = {variation.seed, numDraws++};
  uint64_t hash = llvm::xxh3_64bits(
      llvm::ArrayRef(reinterpret_cast<const uint8_t *>(words), sizeof(words)));
  return static_cast<double>(static_cast<int64_t>(hash)) * 0x1p-63;
}

double ErrorSource::ofContraction(int64_t count, double magnitude) {
  // Products below the normal numbers of bf16 may be flushed to zero, which the
  // second term covers.
  double bound = 2.0 * static_cast<double>(count + 4) * 0x1p-24 * magnitude +
                 static_cast<double>(count) * 0x1p-126;
  return draw() * (magnitude == 0 ? 0 : variation.contractions * bound);
}

double ErrorSource::ofSum(int64_t count, double magnitude, unsigned precision) {
  // Types of 16 bits have few significant bits. A factor above 4 could make the
  // error larger than the sum itself.
  double most = precision < 16 ? 4 : std::fabs(variation.sums);
  double scale =
      std::copysign(std::min(most, std::fabs(variation.sums)), variation.sums);
  double bound = static_cast<double>(count + 4) *
                 std::ldexp(magnitude, -static_cast<int>(precision));
  return draw() * scale * bound;
}
