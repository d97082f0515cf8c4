//===- NCCL.h - interface of NCCL -------------------------------*- C++ -*-===//
//
// The part of libnccl that this library uses, declared here for the reasons
// given in Driver.h.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_RUNTIME_CUDA_NCCL_H
#define FP8_LIB_RUNTIME_CUDA_NCCL_H

#include "Driver.h"

namespace fp8rt::cuda {

/// ncclResult_t, with the values that are handled separately.
using NCCLResult = int;
constexpr NCCLResult ncclSuccess = 0, ncclRemoteError = 6, ncclInProgress = 7;

/// ncclDataType_t.
constexpr int ncclUint8 = 1;

/// Communicators are opaque pointers.
using NCCLComm = void *;

/// ncclUniqueId, which is passed by value.
struct NCCLUniqueId {
  char bytes[128];
};

// clang-format off
#define FP8RT_NCCL_FUNCTIONS(F)                                                \
  F(getVersion, ncclGetVersion, NCCLResult, int *)                             \
  F(getErrorString, ncclGetErrorString, const char *, NCCLResult)              \
  F(getLastError, ncclGetLastError, const char *, NCCLComm)                    \
  F(getUniqueId, ncclGetUniqueId, NCCLResult, NCCLUniqueId *)                  \
  F(commInitRank, ncclCommInitRank, NCCLResult, NCCLComm *, int, NCCLUniqueId, \
    int)                                                                       \
  F(commDestroy, ncclCommDestroy, NCCLResult, NCCLComm)                        \
  F(commAbort, ncclCommAbort, NCCLResult, NCCLComm)                            \
  F(commGetAsyncError, ncclCommGetAsyncError, NCCLResult, NCCLComm,            \
    NCCLResult *)                                                              \
  F(groupStart, ncclGroupStart, NCCLResult)                                    \
  F(groupEnd, ncclGroupEnd, NCCLResult)                                        \
  F(allGather, ncclAllGather, NCCLResult, const void *, void *, size_t, int,   \
    NCCLComm, CUstream_st *)                                                   \
  F(send, ncclSend, NCCLResult, const void *, size_t, int, int, NCCLComm,      \
    CUstream_st *)                                                             \
  F(recv, ncclRecv, NCCLResult, void *, size_t, int, int, NCCLComm,            \
    CUstream_st *)
// clang-format on

/// The functions of an opened library.
struct NCCL {
  /// Opens `path`. If it is null, opens the library of this machine.
  static fp8rt_status open(const char *function, const char *path,
                           NCCL &library);

  /// Returns FP8RT_OK, or an error that names `call`. `comm` may be null.
  fp8rt_status check(const char *function, const char *call, NCCLResult result,
                     NCCLComm comm) const;

  /// Version, such as 22809 for 2.28.9.
  int version = 0;
#define FP8RT_DECLARE(member, symbol, result, ...)                             \
  result (*member)(__VA_ARGS__) = nullptr;
  FP8RT_NCCL_FUNCTIONS(FP8RT_DECLARE)
#undef FP8RT_DECLARE
};

} // namespace fp8rt::cuda

#endif // FP8_LIB_RUNTIME_CUDA_NCCL_H
