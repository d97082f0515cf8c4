//===- FloatEnv.h - floating-point environment of kernels -------*- C++ -*-===//
//
// A host may have enabled flush-to-zero or another rounding mode: Python
// extensions built with -ffast-math do so for every thread that loads them. A
// new thread inherits the environment of the thread that started it.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_RUNTIME_FLOATENV_H
#define FP8_LIB_RUNTIME_FLOATENV_H

#include <cstdint>

#if defined(__x86_64__)
#include <xmmintrin.h>
#elif !defined(__aarch64__)
#include <cfenv>
#endif

namespace fp8rt {

/// Sets rounding to nearest even, with subnormals enabled and exceptions
/// masked, for the lifetime of the object.
class FloatEnv {
public:
  FloatEnv() {
#if defined(__x86_64__)
    savedMXCSR = _mm_getcsr();
    asm volatile("fnstcw %0" : "=m"(savedX87));
    _mm_setcsr(0x1F80);
    // The default of a new process: 64-bit significand, for the long double of
    // libm.
    const uint16_t defaultX87 = 0x037F;
    asm volatile("fldcw %0" : : "m"(defaultX87));
#elif defined(__aarch64__)
    asm volatile("mrs %0, fpcr" : "=r"(savedFPCR));
    asm volatile("msr fpcr, %0" : : "r"(uint64_t{0}));
#else
    std::fegetenv(&saved);
    std::fesetenv(FE_DFL_ENV);
#endif
  }

  ~FloatEnv() {
#if defined(__x86_64__)
    _mm_setcsr(savedMXCSR);
    asm volatile("fldcw %0" : : "m"(savedX87));
#elif defined(__aarch64__)
    asm volatile("msr fpcr, %0" : : "r"(savedFPCR));
#else
    std::fesetenv(&saved);
#endif
  }

  FloatEnv(const FloatEnv &) = delete;
  FloatEnv &operator=(const FloatEnv &) = delete;

private:
#if defined(__x86_64__)
  uint32_t savedMXCSR;
  uint16_t savedX87;
#elif defined(__aarch64__)
  uint64_t savedFPCR;
#else
  std::fenv_t saved;
#endif
};

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_FLOATENV_H
