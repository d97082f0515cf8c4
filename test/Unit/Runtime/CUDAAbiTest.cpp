//===- CUDAAbiTest.cpp - Our declarations against NVIDIA's ----------------===//
//
// If a CUDA Toolkit is installed, its headers check the functions, structs
// and constants that the runtime declares for itself.
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Runtime/CUDA/CublasLt.h"

#include "gtest/gtest.h"

#if __has_include(<cuda.h>) && __has_include(<cublasLt.h>)
#include <cublasLt.h>
#include <cuda.h>

#include <cstddef>
#include <type_traits>

using namespace fp8rt::cuda;

namespace {

/// Types of the library as the runtime writes them: enumerations are integers,
/// and handles of cuBLASLt are pointers.
template <typename T, typename = void>
struct Plain {
  using type = T;
};
template <typename T>
struct Plain<T, std::enable_if_t<std::is_enum_v<T>>> {
  using type = int;
};
template <typename T>
struct Plain<T *, std::enable_if_t<std::is_enum_v<T>>> {
  using type = int *;
};
#define FP8_SAME(from, to)                                                     \
  template <>                                                                  \
  struct Plain<from> {                                                         \
    using type = to;                                                           \
  }
FP8_SAME(cublasLtHandle_t, void *);
FP8_SAME(cublasLtHandle_t *, void **);
FP8_SAME(cublasLtMatmulDesc_t, void *);
FP8_SAME(cublasLtMatmulDesc_t *, void **);
FP8_SAME(cublasLtMatrixLayout_t, void *);
FP8_SAME(cublasLtMatrixLayout_t *, void **);
FP8_SAME(cublasLtMatmulPreference_t, void *);
FP8_SAME(cublasLtMatmulPreference_t *, void **);
FP8_SAME(const cublasLtMatmulAlgo_t *, const BlasAlgorithm *);
FP8_SAME(cublasLtMatmulHeuristicResult_t *, BlasHeuristic *);
FP8_SAME(const CUDA_MEMCPY2D *, const Copy2D *);
#undef FP8_SAME

template <typename Result, typename... Arguments>
auto plain(Result (*)(Arguments...)) ->
    typename Plain<Result>::type (*)(typename Plain<Arguments>::type...);

// Only types of the headers are compared. Nothing is linked.
template <typename Ours, typename Theirs>
constexpr bool areSame =
    std::is_same_v<Ours, decltype(plain(std::declval<Theirs>()))>;

#define FP8_CHECK(member, symbol, ...)                                         \
  static_assert(areSame<decltype(Driver::member), decltype(&symbol)>, #symbol);
FP8RT_CUDA_DRIVER_FUNCTIONS(FP8_CHECK)
#undef FP8_CHECK
#define FP8_CHECK(member, symbol, ...)                                         \
  static_assert(areSame<decltype(CublasLt::member), decltype(&symbol)>,        \
                #symbol);
FP8RT_CUBLASLT_FUNCTIONS(FP8_CHECK)
#undef FP8_CHECK

static_assert(sizeof(Copy2D) == sizeof(CUDA_MEMCPY2D));
static_assert(offsetof(Copy2D, srcDevice) ==
              offsetof(CUDA_MEMCPY2D, srcDevice));
static_assert(offsetof(Copy2D, srcPitch) == offsetof(CUDA_MEMCPY2D, srcPitch));
static_assert(offsetof(Copy2D, dstType) ==
              offsetof(CUDA_MEMCPY2D, dstMemoryType));
static_assert(offsetof(Copy2D, dstDevice) ==
              offsetof(CUDA_MEMCPY2D, dstDevice));
static_assert(offsetof(Copy2D, height) == offsetof(CUDA_MEMCPY2D, Height));
static_assert(sizeof(BlasAlgorithm) == sizeof(cublasLtMatmulAlgo_t));
static_assert(sizeof(BlasHeuristic) == sizeof(cublasLtMatmulHeuristicResult_t));
static_assert(offsetof(BlasHeuristic, workspaceBytes) ==
              offsetof(cublasLtMatmulHeuristicResult_t, workspaceSize));
static_assert(offsetof(BlasHeuristic, state) ==
              offsetof(cublasLtMatmulHeuristicResult_t, state));

TEST(CUDAAbi, Constants) {
  EXPECT_EQ(errorOutOfMemory, CUDA_ERROR_OUT_OF_MEMORY);
  EXPECT_EQ(errorNotReady, CUDA_ERROR_NOT_READY);
  EXPECT_EQ(attributeMajor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
  EXPECT_EQ(attributeMinor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  EXPECT_EQ(attributeCacheBytes, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
  EXPECT_EQ(streamNonBlocking, unsigned{CU_STREAM_NON_BLOCKING});
  EXPECT_EQ(eventDisableTiming, unsigned{CU_EVENT_DISABLE_TIMING});
  EXPECT_EQ(eventRecordExternal, unsigned{CU_EVENT_RECORD_EXTERNAL});
  EXPECT_EQ(captureRelaxed, CU_STREAM_CAPTURE_MODE_RELAXED);
  EXPECT_EQ(memoryDevice, CU_MEMORYTYPE_DEVICE);
  EXPECT_EQ(jitErrorLog, CU_JIT_ERROR_LOG_BUFFER);
  EXPECT_EQ(jitErrorLogBytes, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
  EXPECT_EQ(typeF32, CUDA_R_32F);
  EXPECT_EQ(typeBF16, CUDA_R_16BF);
  EXPECT_EQ(typeE4M3, CUDA_R_8F_E4M3);
  EXPECT_EQ(typeE5M2, CUDA_R_8F_E5M2);
  EXPECT_EQ(computeF32, CUBLAS_COMPUTE_32F);
  EXPECT_EQ(computeTF32, CUBLAS_COMPUTE_32F_FAST_TF32);
  EXPECT_EQ(operationN, CUBLAS_OP_N);
  EXPECT_EQ(operationT, CUBLAS_OP_T);
  EXPECT_EQ(descTransA, CUBLASLT_MATMUL_DESC_TRANSA);
  EXPECT_EQ(descTransB, CUBLASLT_MATMUL_DESC_TRANSB);
  EXPECT_EQ(descEpilogue, CUBLASLT_MATMUL_DESC_EPILOGUE);
  EXPECT_EQ(descBiasPointer, CUBLASLT_MATMUL_DESC_BIAS_POINTER);
  EXPECT_EQ(descBiasType, CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE);
  EXPECT_EQ(epilogueNone, uint32_t{CUBLASLT_EPILOGUE_DEFAULT});
  EXPECT_EQ(epilogueRelu, uint32_t{CUBLASLT_EPILOGUE_RELU});
  EXPECT_EQ(epilogueBias, uint32_t{CUBLASLT_EPILOGUE_BIAS});
  EXPECT_EQ(epilogueBias | epilogueRelu, uint32_t{CUBLASLT_EPILOGUE_RELU_BIAS});
  EXPECT_EQ(descScaleA, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER);
  EXPECT_EQ(descScaleModeA, CUBLASLT_MATMUL_DESC_A_SCALE_MODE);
  EXPECT_EQ(descScaleModeB, CUBLASLT_MATMUL_DESC_B_SCALE_MODE);
  EXPECT_EQ(scaleOfTensor, CUBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F);
  EXPECT_EQ(scaleOfMX, CUBLASLT_MATMUL_MATRIX_SCALE_VEC32_UE8M0);
  EXPECT_EQ(scaleOf1x128, CUBLASLT_MATMUL_MATRIX_SCALE_VEC128_32F);
  EXPECT_EQ(scaleOf128x128, CUBLASLT_MATMUL_MATRIX_SCALE_BLK128x128_32F);
  EXPECT_EQ(descScaleB, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER);
  EXPECT_EQ(descFastAccumulation, CUBLASLT_MATMUL_DESC_FAST_ACCUM);
  EXPECT_EQ(layoutBatchCount, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT);
  EXPECT_EQ(layoutBatchStride, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET);
  EXPECT_EQ(preferenceWorkspace, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES);
  EXPECT_EQ(preferenceReductions, CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK);
  EXPECT_EQ(reductionInComputeType,
            uint32_t{CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE});
  EXPECT_EQ(preferenceAlignmentA, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES);
  EXPECT_EQ(preferenceAlignmentD, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES);
}

} // namespace

#else

TEST(CUDAAbi, Constants) { GTEST_SKIP() << "no CUDA Toolkit to compare with"; }

#endif
