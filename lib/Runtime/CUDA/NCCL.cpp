//===- NCCL.cpp - interface of NCCL ---------------------------------------===//

#include "NCCL.h"
#include "../Library.h"

#include <algorithm>
#include <string>

using namespace fp8rt;
using namespace fp8rt::cuda;

fp8rt_status NCCL::check(const char *function, const char *call,
                         NCCLResult result, NCCLComm comm) const {
  if (result == ncclSuccess)
    return FP8RT_OK;
  const char *name = getErrorString(result);
  const char *reason = getLastError(comm);
  std::string detail = reason && *reason ? std::string(": ") + reason : "";
  std::replace(detail.begin(), detail.end(), '\n', ' ');
  return fail(result == ncclRemoteError ? FP8RT_COMM_FAILED
                                        : FP8RT_DEVICE_ERROR,
              "%s: %s failed: %s (%d)%s", function, call,
              name ? name : "an unknown error", result, detail.c_str());
}

fp8rt_status NCCL::open(const char *function, const char *path, NCCL &nccl) {
  Library library;
  if (fp8rt_status status = library.open(
          function,
          "no library for exchanges between NVIDIA GPUs (NCCL: the wheel "
          "nvidia-nccl-cu13, or the package libnccl2)",
          path, "FP8RT_NCCL", {"libnccl.so.2"}))
    return status;
#define FP8RT_RESOLVE(member, symbol, ...)                                     \
  if (fp8rt_status status = library.resolve(function, #symbol, nccl.member))   \
    return status;
  FP8RT_NCCL_FUNCTIONS(FP8RT_RESOLVE)
#undef FP8RT_RESOLVE
  return nccl.check(function, "ncclGetVersion", nccl.getVersion(&nccl.version),
                    /*comm=*/nullptr);
}
