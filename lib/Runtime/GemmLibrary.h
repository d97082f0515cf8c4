//===- GemmLibrary.h - matmul library of the machine ------------*- C++ -*-===//
//
// oneDNN or else OpenBLAS, opened at the first use. Each call computes one tile
// on one thread. With the library's own threads in addition to ours, matmuls
// with a few hundred rows were up to a hundred times slower on a machine that
// was not idle (see docs/Runtime.md). The library's order of summation depends
// on which operands are transposed, so no operand is passed as transposed.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_RUNTIME_GEMMLIBRARY_H
#define FP8_LIB_RUNTIME_GEMMLIBRARY_H

#include "MatrixRef.h"
#include "OneDNNMatmul.h"
#include "fp8/Runtime/fp8rt.h"

#include <cstdint>
#include <memory>

namespace fp8rt {

class GemmLibrary {
public:
  /// Returns the library of this process. Fails, with a message that starts
  /// with `function`, if there is no library, or if the user named a library
  /// that cannot be used.
  static fp8rt_status get(const char *function, const GemmLibrary *&library);

  /// Returns true if bf16 matmuls on this CPU are fast.
  bool hasBF16() const { return amxMatmul || bf16Gemm; }
  const char *name(bool bf16) const;

  /// Returns the largest k and stride that multiply() accepts.
  int64_t maxExtent() const { return f32Gemm ? INT64_MAX : INT32_MAX; }

  /// Computes out = alpha lhs rhs + beta out; lhs is m x k, and m, n and k are
  /// positive. Returns 0, or the error code of the library for report().
  int multiply(int64_t m, int64_t n, int64_t k, float alpha,
               MatrixRef<const float> lhs, MatrixRef<const float> rhs,
               float beta, MatrixRef<float> out) const;
  int multiply(int64_t m, int64_t n, int64_t k, float alpha,
               MatrixRef<const uint16_t> lhs, MatrixRef<const uint16_t> rhs,
               float beta, MatrixRef<float> out) const;

  /// Reports the error code `refusal` of an (m x k) by (k x n) matmul.
  fp8rt_status report(const char *function, int refusal, int64_t m, int64_t n,
                      int64_t k) const;

private:
  fp8rt_status open(const char *function);
  fp8rt_status openOneDNN(const char *function);
  fp8rt_status openOpenBLAS(const char *function);
  void chooseBF16(const Library &library);
  bool checkBF16() const;

  template <typename T>
  using OneDNNGemm = int (*)(char, char, int64_t, int64_t, int64_t, float,
                             const T *, int64_t, const T *, int64_t, float,
                             float *, int64_t);
  using CblasGemm = void (*)(int, int, int, int, int, int, float, const float *,
                             int, const float *, int, float, float *, int);

  /// Sets the number of threads of the library's OpenMP runtime to 1.
  class OneThread;

  OneDNNGemm<float> f32Gemm = nullptr;
  OneDNNGemm<uint16_t> bf16Gemm = nullptr;
  /// Takes the place of `bf16Gemm` on CPUs with AMX.
  std::shared_ptr<OneDNNMatmul> amxMatmul;
  CblasGemm cblasGemm = nullptr;
  const char *(*getStatusName)(int) = nullptr;
  int (*ompGetMaxThreads)() = nullptr;
  void (*ompSetNumThreads)(int) = nullptr;
};

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_GEMMLIBRARY_H
