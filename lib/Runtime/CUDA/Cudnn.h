//===- Cudnn.h - interface of cuDNN -----------------------------*- C++ -*-===//
//
// The part of libcudnn's graph API that this library uses, declared here for
// the reasons given in Driver.h.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_RUNTIME_CUDA_CUDNN_H
#define FP8_LIB_RUNTIME_CUDA_CUDNN_H

#include "Driver.h"

#include <string>

namespace fp8rt::cuda {

/// cudnnStatus_t. dnnNotSupported is the first of a thousand codes of one kind.
using DnnStatus = int;
constexpr DnnStatus dnnNotSupported = 3000, dnnPrerequisiteMissing = 3008,
                    dnnInternalError = 4000, dnnHostMemory = 4003,
                    dnnDeviceMemory = 4004;

/// Handles and descriptors are opaque pointers.
using DnnHandle = void *;
using DnnDesc = void *;

/// The first version in which NVIDIA lists no wrong results and no invalid
/// accesses of our graphs of attention.
constexpr size_t minDnnVersion = 91501;

/// Returns the text of a version: from 9 on, 90000 is 9.0.0.
std::string nameDnnVersion(size_t version);

/// cudnnDataType_t.
constexpr int dnnF32 = 0, dnnInt32 = 4, dnnBF16 = 9, dnnBool = 11;

/// cudnnBackendDescriptorType_t.
constexpr int dnnPointwise = 0, dnnEngine = 2, dnnEngineConfig = 3,
              dnnHeuristics = 4, dnnPlan = 5, dnnPointwiseOp = 13,
              dnnOpGraph = 15, dnnVariantPack = 16, dnnTensor = 17,
              dnnMatmul = 18, dnnMatmulOp = 19, dnnReduction = 21,
              dnnReductionOp = 22, dnnReshapeOp = 31, dnnDevice = 38;

/// cudnnBackendAttributeType_t.
constexpr int dnnOfHandle = 0, dnnOfDataType = 1, dnnOfBool = 2, dnnOfInt64 = 3,
              dnnOfPointer = 6, dnnOfHeuristic = 8, dnnOfNote = 11,
              dnnOfPointwiseMode = 14, dnnOfDesc = 15, dnnOfReduction = 18,
              dnnOfChar = 24;

/// cudnnBackendAttributeName_t.
constexpr int dnnPointwiseMode = 0, dnnPointwiseType = 1, dnnPointwiseAxis = 9;
constexpr int dnnHeuristicsMode = 200, dnnHeuristicsGraph = 201,
              dnnHeuristicsResults = 202, dnnHeuristicsDevice = 204;
constexpr int dnnConfigEngine = 300;
constexpr int dnnPlanHandle = 400, dnnPlanConfig = 401, dnnPlanWorkspace = 402,
              dnnPlanDevice = 407;
constexpr int dnnPointwiseOpMode = 750, dnnPointwiseOpX = 751,
              dnnPointwiseOpB = 752, dnnPointwiseOpY = 753,
              dnnPointwiseOpT = 758;
constexpr int dnnGraphHandle = 800, dnnGraphOps = 801;
constexpr int dnnTensorAlignment = 900, dnnTensorType = 901,
              dnnTensorExtents = 902, dnnTensorStrides = 903,
              dnnTensorNumber = 906, dnnTensorIsVirtual = 907,
              dnnTensorIsByValue = 908;
constexpr int dnnPackNumbers = 1000, dnnPackPointers = 1001,
              dnnPackWorkspace = 1003;
constexpr int dnnEngineNotes = 1303;
constexpr int dnnMatmulType = 1500, dnnMatmulOpA = 1520, dnnMatmulOpB = 1521,
              dnnMatmulOpC = 1522, dnnMatmulOpMode = 1523;
constexpr int dnnReductionOperator = 1600, dnnReductionType = 1601,
              dnnReductionOpX = 1610, dnnReductionOpY = 1611,
              dnnReductionOpMode = 1612;
constexpr int dnnReshapeOpX = 2200, dnnReshapeOpY = 2201;
constexpr int dnnDeviceText = 2702;

/// cudnnPointwiseMode_t.
constexpr int dnnAdd = 0, dnnMul = 1, dnnDiv = 6, dnnSub = 9, dnnExp = 13,
              dnnLog = 15, dnnIdentity = 21, dnnGreaterEqual = 303,
              dnnIndex = 501, dnnSelect = 601;
/// cudnnReduceTensorOp_t.
constexpr int dnnSum = 0, dnnMax = 3;
/// cudnnBackendHeurMode_t: a decision tree.
constexpr int dnnHeuristicA = 3;
/// cudnnBackendNumericalNote_t: two runs may differ.
constexpr int dnnVaries = 4;

// clang-format off
#define FP8RT_CUDNN_FUNCTIONS(F)                                               \
  F(getVersion, cudnnGetVersion, size_t)                                       \
  F(getErrorString, cudnnGetErrorString, const char *, DnnStatus)              \
  F(getLastError, cudnnGetLastErrorString, void, char *, size_t)               \
  F(create, cudnnCreate, DnnStatus, DnnHandle *)                               \
  F(destroy, cudnnDestroy, DnnStatus, DnnHandle)                               \
  F(setStream, cudnnSetStream, DnnStatus, DnnHandle, CUstream_st *)            \
  F(descCreate, cudnnBackendCreateDescriptor, DnnStatus, int, DnnDesc *)       \
  F(descDestroy, cudnnBackendDestroyDescriptor, DnnStatus, DnnDesc)            \
  F(descSet, cudnnBackendSetAttribute, DnnStatus, DnnDesc, int, int, int64_t,  \
    const void *)                                                              \
  F(descGet, cudnnBackendGetAttribute, DnnStatus, DnnDesc, int, int, int64_t,  \
    int64_t *, void *)                                                         \
  F(descFinalize, cudnnBackendFinalize, DnnStatus, DnnDesc)                    \
  F(execute, cudnnBackendExecute, DnnStatus, DnnHandle, DnnDesc, DnnDesc)
// clang-format on

/// The functions of an opened library, and its handle.
struct Cudnn {
  /// Opens `path`, or the library of this machine if it is null. Rejects a
  /// version before `minDnnVersion`. Requires a current context.
  static fp8rt_status open(const char *function, const char *path,
                           Cudnn &library);
  /// Opens the library without a handle: it builds graphs, but runs none.
  static fp8rt_status load(const char *function, const char *path,
                           Cudnn &library);

  fp8rt_status check(const char *function, const char *call,
                     DnnStatus status) const;

  DnnHandle handle = nullptr;
#define FP8RT_DECLARE(member, symbol, result, ...)                             \
  result (*member)(__VA_ARGS__) = nullptr;
  FP8RT_CUDNN_FUNCTIONS(FP8RT_DECLARE)
#undef FP8RT_DECLARE
};

} // namespace fp8rt::cuda

#endif // FP8_LIB_RUNTIME_CUDA_CUDNN_H
