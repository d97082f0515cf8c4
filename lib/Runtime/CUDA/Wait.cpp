//===- Wait.cpp - waiting for the work of a GPU ---------------------------===//
//
// A GPU waits for the other ranks of an exchange, without a limit. So the host
// asks from time to time whether it is ready, and whether a rank has failed.
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#include <chrono>
#include <thread>

using namespace fp8rt;
using namespace fp8rt::cuda;

/// Calls `query` until it returns another result than errorNotReady.
template <typename Query>
static fp8rt_status waitFor(const char *function, fp8rt_cuda_s &device,
                            const char *call, Query &&query) {
  // Short waits end in time, and long ones take little of a CPU.
  constexpr int numEager = 200;
  constexpr auto pause = std::chrono::microseconds(50);
  for (int i = 0;; ++i) {
    Result result = query();
    if (result != errorNotReady)
      return device.driver.check(function, call, result);
    if (i < numEager) {
      std::this_thread::yield();
      continue;
    }
    if (fp8rt_status status = device.groups.poll(function))
      return status;
    std::this_thread::sleep_for(pause);
  }
}

fp8rt_status fp8rt_cuda_s::synchronize(const char *function,
                                       CUstream_st *stream) {
  if (numExchangeSteps == 0)
    return driver.check(function, "cuStreamSynchronize",
                        driver.streamSynchronize(stream));
  return waitFor(function, *this, "cuStreamQuery",
                 [&] { return driver.streamQuery(stream); });
}

fp8rt_status fp8rt_cuda_s::synchronize(const char *function,
                                       CUevent_st *event) {
  if (numExchangeSteps == 0)
    return driver.check(function, "cuEventSynchronize",
                        driver.eventSynchronize(event));
  return waitFor(function, *this, "cuEventQuery",
                 [&] { return driver.eventQuery(event); });
}
