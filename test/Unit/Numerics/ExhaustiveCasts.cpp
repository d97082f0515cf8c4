//===- ExhaustiveCasts.cpp - All 2^32 floats against CUDA's casts ---------===//
//
// fp8-exhaustive-casts: prints the number of floats that e4m3 or e5m2 encodes
// differently from CUDA's host conversion, and fails if there are any.
//
//===----------------------------------------------------------------------===//

#include "fp8/Numerics/Formats.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <cuda_fp8.h>
#include <thread>

using namespace mlir::fp8::numerics;

namespace {

struct Mismatches {
  uint64_t e4m3 = 0;
  uint64_t e5m2 = 0;
};

Mismatches compare(uint64_t begin, uint64_t end) {
  Mismatches mismatches;
  for (uint64_t bits = begin; bits < end; ++bits) {
    float value = floatOf(static_cast<uint32_t>(bits));
    mismatches.e4m3 += encode(value, e4m3) !=
                       __nv_cvt_float_to_fp8(value, __NV_SATFINITE, __NV_E4M3);
    mismatches.e5m2 += encode(value, e5m2) !=
                       __nv_cvt_float_to_fp8(value, __NV_SATFINITE, __NV_E5M2);
  }
  return mismatches;
}

} // namespace

int main() {
  auto start = std::chrono::steady_clock::now();
  constexpr uint64_t half = uint64_t(1) << 31;
  // Half of the floats, all negative ones, go to the other thread.
  std::array<Mismatches, 2> parts;
  std::thread other([&] { parts[1] = compare(half, 2 * half); });
  parts[0] = compare(0, half);
  other.join();
  uint64_t e4m3Total = parts[0].e4m3 + parts[1].e4m3;
  uint64_t e5m2Total = parts[0].e5m2 + parts[1].e5m2;
  std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  std::printf("2^32 floats, 2 threads, %.1f s: %llu mismatches e4m3, %llu "
              "mismatches e5m2\n",
              seconds.count(), static_cast<unsigned long long>(e4m3Total),
              static_cast<unsigned long long>(e5m2Total));
  return e4m3Total + e5m2Total == 0 ? 0 : 1;
}
