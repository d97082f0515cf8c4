//===- Driver.h - interface of the NVIDIA driver ----------------*- C++ -*-===//
//
// The part of libcuda.so.1 that this library uses. It is declared here so that
// neither the build nor a machine without a GPU needs CUDA. The types have the
// names of the types in the driver's header. If the header is installed, a test
// compares every signature.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_RUNTIME_CUDA_DRIVER_H
#define FP8_LIB_RUNTIME_CUDA_DRIVER_H

#include "fp8/Runtime/fp8rt.h"

#include <cstddef>
#include <cstdint>

struct CUctx_st;
struct CUmod_st;
struct CUfunc_st;
struct CUstream_st;
struct CUevent_st;
struct CUgraph_st;
struct CUgraphExec_st;

namespace fp8rt::cuda {

using Address = unsigned long long;

/// CUresult, with the values that are handled separately.
using Result = int;
constexpr Result success = 0, errorOutOfMemory = 2, errorNotReady = 600;

constexpr int attributeMajor = 75, attributeMinor = 76;
/// Attribute with the size of the L2 cache, in bytes.
constexpr int attributeCacheBytes = 38;
constexpr unsigned streamNonBlocking = 1;
constexpr unsigned eventDisableTiming = 2;
constexpr unsigned eventRecordExternal = 1;
constexpr int captureRelaxed = 2;
constexpr int memoryDevice = 2;
constexpr int jitErrorLog = 5, jitErrorLogBytes = 6;

/// CUDA_MEMCPY2D.
struct Copy2D {
  size_t srcX = 0, srcY = 0;
  int srcType = memoryDevice;
  const void *srcHost = nullptr;
  Address srcDevice = 0;
  void *srcArray = nullptr;
  size_t srcPitch = 0;
  size_t dstX = 0, dstY = 0;
  int dstType = memoryDevice;
  void *dstHost = nullptr;
  Address dstDevice = 0;
  void *dstArray = nullptr;
  size_t dstPitch = 0;
  size_t width = 0, height = 0;
};

// clang-format off
/// F(member, symbol, parameters...)
#define FP8RT_CUDA_DRIVER_FUNCTIONS(F)                                         \
  F(init, cuInit, unsigned)                                                    \
  F(driverGetVersion, cuDriverGetVersion, int *)                               \
  F(getErrorName, cuGetErrorName, Result, const char **)                       \
  F(getErrorString, cuGetErrorString, Result, const char **)                   \
  F(deviceGetCount, cuDeviceGetCount, int *)                                   \
  F(deviceGet, cuDeviceGet, int *, int)                                        \
  F(deviceGetName, cuDeviceGetName, char *, int, int)                          \
  F(deviceGetAttribute, cuDeviceGetAttribute, int *, int, int)                 \
  F(primaryCtxRetain, cuDevicePrimaryCtxRetain, CUctx_st **, int)              \
  F(primaryCtxRelease, cuDevicePrimaryCtxRelease_v2, int)                      \
  F(ctxPushCurrent, cuCtxPushCurrent_v2, CUctx_st *)                           \
  F(ctxPopCurrent, cuCtxPopCurrent_v2, CUctx_st **)                            \
  F(memGetInfo, cuMemGetInfo_v2, size_t *, size_t *)                           \
  F(memAlloc, cuMemAlloc_v2, Address *, size_t)                                \
  F(memFree, cuMemFree_v2, Address)                                            \
  F(memHostAlloc, cuMemHostAlloc, void **, size_t, unsigned)                   \
  F(memFreeHost, cuMemFreeHost, void *)                                        \
  F(memcpyHtoDAsync, cuMemcpyHtoDAsync_v2, Address, const void *, size_t,      \
    CUstream_st *)                                                             \
  F(memcpyDtoHAsync, cuMemcpyDtoHAsync_v2, void *, Address, size_t,            \
    CUstream_st *)                                                             \
  F(memcpyDtoDAsync, cuMemcpyDtoDAsync_v2, Address, Address, size_t,           \
    CUstream_st *)                                                             \
  F(memcpy2DAsync, cuMemcpy2DAsync_v2, const Copy2D *, CUstream_st *)          \
  F(memsetD8Async, cuMemsetD8Async, Address, unsigned char, size_t,            \
    CUstream_st *)                                                             \
  F(memsetD32Async, cuMemsetD32Async, Address, unsigned, size_t,               \
    CUstream_st *)                                                             \
  F(moduleLoadDataEx, cuModuleLoadDataEx, CUmod_st **, const void *, unsigned, \
    int *, void **)                                                            \
  F(moduleUnload, cuModuleUnload, CUmod_st *)                                  \
  F(moduleGetFunction, cuModuleGetFunction, CUfunc_st **, CUmod_st *,          \
    const char *)                                                              \
  F(launchKernel, cuLaunchKernel, CUfunc_st *, unsigned, unsigned, unsigned,   \
    unsigned, unsigned, unsigned, unsigned, CUstream_st *, void **, void **)   \
  F(streamCreate, cuStreamCreate, CUstream_st **, unsigned)                    \
  F(streamDestroy, cuStreamDestroy_v2, CUstream_st *)                          \
  F(streamSynchronize, cuStreamSynchronize, CUstream_st *)                     \
  F(streamQuery, cuStreamQuery, CUstream_st *)                                 \
  F(streamWaitEvent, cuStreamWaitEvent, CUstream_st *, CUevent_st *, unsigned) \
  F(streamBeginCapture, cuStreamBeginCapture_v2, CUstream_st *, int)           \
  F(streamEndCapture, cuStreamEndCapture, CUstream_st *, CUgraph_st **)        \
  F(eventCreate, cuEventCreate, CUevent_st **, unsigned)                       \
  F(eventDestroy, cuEventDestroy_v2, CUevent_st *)                             \
  F(eventRecord, cuEventRecord, CUevent_st *, CUstream_st *)                   \
  F(eventRecordWithFlags, cuEventRecordWithFlags, CUevent_st *, CUstream_st *, \
    unsigned)                                                                  \
  F(eventSynchronize, cuEventSynchronize, CUevent_st *)                        \
  F(eventQuery, cuEventQuery, CUevent_st *)                                    \
  F(eventElapsedTime, cuEventElapsedTime, float *, CUevent_st *, CUevent_st *) \
  F(graphInstantiate, cuGraphInstantiateWithFlags, CUgraphExec_st **,          \
    CUgraph_st *, unsigned long long)                                          \
  F(graphLaunch, cuGraphLaunch, CUgraphExec_st *, CUstream_st *)               \
  F(graphExecDestroy, cuGraphExecDestroy, CUgraphExec_st *)                    \
  F(graphDestroy, cuGraphDestroy, CUgraph_st *)
// clang-format on

/// The functions of an opened and initialized driver.
struct Driver {
  /// Opens `path`, or the driver of this machine if it is null. Every error is
  /// one line that names the missing part.
  static fp8rt_status open(const char *function, const char *path,
                           Driver &driver);

  /// Returns FP8RT_OK, or an error whose message starts with `function` and
  /// names `call`.
  fp8rt_status check(const char *function, const char *call,
                     Result result) const;

  int version = 0;
#define FP8RT_DECLARE(member, symbol, ...)                                     \
  Result (*member)(__VA_ARGS__) = nullptr;
  FP8RT_CUDA_DRIVER_FUNCTIONS(FP8RT_DECLARE)
#undef FP8RT_DECLARE
};

} // namespace fp8rt::cuda

#endif // FP8_LIB_RUNTIME_CUDA_DRIVER_H
