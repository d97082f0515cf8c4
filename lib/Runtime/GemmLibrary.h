//===- GemmLibrary.h - The machine's matrix product -------------*- C++ -*-===//
//
// oneDNN, else OpenBLAS, opened when first needed. Both are called for one tile
// on one thread: their own threads, beside ours, made products of a few hundred
// rows up to a hundred times slower on a machine that was not idle (see
// docs/Runtime.md). The order in which they add terms depends on which operands
// are transposed, so none is.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_RUNTIME_GEMMLIBRARY_H
#define FP8_LIB_RUNTIME_GEMMLIBRARY_H

#include "fp8/Runtime/fp8rt.h"

#include <cstdint>

namespace fp8rt {

/// A row-major matrix of T.
template <typename T>
struct MatrixRef {
  T *data;
  /// The distance between two rows, in elements.
  int64_t stride;
};

class GemmLibrary {
public:
  /// The library of this process. Fails, with an error that starts with
  /// `function`, if there is none, or if one is named that cannot be used.
  static fp8rt_status get(const char *function, const GemmLibrary *&library);

  /// Products of bf16 on this CPU are worth it.
  bool hasBF16() const { return bf16Gemm != nullptr; }
  const char *name(bool bf16) const;

  /// The largest k and stride that multiply() takes.
  int64_t maxExtent() const { return f32Gemm ? INT64_MAX : INT32_MAX; }

  /// out = alpha lhs rhs + beta out; lhs is m x k, m, n and k are positive.
  /// Anything but 0 is the library's refusal, for report().
  int multiply(int64_t m, int64_t n, int64_t k, float alpha,
               MatrixRef<const float> lhs, MatrixRef<const float> rhs,
               float beta, MatrixRef<float> out) const;
  int multiply(int64_t m, int64_t n, int64_t k, float alpha,
               MatrixRef<const uint16_t> lhs, MatrixRef<const uint16_t> rhs,
               float beta, MatrixRef<float> out) const;

  /// Fails for `refusal` of a product of m x k by k x n.
  fp8rt_status report(const char *function, int refusal, int64_t m, int64_t n,
                      int64_t k) const;

private:
  fp8rt_status open(const char *function);
  fp8rt_status openOneDNN(const char *function);
  fp8rt_status openOpenBLAS(const char *function);
  bool checkBF16() const;

  template <typename T>
  using OneDNNGemm = int (*)(char, char, int64_t, int64_t, int64_t, float,
                             const T *, int64_t, const T *, int64_t, float,
                             float *, int64_t);
  using CblasGemm = void (*)(int, int, int, int, int, int, float, const float *,
                             int, const float *, int, float, float *, int);

  /// Makes an OpenMP runtime of the library leave this thread alone.
  class OneThread;

  OneDNNGemm<float> f32Gemm = nullptr;
  OneDNNGemm<uint16_t> bf16Gemm = nullptr;
  CblasGemm cblasGemm = nullptr;
  const char *(*getStatusName)(int) = nullptr;
  int (*ompGetMaxThreads)() = nullptr;
  void (*ompSetNumThreads)(int) = nullptr;
};

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_GEMMLIBRARY_H
