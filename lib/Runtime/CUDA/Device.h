//===- Device.h - state of one GPU in a host --------------------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_CUDA_DEVICE_H
#define FP8_LIB_RUNTIME_CUDA_DEVICE_H

#include "../Error.h"
#include "../Handles.h"
#include "Algorithms.h"
#include "CublasLt.h"
#include "Cudnn.h"
#include "GemmPlan.h"
#include "RankGroups.h"
#include "Step.h"
#include "fp8/Runtime/fp8rt_cuda.h"

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

namespace fp8rt::cuda {

struct Event {
  CUevent_st *event;
  bool recorded = false;
};

struct Module {
  CUmod_st *module;
  int numSteps = 0;
};

} // namespace fp8rt::cuda

struct fp8rt_cuda_s {
  fp8rt_cuda_s(uint16_t number, const char *ncclPath)
      : groups(ncclPath), streams(number), events(number), modules(number),
        steps(number) {}

  /// Waits until all work of a stream is complete, or all work before the
  /// record of an event. If steps have exchanges, fails as soon as another rank
  /// fails.
  fp8rt_status synchronize(const char *function, CUstream_st *stream);
  fp8rt_status synchronize(const char *function, CUevent_st *event);

  /// Returns cuBLASLt, which the first call opens.
  fp8rt_status getBlas(const char *function,
                       const fp8rt::cuda::CublasLt *&result);
  /// Returns cuDNN, which the first call opens.
  fp8rt_status getDnn(const char *function, const fp8rt::cuda::Cudnn *&result);

  fp8rt::cuda::Driver driver;
  int ordinal = 0;
  int capability = 0;
  uint32_t flags = 0;
  CUctx_st *context = nullptr;
  std::string blasPath, dnnPath;
  bool hasBlasPath = false, hasDnnPath = false;
  std::unique_ptr<fp8rt::cuda::CublasLt> blas;
  std::unique_ptr<fp8rt::cuda::Cudnn> dnn;
  fp8rt::cuda::AlgorithmTable algorithms;
  /// The ranks of exchanges.
  fp8rt::cuda::RankGroups groups;
  /// Number of steps with exchanges.
  int numExchangeSteps = 0;
  /// True once the GPU or another rank has failed.
  bool hasFailed = false;

  /// Locked during every call.
  std::mutex mutex;
  template <typename Handle, typename T, fp8rt::HandleKind kind>
  using Table = fp8rt::HandleTable<Handle, T, kind>;
  Table<fp8rt_cuda_stream, CUstream_st *, fp8rt::HandleKind::CUDAStream>
      streams;
  Table<fp8rt_cuda_event, fp8rt::cuda::Event, fp8rt::HandleKind::CUDAEvent>
      events;
  Table<fp8rt_cuda_module, fp8rt::cuda::Module, fp8rt::HandleKind::CUDAModule>
      modules;
  Table<fp8rt_cuda_step, std::unique_ptr<fp8rt::cuda::Step>,
        fp8rt::HandleKind::CUDAStep>
      steps;
  /// Sizes of the allocations in bytes, by address.
  std::unordered_map<fp8rt_address, uint64_t> memory;
  std::unordered_map<void *, uint64_t> hostMemory;
};

namespace fp8rt::cuda {

/// Implements an entry point on `device`. Its context is current in `body`.
template <typename Body>
fp8rt_status withDevice(const char *function, fp8rt_cuda device,
                        Body &&body) noexcept {
  return guarded(function, [&](const char *function) {
    if (!device)
      return failNull(function, "device");
    std::lock_guard<std::mutex> lock(device->mutex);
    const Driver &driver = device->driver;
    if (fp8rt_status status =
            driver.check(function, "cuCtxPushCurrent",
                         driver.ctxPushCurrent(device->context)))
      return status;
    struct Pop {
      const Driver &driver;
      ~Pop() {
        CUctx_st *context = nullptr;
        driver.ctxPopCurrent(&context);
      }
    } pop{driver};
    fp8rt_status status = body(function);
    device->hasFailed |=
        status == FP8RT_DEVICE_ERROR || status == FP8RT_COMM_FAILED;
    return status;
  });
}

/// Implements an entry point on a stream of the device.
template <typename Body>
fp8rt_status withDeviceStream(const char *function, fp8rt_cuda device,
                              fp8rt_cuda_stream handle, Body &&body) noexcept {
  return withDevice(function, device, [&](const char *function) {
    CUstream_st **stream = device->streams.find(handle);
    return stream ? body(function, *stream) : failHandle(function, "stream");
  });
}

} // namespace fp8rt::cuda

#endif // FP8_LIB_RUNTIME_CUDA_DEVICE_H
