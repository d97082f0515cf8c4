//===- Driver.cpp - interface of the NVIDIA driver ------------------------===//

#include "Driver.h"
#include "../Library.h"

#include <cstdlib>

using namespace fp8rt;
using namespace fp8rt::cuda;

/// The oldest CUDA version whose driver has all functions. Does not ensure that
/// the driver supports the PTX version of a kernel.
constexpr int minVersion = 12000;

static int major(int version) { return version / 1000; }
static int minor(int version) { return version % 1000 / 10; }

fp8rt_status Driver::check(const char *function, const char *call,
                           Result result) const {
  if (result == success)
    return FP8RT_OK;
  const char *name = nullptr, *text = nullptr;
  if (getErrorName(result, &name) != success || !name)
    name = "an unknown error";
  if (getErrorString(result, &text) != success || !text)
    text = "no description";
  return fail(result == errorOutOfMemory ? FP8RT_OUT_OF_MEMORY
                                         : FP8RT_DEVICE_ERROR,
              "%s: %s failed: %s (%d), %s", function, call, name, result, text);
}

fp8rt_status Driver::open(const char *function, const char *path,
                          Driver &driver) {
  Library library;
  if (fp8rt_status status =
          library.open(function, "no driver for NVIDIA GPUs", path,
                       "FP8RT_CUDA_DRIVER", {"libcuda.so.1"}))
    return status;
#define FP8RT_RESOLVE(member, symbol, ...)                                     \
  if (fp8rt_status status = library.resolve(function, #symbol, driver.member)) \
    return status;
  FP8RT_CUDA_DRIVER_FUNCTIONS(FP8RT_RESOLVE)
#undef FP8RT_RESOLVE
  if (fp8rt_status status =
          driver.check(function, "cuDriverGetVersion",
                       driver.driverGetVersion(&driver.version)))
    return status;
  if (driver.version < minVersion)
    return fail(FP8RT_UNSUPPORTED,
                "%s: the driver is for CUDA %d.%d, expected %d.%d or later",
                function, major(driver.version), minor(driver.version),
                major(minVersion), minor(minVersion));
  return driver.check(function, "cuInit", driver.init(0));
}
