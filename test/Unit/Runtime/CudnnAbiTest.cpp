//===- CudnnAbiTest.cpp - our declarations against cuDNN's ----------------===//
//
// If the headers of cuDNN are installed, with a CUDA Toolkit, they check the
// functions and constants that the runtime declares for itself.
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Runtime/CUDA/Cudnn.h"

#include "gtest/gtest.h"

#if __has_include(<cuda_runtime.h>) && __has_include(<cudnn.h>)
#include <cudnn.h>

#include <type_traits>

namespace ours = fp8rt::cuda;

namespace {

/// Types of the library as the runtime writes them: enumerations are integers,
/// and handles are pointers.
template <typename T, typename = void>
struct Plain {
  using type = T;
};
template <typename T>
struct Plain<T, std::enable_if_t<std::is_enum_v<T>>> {
  using type = int;
};
#define FP8_SAME(from, to)                                                     \
  template <>                                                                  \
  struct Plain<from> {                                                         \
    using type = to;                                                           \
  }
FP8_SAME(cudnnHandle_t, void *);
FP8_SAME(cudnnHandle_t *, void **);
FP8_SAME(cudnnBackendDescriptor_t *, void **);
#undef FP8_SAME

template <typename Result, typename... Arguments>
auto plain(Result (*)(Arguments...)) ->
    typename Plain<Result>::type (*)(typename Plain<Arguments>::type...);

// Typed by the headers alone: nothing is linked.
template <typename Ours, typename Theirs>
constexpr bool areSame =
    std::is_same_v<Ours, decltype(plain(std::declval<Theirs>()))>;

#define FP8_CHECK(member, symbol, ...)                                         \
  static_assert(areSame<decltype(ours::Cudnn::member), decltype(&::symbol)>,   \
                #symbol);
FP8RT_CUDNN_FUNCTIONS(FP8_CHECK)
#undef FP8_CHECK

TEST(CudnnAbi, StatusAndTypes) {
  EXPECT_EQ(0, CUDNN_STATUS_SUCCESS);
  EXPECT_EQ(ours::dnnNotSupported, CUDNN_STATUS_NOT_SUPPORTED);
  EXPECT_EQ(ours::dnnPrerequisiteMissing,
            CUDNN_STATUS_NOT_SUPPORTED_RUNTIME_PREREQUISITE_MISSING);
  EXPECT_EQ(ours::dnnInternalError, CUDNN_STATUS_INTERNAL_ERROR);
  EXPECT_EQ(ours::dnnHostMemory,
            CUDNN_STATUS_INTERNAL_ERROR_HOST_ALLOCATION_FAILED);
  EXPECT_EQ(ours::dnnDeviceMemory,
            CUDNN_STATUS_INTERNAL_ERROR_DEVICE_ALLOCATION_FAILED);
  EXPECT_EQ(ours::dnnF32, CUDNN_DATA_FLOAT);
  EXPECT_EQ(ours::dnnInt32, CUDNN_DATA_INT32);
  EXPECT_EQ(ours::dnnBF16, CUDNN_DATA_BFLOAT16);
  EXPECT_EQ(ours::dnnBool, CUDNN_DATA_BOOLEAN);
  EXPECT_EQ(ours::dnnOfHandle, CUDNN_TYPE_HANDLE);
  EXPECT_EQ(ours::dnnOfDataType, CUDNN_TYPE_DATA_TYPE);
  EXPECT_EQ(ours::dnnOfBool, CUDNN_TYPE_BOOLEAN);
  EXPECT_EQ(ours::dnnOfInt64, CUDNN_TYPE_INT64);
  EXPECT_EQ(ours::dnnOfPointer, CUDNN_TYPE_VOID_PTR);
  EXPECT_EQ(ours::dnnOfHeuristic, CUDNN_TYPE_HEUR_MODE);
  EXPECT_EQ(ours::dnnOfNote, CUDNN_TYPE_NUMERICAL_NOTE);
  EXPECT_EQ(ours::dnnOfPointwiseMode, CUDNN_TYPE_POINTWISE_MODE);
  EXPECT_EQ(ours::dnnOfDesc, CUDNN_TYPE_BACKEND_DESCRIPTOR);
  EXPECT_EQ(ours::dnnOfReduction, CUDNN_TYPE_REDUCTION_OPERATOR_TYPE);
  EXPECT_EQ(ours::dnnOfChar, CUDNN_TYPE_CHAR);
}

TEST(CudnnAbi, Descriptors) {
  EXPECT_EQ(ours::dnnPointwise, CUDNN_BACKEND_POINTWISE_DESCRIPTOR);
  EXPECT_EQ(ours::dnnEngine, CUDNN_BACKEND_ENGINE_DESCRIPTOR);
  EXPECT_EQ(ours::dnnEngineConfig, CUDNN_BACKEND_ENGINECFG_DESCRIPTOR);
  EXPECT_EQ(ours::dnnHeuristics, CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR);
  EXPECT_EQ(ours::dnnPlan, CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR);
  EXPECT_EQ(ours::dnnPointwiseOp, CUDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR);
  EXPECT_EQ(ours::dnnOpGraph, CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR);
  EXPECT_EQ(ours::dnnVariantPack, CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR);
  EXPECT_EQ(ours::dnnTensor, CUDNN_BACKEND_TENSOR_DESCRIPTOR);
  EXPECT_EQ(ours::dnnMatmul, CUDNN_BACKEND_MATMUL_DESCRIPTOR);
  EXPECT_EQ(ours::dnnMatmulOp, CUDNN_BACKEND_OPERATION_MATMUL_DESCRIPTOR);
  EXPECT_EQ(ours::dnnReduction, CUDNN_BACKEND_REDUCTION_DESCRIPTOR);
  EXPECT_EQ(ours::dnnReductionOp, CUDNN_BACKEND_OPERATION_REDUCTION_DESCRIPTOR);
  EXPECT_EQ(ours::dnnReshapeOp, CUDNN_BACKEND_OPERATION_RESHAPE_DESCRIPTOR);
  EXPECT_EQ(ours::dnnDevice, CUDNN_BACKEND_DEVICEPROP_DESCRIPTOR);
}

TEST(CudnnAbi, Attributes) {
  EXPECT_EQ(ours::dnnPointwiseMode, CUDNN_ATTR_POINTWISE_MODE);
  EXPECT_EQ(ours::dnnPointwiseType, CUDNN_ATTR_POINTWISE_MATH_PREC);
  EXPECT_EQ(ours::dnnPointwiseAxis, CUDNN_ATTR_POINTWISE_AXIS);
  EXPECT_EQ(ours::dnnHeuristicsMode, CUDNN_ATTR_ENGINEHEUR_MODE);
  EXPECT_EQ(ours::dnnHeuristicsGraph, CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH);
  EXPECT_EQ(ours::dnnHeuristicsResults, CUDNN_ATTR_ENGINEHEUR_RESULTS);
  EXPECT_EQ(ours::dnnHeuristicsDevice, CUDNN_ATTR_ENGINEHEUR_DEVICEPROP);
  EXPECT_EQ(ours::dnnConfigEngine, CUDNN_ATTR_ENGINECFG_ENGINE);
  EXPECT_EQ(ours::dnnPlanHandle, CUDNN_ATTR_EXECUTION_PLAN_HANDLE);
  EXPECT_EQ(ours::dnnPlanConfig, CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG);
  EXPECT_EQ(ours::dnnPlanWorkspace, CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE);
  EXPECT_EQ(ours::dnnPlanDevice, CUDNN_ATTR_EXECUTION_PLAN_DEVICEPROP);
  EXPECT_EQ(ours::dnnPointwiseOpMode,
            CUDNN_ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR);
  EXPECT_EQ(ours::dnnPointwiseOpX, CUDNN_ATTR_OPERATION_POINTWISE_XDESC);
  EXPECT_EQ(ours::dnnPointwiseOpB, CUDNN_ATTR_OPERATION_POINTWISE_BDESC);
  EXPECT_EQ(ours::dnnPointwiseOpY, CUDNN_ATTR_OPERATION_POINTWISE_YDESC);
  EXPECT_EQ(ours::dnnPointwiseOpT, CUDNN_ATTR_OPERATION_POINTWISE_TDESC);
  EXPECT_EQ(ours::dnnGraphHandle, CUDNN_ATTR_OPERATIONGRAPH_HANDLE);
  EXPECT_EQ(ours::dnnGraphOps, CUDNN_ATTR_OPERATIONGRAPH_OPS);
  EXPECT_EQ(ours::dnnTensorAlignment, CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT);
  EXPECT_EQ(ours::dnnTensorType, CUDNN_ATTR_TENSOR_DATA_TYPE);
  EXPECT_EQ(ours::dnnTensorExtents, CUDNN_ATTR_TENSOR_DIMENSIONS);
  EXPECT_EQ(ours::dnnTensorStrides, CUDNN_ATTR_TENSOR_STRIDES);
  EXPECT_EQ(ours::dnnTensorNumber, CUDNN_ATTR_TENSOR_UNIQUE_ID);
  EXPECT_EQ(ours::dnnTensorIsVirtual, CUDNN_ATTR_TENSOR_IS_VIRTUAL);
  EXPECT_EQ(ours::dnnTensorIsByValue, CUDNN_ATTR_TENSOR_IS_BY_VALUE);
  EXPECT_EQ(ours::dnnPackNumbers, CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS);
  EXPECT_EQ(ours::dnnPackPointers, CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS);
  EXPECT_EQ(ours::dnnPackWorkspace, CUDNN_ATTR_VARIANT_PACK_WORKSPACE);
  EXPECT_EQ(ours::dnnEngineNotes, CUDNN_ATTR_ENGINE_NUMERICAL_NOTE);
  EXPECT_EQ(ours::dnnMatmulType, CUDNN_ATTR_MATMUL_COMP_TYPE);
  EXPECT_EQ(ours::dnnMatmulOpA, CUDNN_ATTR_OPERATION_MATMUL_ADESC);
  EXPECT_EQ(ours::dnnMatmulOpB, CUDNN_ATTR_OPERATION_MATMUL_BDESC);
  EXPECT_EQ(ours::dnnMatmulOpC, CUDNN_ATTR_OPERATION_MATMUL_CDESC);
  EXPECT_EQ(ours::dnnMatmulOpMode, CUDNN_ATTR_OPERATION_MATMUL_DESC);
  EXPECT_EQ(ours::dnnReductionOperator, CUDNN_ATTR_REDUCTION_OPERATOR);
  EXPECT_EQ(ours::dnnReductionType, CUDNN_ATTR_REDUCTION_COMP_TYPE);
  EXPECT_EQ(ours::dnnReductionOpX, CUDNN_ATTR_OPERATION_REDUCTION_XDESC);
  EXPECT_EQ(ours::dnnReductionOpY, CUDNN_ATTR_OPERATION_REDUCTION_YDESC);
  EXPECT_EQ(ours::dnnReductionOpMode, CUDNN_ATTR_OPERATION_REDUCTION_DESC);
  EXPECT_EQ(ours::dnnReshapeOpX, CUDNN_ATTR_OPERATION_RESHAPE_XDESC);
  EXPECT_EQ(ours::dnnReshapeOpY, CUDNN_ATTR_OPERATION_RESHAPE_YDESC);
  EXPECT_EQ(ours::dnnDeviceText, CUDNN_ATTR_DEVICEPROP_JSON_REPRESENTATION);
}

TEST(CudnnAbi, Modes) {
  EXPECT_EQ(ours::dnnAdd, CUDNN_POINTWISE_ADD);
  EXPECT_EQ(ours::dnnMul, CUDNN_POINTWISE_MUL);
  EXPECT_EQ(ours::dnnDiv, CUDNN_POINTWISE_DIV);
  EXPECT_EQ(ours::dnnSub, CUDNN_POINTWISE_SUB);
  EXPECT_EQ(ours::dnnExp, CUDNN_POINTWISE_EXP);
  EXPECT_EQ(ours::dnnLog, CUDNN_POINTWISE_LOG);
  EXPECT_EQ(ours::dnnIdentity, CUDNN_POINTWISE_IDENTITY);
  EXPECT_EQ(ours::dnnGreaterEqual, CUDNN_POINTWISE_CMP_GE);
  EXPECT_EQ(ours::dnnIndex, CUDNN_POINTWISE_GEN_INDEX);
  EXPECT_EQ(ours::dnnSelect, CUDNN_POINTWISE_BINARY_SELECT);
  EXPECT_EQ(ours::dnnSum, CUDNN_REDUCE_TENSOR_ADD);
  EXPECT_EQ(ours::dnnMax, CUDNN_REDUCE_TENSOR_MAX);
  EXPECT_EQ(ours::dnnHeuristicA, CUDNN_HEUR_MODE_A);
  EXPECT_EQ(ours::dnnVaries, CUDNN_NUMERICAL_NOTE_NONDETERMINISTIC);
}

} // namespace

#else

TEST(CudnnAbi, Constants) {
  GTEST_SKIP() << "no cuDNN and CUDA Toolkit to compare with";
}

#endif
