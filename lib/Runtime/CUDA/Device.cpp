//===- Device.cpp - devices and modules -----------------------------------===//

#include "Device.h"

#include <algorithm>
#include <atomic>
#include <climits>
#include <cstring>

using namespace fp8rt;
using namespace fp8rt::cuda;

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

/// Reads the number of the GPU from FP8RT_CUDA_DEVICE.
static fp8rt_status readOrdinal(const char *function, int32_t &ordinal) {
  const char *text = std::getenv("FP8RT_CUDA_DEVICE");
  if (!text)
    return FP8RT_OK;
  char *end = nullptr;
  long number = std::strtol(text, &end, 10);
  if (end == text || *end != '\0' || number < 0 || number > INT_MAX)
    return fail(FP8RT_INVALID_ARGUMENT,
                "%s: expected the number of a GPU in FP8RT_CUDA_DEVICE, but it "
                "is '%s'",
                function, text);
  ordinal = static_cast<int32_t>(number);
  return FP8RT_OK;
}

static fp8rt_status readOptions(const char *function,
                                const fp8rt_cuda_options *given,
                                fp8rt_cuda_options &options) {
  options = {};
  options.struct_size = sizeof(options);
  if (given) {
    if (given->struct_size < sizeof(size_t) ||
        given->struct_size > sizeof(fp8rt_cuda_options))
      return fail(FP8RT_INVALID_ARGUMENT,
                  "%s: struct_size is %zu, expected at most %zu", function,
                  given->struct_size, sizeof(fp8rt_cuda_options));
    std::memcpy(&options, given, given->struct_size);
  } else if (fp8rt_status status = readOrdinal(function, options.ordinal)) {
    return status;
  }
  if ((options.flags & ~uint32_t{FP8RT_CUDA_EAGER}) != 0)
    return fail(FP8RT_INVALID_ARGUMENT, "%s: unknown flags 0x%x", function,
                static_cast<unsigned>(options.flags));
  const char *eager = std::getenv("FP8RT_CUDA_EAGER");
  if (eager && std::strcmp(eager, "1") == 0)
    options.flags |= FP8RT_CUDA_EAGER;
  return FP8RT_OK;
}

/// Finds the GPU with number `ordinal` and its compute capability.
static fp8rt_status findDevice(const char *function, int ordinal,
                               fp8rt_cuda_s &device) {
  const Driver &driver = device.driver;
  int count = 0;
  if (fp8rt_status status = driver.check(function, "cuDeviceGetCount",
                                         driver.deviceGetCount(&count)))
    return status;
  if (count == 0)
    return fail(FP8RT_DEVICE_ERROR, "%s: this machine has no NVIDIA GPU",
                function);
  if (ordinal < 0 || ordinal >= count)
    return fail(FP8RT_INVALID_ARGUMENT,
                "%s: GPU %d is not there, expected 0 to %d", function, ordinal,
                count - 1);
  int major = 0, minor = 0;
  for (auto [call, result] :
       {std::pair("cuDeviceGet", driver.deviceGet(&device.ordinal, ordinal)),
        std::pair(
            "cuDeviceGetAttribute",
            driver.deviceGetAttribute(&major, attributeMajor, device.ordinal)),
        std::pair(
            "cuDeviceGetAttribute",
            driver.deviceGetAttribute(&minor, attributeMinor, device.ordinal))})
    if (fp8rt_status status = driver.check(function, call, result))
      return status;
  device.capability = 10 * major + minor;
  return driver.check(function, "cuDevicePrimaryCtxRetain",
                      driver.primaryCtxRetain(&device.context, device.ordinal));
}

