//===- OneDNNMatmul.h - bf16 matmuls of oneDNN by AMX -----------*- C++ -*-===//
//
// oneDNN's matmul primitive uses the matrix unit (AMX) of a CPU at its full
// speed, which the library's function for bf16 GEMM does not. Versions 2 and 3
// of the library describe matrices in different ways. For matrices with gaps
// between their rows, version 2 has a slower primitive, which sums in another
// order; such matrices are copied, so that the bits depend on the extents only.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_RUNTIME_ONEDNNMATMUL_H
#define FP8_LIB_RUNTIME_ONEDNNMATMUL_H

#include "Library.h"
#include "MatrixRef.h"

#include <memory>

namespace fp8rt {

class OneDNNMatmul {
public:
  virtual ~OneDNNMatmul() = default;

  /// Returns null if the library has no such matmul, or if it would not use
  /// AMX on this CPU.
  static std::shared_ptr<OneDNNMatmul> create(const Library &library);

  /// Computes out = alpha lhs rhs + beta out; lhs is m x k, and m, n and k are
  /// positive. Returns 0, or the error code of the library. Several threads may
  /// call this at once.
  virtual int multiply(int64_t m, int64_t n, int64_t k, float alpha,
                       MatrixRef<const uint16_t> lhs,
                       MatrixRef<const uint16_t> rhs, float beta,
                       MatrixRef<float> out) = 0;
};

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_ONEDNNMATMUL_H
