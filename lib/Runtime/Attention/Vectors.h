//===- Vectors.h - loops compiled for several vector widths -----*- C++ -*-===//
//
// The runtime is compiled for the oldest CPU of its architecture. Loops over
// rows are also compiled for wider vectors; the features of the CPU select a
// version at run time. All versions compute the same bits: contraction is off,
// and `fma` is an operation of its own.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_RUNTIME_ATTENTION_VECTORS_H
#define FP8_LIB_RUNTIME_ATTENTION_VECTORS_H

/// Marks a function for runWidest().
#define FP8RT_WIDENED [[gnu::always_inline]] static inline

namespace fp8rt {

#if defined(__x86_64__)
enum class VectorLevel { Baseline, AVX2, AVX512 };

inline VectorLevel findVectorLevel() {
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    return VectorLevel::AVX512;
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")
             ? VectorLevel::AVX2
             : VectorLevel::Baseline;
}

template <auto function, typename... Args>
[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]] void
runAVX512(Args... args) {
  function(args...);
}

template <auto function, typename... Args>
[[gnu::target("avx2,fma")]] void runAVX2(Args... args) {
  function(args...);
}

/// Calls `function`, which is FP8RT_WIDENED, with the widest vectors of this
/// CPU.
template <auto function, typename... Args>
void runWidest(Args... args) {
  static const VectorLevel level = findVectorLevel();
  if (level == VectorLevel::AVX512)
    runAVX512<function>(args...);
  else if (level == VectorLevel::AVX2)
    runAVX2<function>(args...);
  else
    function(args...);
}
#else
template <auto function, typename... Args>
void runWidest(Args... args) {
  function(args...);
}
#endif

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_ATTENTION_VECTORS_H