fp8rt_status fp8rt_cuda_create(const fp8rt_cuda_options *given,
                               fp8rt_cuda *result) {
  return guarded(__func__, [&](const char *function) {
    if (!result)
      return failNull(function, "device");
    fp8rt_cuda_options options;
    if (fp8rt_status status = readOptions(function, given, options))
      return status;
    static std::atomic<uint16_t> counter{0};
    auto device = std::make_unique<fp8rt_cuda_s>(++counter, options.nccl);
    if (fp8rt_status status =
            Driver::open(function, options.driver, device->driver))
      return status;
    if (fp8rt_status status = findDevice(function, options.ordinal, *device))
      return status;
    device->flags = options.flags;
    device->hasBlasPath = options.cublaslt != nullptr;
    if (device->hasBlasPath)
      device->blasPath = options.cublaslt;
    device->hasDnnPath = options.cudnn != nullptr;
    if (device->hasDnnPath)
      device->dnnPath = options.cudnn;
    *result = device.release();
    return FP8RT_OK;
  });
}

fp8rt_status fp8rt_cuda_destroy(fp8rt_cuda device) {
  if (!device)
    return FP8RT_OK;
  fp8rt_status status =
      withDevice(__func__, device, [&](const char *function) -> fp8rt_status {
        if (size_t blocks = device->memory.size() + device->hostMemory.size(),
            modules = device->modules.size(), steps = device->steps.size();
            blocks + modules + steps != 0)
          return fail(FP8RT_BUSY,
                      "%s: %zu blocks, %zu modules and %zu steps are alive",
                      function, blocks, modules, steps);
        const Driver &driver = device->driver;
        // Return the first error, but release everything.
        fp8rt_status first = FP8RT_OK;
        auto note = [&](fp8rt_status status) {
          if (first == FP8RT_OK)
            first = status;
        };
        device->streams.forEach([&](CUstream_st *stream) {
          note(driver.check(function, "cuStreamDestroy",
                            driver.streamDestroy(stream)));
        });
        device->events.forEach([&](Event &event) {
          note(driver.check(function, "cuEventDestroy",
                            driver.eventDestroy(event.event)));
        });
        note(device->groups.release(function, device->hasFailed));
        if (device->blas)
          note(
              device->blas->check(function, "cublasLtDestroy",
                                  device->blas->destroy(device->blas->handle)));
        if (device->dnn)
          note(device->dnn->check(function, "cudnnDestroy",
                                  device->dnn->destroy(device->dnn->handle)));
        return first;
      });
  if (status == FP8RT_BUSY)
    return status;
  Driver driver = device->driver;
  int ordinal = device->ordinal;
  delete device;
  fp8rt_status released = driver.check(__func__, "cuDevicePrimaryCtxRelease",
                                       driver.primaryCtxRelease(ordinal));
  return status ? status : released;
}

fp8rt_status fp8rt_cuda_get_info(fp8rt_cuda device, fp8rt_cuda_info *info) {
  return withDevice(__func__, device, [&](const char *function) {
    if (!info)
      return failNull(function, "info");
    const Driver &driver = device->driver;
    fp8rt_cuda_info result = {};
    size_t free = 0, total = 0;
    for (auto [call, code] :
         {std::pair("cuDeviceGetName",
                    driver.deviceGetName(result.name, sizeof(result.name) - 1,
                                         device->ordinal)),
          std::pair("cuMemGetInfo", driver.memGetInfo(&free, &total))})
      if (fp8rt_status status = driver.check(function, call, code))
        return status;
    result.capability = device->capability;
    result.driver_version = driver.version;
    result.free_bytes = free;
    result.total_bytes = total;
    *info = result;
    return FP8RT_OK;
  });
}

fp8rt_status fp8rt_cuda_s::getBlas(const char *function,
                                   const CublasLt *&result) {
  if (!blas) {
    auto opened = std::make_unique<CublasLt>();
    if (fp8rt_status status =
            CublasLt::open(function, hasBlasPath ? blasPath.c_str() : nullptr,
                           driver.version, *opened))
      return status;
    if (fp8rt_status status =
            algorithms.open(function, driver, ordinal, capability, *opened)) {
      opened->destroy(opened->handle);
      return status;
    }
    blas = std::move(opened);
  }
  result = blas.get();
  return FP8RT_OK;
}

