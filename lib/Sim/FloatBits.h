//===- FloatBits.h - special floats as bits ---------------------*- C++ -*-===//
#ifndef FP8_SIM_FLOATBITS_H
#define FP8_SIM_FLOATBITS_H

#include <cstdint>

namespace fp8sim {

/// All bits of a float but the sign.
inline constexpr uint32_t kAbs = 0x7fffffff;
inline constexpr uint32_t kInfinity = 0x7f800000;
/// The NaN that instructions of PTX return.
inline constexpr uint32_t kNaN = 0x7fffffff;

} // namespace fp8sim

#endif // FP8_SIM_FLOATBITS_H
