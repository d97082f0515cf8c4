//===- Cudnn.cpp - interface of cuDNN -------------------------------------===//

#include "Cudnn.h"
#include "../Library.h"

using namespace fp8rt;
using namespace fp8rt::cuda;

/// Number of status codes of one kind of error: status / kindOfErrors is the
/// kind.
constexpr DnnStatus kindOfErrors = 1000;

fp8rt_status Cudnn::check(const char *function, const char *call,
                          DnnStatus status) const {
  if (status == 0)
    return FP8RT_OK;
  bool lacksMemory = status == dnnHostMemory || status == dnnDeviceMemory;
  bool isUnsupported = status / kindOfErrors == dnnNotSupported / kindOfErrors;
  const char *name = getErrorString(status);
  return fail(lacksMemory     ? FP8RT_OUT_OF_MEMORY
              : isUnsupported ? FP8RT_UNSUPPORTED
                              : FP8RT_DEVICE_ERROR,
              "%s: %s failed: %s (%d)", function, call,
              name ? name : "an unknown status", status);
}

std::string fp8rt::cuda::nameDnnVersion(size_t version) {
  size_t major = version < 10000 ? version / 1000 : version / 10000;
  size_t minor = version < 10000 ? version / 100 % 10 : version / 100 % 100;
  return std::to_string(major) + "." + std::to_string(minor) + "." +
         std::to_string(version % 100);
}

fp8rt_status Cudnn::load(const char *function, const char *path, Cudnn &dnn) {
  Library library;
  if (fp8rt_status status = library.open(
          function,
          "no library for attention on NVIDIA GPUs (cuDNN: the wheel "
          "nvidia-cudnn-cu13; attention=kernels needs none)",
          path, "FP8RT_CUDNN", {"libcudnn.so.9"}))
    return status;
#define FP8RT_RESOLVE(member, symbol, ...)                                     \
  if (fp8rt_status status = library.resolve(function, #symbol, dnn.member))    \
    return status;
  FP8RT_CUDNN_FUNCTIONS(FP8RT_RESOLVE)
#undef FP8RT_RESOLVE
  size_t version = dnn.getVersion();
  if (version >= minDnnVersion)
    return FP8RT_OK;
  return fail(FP8RT_UNSUPPORTED,
              "%s: %s is cuDNN %s, expected %s or later for attention; "
              "attention=kernels needs none",
              function, library.getName().c_str(),
              nameDnnVersion(version).c_str(),
              nameDnnVersion(minDnnVersion).c_str());
}

fp8rt_status Cudnn::open(const char *function, const char *path, Cudnn &dnn) {
  if (fp8rt_status status = load(function, path, dnn))
    return status;
  return dnn.check(function, "cudnnCreate", dnn.create(&dnn.handle));
}
