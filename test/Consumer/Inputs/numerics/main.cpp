//===- main.cpp - a program that computes with fp8's numerics -------------===//
//
// Prints a hash of the bits of elementary functions over a range.
//
//===----------------------------------------------------------------------===//

#include "fp8/Numerics/Math.h"

#include <cstdio>
#include <cstring>

int main() {
  using namespace mlir::fp8::numerics;
  uint64_t hash = 1469598103934665603u;
  auto add = [&](float value) {
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    hash = (hash ^ bits) * 1099511628211u;
  };
  for (int i = 1; i < 200000; ++i) {
    float x = static_cast<float>(i) * 0x1p-14f;
    add(tanhF32(x));
    add(logF32(x));
    add(powF32(x, 1.7f));
  }
  std::printf("%016llx\n", static_cast<unsigned long long>(hash));
}
