//===- main.cpp - a hash of what the declared numerics give ---------------===//
//
// Of a compiler that contracts products and sums it is another one.
//
//===----------------------------------------------------------------------===//

#include "fp8/Numerics/Math.h"

#include <cstdio>
#include <cstring>

static uint64_t add(uint64_t hash, float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return (hash ^ bits) * 0x100000001B3u;
}

int main() {
  uint64_t hash = 0xCBF29CE484222325u;
  // Positive floats of every binade.
  for (uint32_t bits = 0; bits < 0x7F800000u; bits += 10007) {
    float x;
    std::memcpy(&x, &bits, sizeof(x));
    hash = add(hash, mlir::fp8::numerics::log10F32(x));
    hash = add(hash, mlir::fp8::numerics::powF32(x, 1.7f));
  }
  std::printf("%016llx\n", static_cast<unsigned long long>(hash));
  return 0;
}
