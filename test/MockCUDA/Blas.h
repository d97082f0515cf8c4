//===- Blas.h - Descriptors of the mock of cuBLASLt -------------*- C++ -*-===//

#ifndef FP8_TEST_MOCKCUDA_BLAS_H
#define FP8_TEST_MOCKCUDA_BLAS_H

#include "Machine.h"

#include "../../lib/Runtime/CUDA/CublasLt.h"

namespace mock::blas {

using namespace fp8rt::cuda;
using mock::Address;

enum : BlasStatus { Ok = 0, BadValue = 7, Failed = 13, NotSupported = 15 };

struct Desc {
  int compute = 0;
  int32_t transA = operationN, transB = operationN;
  Address scaleA = 0, scaleB = 0;
  int32_t scaleModeA = scaleOfTensor, scaleModeB = scaleOfTensor;
  int8_t fastSums = 0;
  uint32_t epilogue = epilogueNone;
  Address bias = 0;
  /// -1 until a type is set; then the bias has the type of the result.
  int32_t biasType = -1;

  bool hasBias() const { return (epilogue & epilogueBias) != 0; }
  bool hasRelu() const { return (epilogue & epilogueRelu) != 0; }
};
struct Layout {
  int type = 0;
  uint64_t rows = 0, cols = 0;
  int64_t ld = 0;
  int32_t batchCount = 1;
  int64_t batchStride = 0;
  /// With `batchByPointers`, matrices are addresses in memory of the GPU.
  uint32_t batchMode = 0;

  bool isByPointers() const { return batchMode == batchByPointers; }
  int64_t bytes() const {
    return type == typeF32 ? 4 : type == typeBF16 ? 2 : 1;
  }
  uint64_t size() const {
    int64_t batches = isByPointers() ? 0 : (batchCount - 1) * batchStride;
    return uint64_t(batches + (int64_t(cols) - 1) * ld + int64_t(rows)) *
           uint64_t(bytes());
  }
};
struct Preference {
  uint64_t workspace = 0;
  uint32_t alignment[4] = {256, 256, 256, 256};
  /// A mask of the allowed schemes for adding parts of a sum; all by default.
  uint32_t reductions = 0x7;
};

inline bool isEight(int type) { return type == typeE4M3 || type == typeE5M2; }

inline BlasStatus enter(const char *function, const std::string &arguments) {
  return Machine::get().enter(function, arguments);
}
inline BlasStatus violate(const std::string &what, BlasStatus status) {
  Machine::get().violate(what);
  return status;
}

/// Returns why the library rejects these operands, or null.
const char *findRefusal(const Desc &desc, const Layout &a, const Layout &b,
                        const Layout &d);
std::string describe(const Desc &desc, const Layout &a, const Layout &b,
                     const Layout &d);

} // namespace mock::blas

#endif // FP8_TEST_MOCKCUDA_BLAS_H
