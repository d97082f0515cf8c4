//===- Memory.cpp - GPU memory and copies ---------------------------------===//

#include "Device.h"

#include <algorithm>

using namespace fp8rt;
using namespace fp8rt::cuda;

//===----------------------------------------------------------------------===//
// Allocation
//===----------------------------------------------------------------------===//

fp8rt_status fp8rt_cuda_alloc(fp8rt_cuda device, uint64_t bytes,
                              fp8rt_address *address) {
  return withDevice(__func__, device, [&](const char *function) {
    if (!address)
      return failNull(function, "address");
    const Driver &driver = device->driver;
    bytes = std::max<uint64_t>(bytes, 1);
    Address allocated = 0;
    Result result = driver.memAlloc(&allocated, bytes);
    size_t free = 0, total = 0;
    if (result == errorOutOfMemory &&
        driver.memGetInfo(&free, &total) == success)
      return fail(FP8RT_OUT_OF_MEMORY,
                  "%s: the GPU has %zu of %zu bytes free, expected %llu",
                  function, free, total,
                  static_cast<unsigned long long>(bytes));
    if (fp8rt_status status = driver.check(function, "cuMemAlloc", result))
      return status;
    device->memory.emplace(allocated, bytes);
    *address = allocated;
    return FP8RT_OK;
  });
}

fp8rt_status fp8rt_cuda_free(fp8rt_cuda device, fp8rt_address address) {
  return withDevice(__func__, device, [&](const char *function) {
    if (address == 0)
      return FP8RT_OK;
    if (device->memory.erase(address) == 0)
      return failHandle(function, "block");
    return device->driver.check(function, "cuMemFree",
                                device->driver.memFree(address));
  });
}

fp8rt_status fp8rt_cuda_alloc_host(fp8rt_cuda device, uint64_t bytes,
                                   void **address) {
  return withDevice(__func__, device, [&](const char *function) {
    if (!address)
      return failNull(function, "address");
    bytes = std::max<uint64_t>(bytes, 1);
    void *allocated = nullptr;
    if (fp8rt_status status = device->driver.check(
            function, "cuMemHostAlloc",
            device->driver.memHostAlloc(&allocated, bytes, 0)))
      return status;
    device->hostMemory.emplace(allocated, bytes);
    *address = allocated;
    return FP8RT_OK;
  });
}

fp8rt_status fp8rt_cuda_free_host(fp8rt_cuda device, void *address) {
  return withDevice(__func__, device, [&](const char *function) {
    if (!address)
      return FP8RT_OK;
    if (device->hostMemory.erase(address) == 0)
      return failHandle(function, "block");
    return device->driver.check(function, "cuMemFreeHost",
                                device->driver.memFreeHost(address));
  });
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Submits a copy. The driver does not accept copies of 0 bytes.
template <typename Copy>
static fp8rt_status submit(const char *function, const char *call,
                           fp8rt_cuda device, fp8rt_cuda_stream handle,
                           bool hasPointers, uint64_t bytes, Copy &&copy) {
  return withDeviceStream(
      function, device, handle, [&](const char *function, CUstream_st *stream) {
        if (bytes == 0)
          return FP8RT_OK;
        if (!hasPointers)
          return failNull(function, "an address");
        return device->driver.check(function, call, copy(stream));
      });
}

fp8rt_status fp8rt_cuda_upload(fp8rt_cuda device, fp8rt_cuda_stream stream,
                               fp8rt_address to, const void *from,
                               uint64_t bytes) {
  return submit(__func__, "cuMemcpyHtoDAsync", device, stream, to && from,
                bytes, [&](CUstream_st *on) {
                  return device->driver.memcpyHtoDAsync(to, from, bytes, on);
                });
}

fp8rt_status fp8rt_cuda_download(fp8rt_cuda device, fp8rt_cuda_stream stream,
                                 void *to, fp8rt_address from, uint64_t bytes) {
  return submit(__func__, "cuMemcpyDtoHAsync", device, stream, to && from,
                bytes, [&](CUstream_st *on) {
                  return device->driver.memcpyDtoHAsync(to, from, bytes, on);
                });
}

fp8rt_status fp8rt_cuda_copy(fp8rt_cuda device, fp8rt_cuda_stream stream,
                             fp8rt_address to, fp8rt_address from,
                             uint64_t bytes) {
  return submit(__func__, "cuMemcpyDtoDAsync", device, stream, to && from,
                bytes, [&](CUstream_st *on) {
                  return device->driver.memcpyDtoDAsync(to, from, bytes, on);
                });
}

fp8rt_status fp8rt_cuda_fill(fp8rt_cuda device, fp8rt_cuda_stream stream,
                             fp8rt_address to, uint8_t value, uint64_t bytes) {
  return submit(__func__, "cuMemsetD8Async", device, stream, to != 0, bytes,
                [&](CUstream_st *on) {
                  return device->driver.memsetD8Async(to, value, bytes, on);
                });
}
