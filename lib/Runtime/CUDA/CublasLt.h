//===- CublasLt.h - interface of cuBLASLt -----------------------*- C++ -*-===//
//
// The part of libcublasLt that this library uses, declared here for the reasons
// given in Driver.h.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_RUNTIME_CUDA_CUBLASLT_H
#define FP8_LIB_RUNTIME_CUDA_CUBLASLT_H

#include "Driver.h"

namespace fp8rt::cuda {

/// cublasStatus_t.
using BlasStatus = int;

/// Handles and descriptors are opaque pointers.
using BlasHandle = void *;
using BlasDesc = void *;
using BlasLayout = void *;
using BlasPreference = void *;

constexpr int typeF32 = 0, typeBF16 = 14, typeE4M3 = 28, typeE5M2 = 29;
constexpr int computeF32 = 68, computeTF32 = 77;
constexpr int operationN = 0, operationT = 1;

constexpr int descTransA = 3, descTransB = 4, descEpilogue = 7,
              descBiasPointer = 8, descScaleA = 17, descScaleB = 18,
              descFastAccumulation = 25, descBiasType = 26, descScaleModeA = 31,
              descScaleModeB = 32;
/// Values of cublasLtEpilogue_t. The value for relu with bias is their union.
constexpr uint32_t epilogueNone = 1, epilogueRelu = 2, epilogueBias = 4;
constexpr int32_t scaleOfTensor = 0, scaleOfMX = 2, scaleOf1x128 = 4,
                  scaleOf128x128 = 5;
constexpr int layoutBatchCount = 5, layoutBatchStride = 6, layoutBatchMode = 8;
constexpr uint32_t batchByPointers = 1;
constexpr int preferenceWorkspace = 1, preferenceAlignmentA = 5,
              preferenceAlignmentB = 6, preferenceAlignmentC = 7,
              preferenceAlignmentD = 8;
/// Permits every scheme of adding partial sums. The next constant restricts it
/// to the compute type.
constexpr int preferenceReductions = 3;
constexpr uint32_t reductionInComputeType = 2;

/// cublasLtMatmulAlgo_t.
struct BlasAlgorithm {
  uint64_t data[8];
};

/// cublasLtMatmulHeuristicResult_t.
struct BlasHeuristic {
  BlasAlgorithm algorithm;
  size_t workspaceBytes;
  BlasStatus state;
  float waves;
  int reserved[4];
};

// clang-format off
#define FP8RT_CUBLASLT_FUNCTIONS(F)                                            \
  F(getStatusName, cublasLtGetStatusName, const char *, BlasStatus)            \
  F(create, cublasLtCreate, BlasStatus, BlasHandle *)                          \
  F(destroy, cublasLtDestroy, BlasStatus, BlasHandle)                          \
  F(descCreate, cublasLtMatmulDescCreate, BlasStatus, BlasDesc *, int, int)    \
  F(descDestroy, cublasLtMatmulDescDestroy, BlasStatus, BlasDesc)              \
  F(descSet, cublasLtMatmulDescSetAttribute, BlasStatus, BlasDesc, int,        \
    const void *, size_t)                                                      \
  F(layoutCreate, cublasLtMatrixLayoutCreate, BlasStatus, BlasLayout *, int,   \
    uint64_t, uint64_t, int64_t)                                               \
  F(layoutDestroy, cublasLtMatrixLayoutDestroy, BlasStatus, BlasLayout)        \
  F(layoutSet, cublasLtMatrixLayoutSetAttribute, BlasStatus, BlasLayout, int,  \
    const void *, size_t)                                                      \
  F(preferenceCreate, cublasLtMatmulPreferenceCreate, BlasStatus,              \
    BlasPreference *)                                                          \
  F(preferenceDestroy, cublasLtMatmulPreferenceDestroy, BlasStatus,            \
    BlasPreference)                                                            \
  F(preferenceSet, cublasLtMatmulPreferenceSetAttribute, BlasStatus,           \
    BlasPreference, int, const void *, size_t)                                 \
  F(getHeuristic, cublasLtMatmulAlgoGetHeuristic, BlasStatus, BlasHandle,      \
    BlasDesc, BlasLayout, BlasLayout, BlasLayout, BlasLayout, BlasPreference,  \
    int, BlasHeuristic *, int *)                                               \
  F(getVersion, cublasLtGetVersion, size_t)                                    \
  F(checkAlgorithm, cublasLtMatmulAlgoCheck, BlasStatus, BlasHandle, BlasDesc, \
    BlasLayout, BlasLayout, BlasLayout, BlasLayout, const BlasAlgorithm *,     \
    BlasHeuristic *)                                                           \
  F(matmul, cublasLtMatmul, BlasStatus, BlasHandle, BlasDesc, const void *,    \
    const void *, BlasLayout, const void *, BlasLayout, const void *,          \
    const void *, BlasLayout, void *, BlasLayout, const BlasAlgorithm *,       \
    void *, size_t, CUstream_st *)
// clang-format on

/// The functions of an opened library, and its handle.
struct CublasLt {
  /// Opens `path`. If it is null, opens the library of this machine: first the
  /// version of the driver's CUDA, then the other one. Requires a current
  /// context.
  static fp8rt_status open(const char *function, const char *path,
                           int driverVersion, CublasLt &library);

  fp8rt_status check(const char *function, const char *call,
                     BlasStatus status) const;

  BlasHandle handle = nullptr;
#define FP8RT_DECLARE(member, symbol, result, ...)                             \
  result (*member)(__VA_ARGS__) = nullptr;
  FP8RT_CUBLASLT_FUNCTIONS(FP8RT_DECLARE)
#undef FP8RT_DECLARE
};

} // namespace fp8rt::cuda

#endif // FP8_LIB_RUNTIME_CUDA_CUBLASLT_H
