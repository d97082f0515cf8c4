//===- CublasLt.cpp - interface of cuBLASLt -------------------------------===//

#include "CublasLt.h"
#include "../Library.h"

#include <utility>

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

static fp8rt_status load(const char *function, const Library &library,
                         CublasLt &blas) {
#define FP8RT_RESOLVE(member, symbol, ...)                                     \
  if (fp8rt_status status = library.resolve(function, #symbol, blas.member))   \
    return status;
  FP8RT_CUBLASLT_FUNCTIONS(FP8RT_RESOLVE)
#undef FP8RT_RESOLVE
  return blas.check(function, "cublasLtCreate", blas.create(&blas.handle));
}

fp8rt_status CublasLt::open(const char *function, const char *path,
                            int driverVersion, CublasLt &blas) {
  constexpr const char *what = "no library for matrix products on NVIDIA GPUs";
  constexpr const char *variable = "FP8RT_CUBLASLT";
  const char *own = "libcublasLt.so.13", *other = "libcublasLt.so.12";
  if (driverVersion < 13000)
    std::swap(own, other);
  Library library;
  if (fp8rt_status status =
          library.open(function, what, path, variable, {own, other}))
    return status;
  fp8rt_status status = load(function, library, blas);
  if (status == FP8RT_OK || library.getName() != own)
    return status;
  // The library of another CUDA version may have the missing functions.
  std::string message = fp8rt_last_error();
  if (library.open(function, what, other, variable, {}) != FP8RT_OK)
    return fail(status, "%s", message.c_str());
  return load(function, library, blas);
}
