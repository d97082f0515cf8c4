//===- CublasLt.cpp - The matrix products of cuBLASLt ---------------------===//

#include "CublasLt.h"
#include "Library.h"

using namespace fp8rt;
using namespace fp8rt::cuda;

constexpr BlasStatus allocFailed = 3, notSupported = 15;

fp8rt_status CublasLt::check(const char *function, const char *call,
                             BlasStatus status) const {
  if (status == 0)
    return FP8RT_OK;
  const char *name = getStatusName(status);
  return fail(status == allocFailed    ? FP8RT_OUT_OF_MEMORY
              : status == notSupported ? FP8RT_UNSUPPORTED
                                       : FP8RT_DEVICE_ERROR,
              "%s: %s failed: %s (%d)", function, call,
              name ? name : "an unknown status", status);
}

fp8rt_status CublasLt::open(const char *function, const char *path,
                            CublasLt &blas) {
  Library library;
  if (fp8rt_status status = library.open(
          function, "no library for matrix products on NVIDIA GPUs", path,
          "FP8_CUBLASLT", {"libcublasLt.so.13", "libcublasLt.so.12"}))
    return status;
#define FP8RT_RESOLVE(member, symbol, ...)                                     \
  if (fp8rt_status status = library.resolve(function, #symbol, blas.member))   \
    return status;
  FP8RT_CUBLASLT_FUNCTIONS(FP8RT_RESOLVE)
#undef FP8RT_RESOLVE
  return blas.check(function, "cublasLtCreate", blas.create(&blas.handle));
}
