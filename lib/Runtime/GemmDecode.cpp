//===- GemmDecode.cpp - decoding of 8-bit codes ---------------------------===//
//
// One branch-free loop that the compiler vectorizes, compiled for each
// generation of vector units. A lookup table in memory is ten times slower.
//
//===----------------------------------------------------------------------===//

#include "GemmDecode.h"

#include <cstring>

using namespace fp8rt;

namespace {
struct E4M3 {
  static constexpr int mantissaBits = 3, bias = 7;
  static constexpr uint32_t infinity = 0x7F, maxFinite = 0x7E;
};
struct E5M2 {
  static constexpr int mantissaBits = 2, bias = 15;
  static constexpr uint32_t infinity = 0x7C, maxFinite = 0x7B;
};
} // namespace

template <typename Format>
[[gnu::always_inline]] static inline uint32_t bitsOf(uint8_t code) {
  const int shift = 23 - Format::mantissaBits;
  uint32_t magnitude = code & 0x7Fu;
  uint32_t normal = (magnitude << shift) + (uint32_t{127 - Format::bias} << 23);
  // A subnormal is a small number of quanta. The multiplication is exact.
  const uint32_t quantum = uint32_t{128 - Format::bias - Format::mantissaBits}
                           << 23;
  float quantumValue, value;
  std::memcpy(&quantumValue, &quantum, sizeof(quantum));
  value = static_cast<float>(static_cast<int32_t>(magnitude)) * quantumValue;
  uint32_t subnormal;
  std::memcpy(&subnormal, &value, sizeof(value));
  uint32_t bits = magnitude >> Format::mantissaBits == 0 ? subnormal : normal;
  bits |= (code & 0x80u) << 24;
  if (Format::infinity != 0x7F)
    bits = magnitude == Format::infinity ? 0x7F800000u | (code & 0x80u) << 24
                                         : bits;
  bool isNaN = magnitude > Format::maxFinite &&
               (Format::infinity == 0x7F || magnitude != Format::infinity);
  return isNaN ? 0x7FC00000u : bits;
}

[[gnu::always_inline]] static inline void store(uint32_t bits, float &target) {
  std::memcpy(&target, &bits, sizeof(bits));
}
[[gnu::always_inline]] static inline void store(uint32_t bits,
                                                uint16_t &target) {
  target = static_cast<uint16_t>(bits >> 16);
}

template <typename Format, typename T>
[[gnu::always_inline]] static inline void
decodeAll(const uint8_t *__restrict codes, int64_t stride, int64_t count,
          T *__restrict target) {
  if (stride == 1)
    for (int64_t i = 0; i < count; ++i)
      store(bitsOf<Format>(codes[i]), target[i]);
  else
    for (int64_t i = 0; i < count; ++i)
      store(bitsOf<Format>(codes[i * stride]), target[i]);
}

template <typename Format, typename T>
static void decodeBase(const uint8_t *codes, int64_t stride, int64_t count,
                       T *target) {
  decodeAll<Format>(codes, stride, count, target);
}

#if defined(__x86_64__)
template <typename Format, typename T>
[[gnu::target("avx2")]] static void
decodeAVX2(const uint8_t *codes, int64_t stride, int64_t count, T *target) {
  decodeAll<Format>(codes, stride, count, target);
}
template <typename Format, typename T>
[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl,prefer-256-bit")]] static void
decodeAVX512(const uint8_t *codes, int64_t stride, int64_t count, T *target) {
  decodeAll<Format>(codes, stride, count, target);
}
#endif

template <typename T>
using Decoder = void (*)(const uint8_t *, int64_t, int64_t, T *);

template <typename Format, typename T>
static Decoder<T> chooseDecoder() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
    return decodeAVX512<Format, T>;
  if (__builtin_cpu_supports("avx2"))
    return decodeAVX2<Format, T>;
#endif
  return decodeBase<Format, T>;
}

template <typename T>
static void decode(int32_t dtype, const uint8_t *codes, int64_t stride,
                   int64_t count, T *target) {
  static const Decoder<T> e4m3 = chooseDecoder<E4M3, T>();
  static const Decoder<T> e5m2 = chooseDecoder<E5M2, T>();
  (dtype == FP8RT_E4M3 ? e4m3 : e5m2)(codes, stride, count, target);
}
void fp8rt::decodeLine(int32_t dtype, const uint8_t *codes, int64_t stride,
                       int64_t count, float *target) {
  decode(dtype, codes, stride, count, target);
}

void fp8rt::decodeLine(int32_t dtype, const uint8_t *codes, int64_t stride,
                       int64_t count, uint16_t *target) {
  decode(dtype, codes, stride, count, target);
}