fp8rt_status fp8rt_cuda_open_products(fp8rt_cuda device) {
  return withDevice(__func__, device, [&](const char *function) {
    const CublasLt *library = nullptr;
    return device->getBlas(function, library);
  });
}

fp8rt_status fp8rt_cuda_s::getDnn(const char *function, const Cudnn *&result) {
  if (!dnn) {
    auto opened = std::make_unique<Cudnn>();
    if (fp8rt_status status = Cudnn::open(
            function, hasDnnPath ? dnnPath.c_str() : nullptr, *opened))
      return status;
    dnn = std::move(opened);
  }
  result = dnn.get();
  return FP8RT_OK;
}

fp8rt_status fp8rt_cuda_open_attention(fp8rt_cuda device, uint64_t *version) {
  return withDevice(__func__, device, [&](const char *function) {
    if (!version)
      return failNull(function, "version");
    const Cudnn *library = nullptr;
    if (fp8rt_status status = device->getDnn(function, library))
      return status;
    *version = library->getVersion();
    return FP8RT_OK;
  });
}

fp8rt_status fp8rt_cuda_set_comm(fp8rt_cuda device, fp8rt_comm comm) {
  return withDevice(__func__, device, [&](const char *function) {
    if (device->groups.getRanks() == comm)
      return FP8RT_OK;
    if (device->numExchangeSteps != 0)
      return fail(FP8RT_BUSY, "%s: %d steps exchange data", function,
                  device->numExchangeSteps);
    fp8rt_status status = device->groups.release(function, device->hasFailed);
    device->groups.setRanks(comm);
    return status;
  });
}

fp8rt_status fp8rt_cuda_open_exchanges(fp8rt_cuda device) {
  return withDevice(__func__, device, [&](const char *function) {
    const NCCL *library = nullptr;
    return device->groups.open(function, library);
  });
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

fp8rt_status fp8rt_cuda_module_load(fp8rt_cuda device, const void *image,
                                    fp8rt_cuda_module *module) {
  return withDevice(__func__, device, [&](const char *function) {
    if (!image || !module)
      return failNull(function, image ? "module" : "image");
    const Driver &driver = device->driver;
    // Error log of the driver's PTX assembler.
    char log[256] = "";
    int options[] = {jitErrorLog, jitErrorLogBytes};
    void *values[] = {log, reinterpret_cast<void *>(sizeof(log))};
    CUmod_st *loaded = nullptr;
    Result result = driver.moduleLoadDataEx(&loaded, image, 2, options, values);
    if (result != success && log[0] != '\0') {
      std::replace(log, log + sizeof(log), '\n', ' ');
      driver.check(function, "cuModuleLoadDataEx", result);
      std::string message = fp8rt_last_error();
      return fail(FP8RT_DEVICE_ERROR, "%s: %.*s", message.c_str(),
                  static_cast<int>(sizeof(log)) - 1, log);
    }
    if (fp8rt_status status =
            driver.check(function, "cuModuleLoadDataEx", result))
      return status;
    *module = device->modules.insert({loaded});
    return FP8RT_OK;
  });
}

fp8rt_status fp8rt_cuda_module_unload(fp8rt_cuda device,
                                      fp8rt_cuda_module handle) {
  return withDevice(__func__, device, [&](const char *function) {
    Module *module = device->modules.find(handle);
    if (!module)
      return failHandle(function, "module");
    if (module->numSteps != 0)
      return fail(FP8RT_BUSY, "%s: %d steps launch its kernels", function,
                  module->numSteps);
    CUmod_st *unloaded = module->module;
    device->modules.erase(handle);
    return device->driver.check(function, "cuModuleUnload",
                                device->driver.moduleUnload(unloaded));
  });
}
