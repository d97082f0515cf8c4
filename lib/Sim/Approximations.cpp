//===- Approximations.cpp - approximate PTX instructions ------------------===//

#include "Approximations.h"
#include "FloatBits.h"
#include "llvm/ADT/bit.h"

using namespace fp8sim;

static constexpr uint32_t kLeastNormal = 0x00800000;

/// Returns one of the two floats around the positive `exact`, as bits; a hash
/// of `x` determines which. A double is precise enough to compare the nearest
/// float with the exact value.
static uint32_t chooseNeighbour(double exact, uint32_t x) {
  uint32_t bits = llvm::bit_cast<uint32_t>(static_cast<float>(exact));
  double nearest = llvm::bit_cast<float>(bits);
  if (nearest == exact || (x * 0x9e3779b1u) >> 31 == 0)
    return bits;
  return nearest < exact ? bits + 1 : bits - 1;
}

uint32_t fp8sim::approximateReciprocal(uint32_t x) {
  uint32_t magnitude = x & kAbs, sign = x & ~kAbs;
  if (magnitude > kInfinity)
    return kNaN;
  if (magnitude < kLeastNormal)
    return sign | kInfinity;
  if (magnitude == kInfinity)
    return sign;
  double exact = 1.0 / static_cast<double>(llvm::bit_cast<float>(magnitude));
  uint32_t result = chooseNeighbour(exact, x);
  return sign | (result < kLeastNormal ? 0 : result);
}
