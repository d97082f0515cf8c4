//===- Wait.cpp - waiting for the work of a GPU ---------------------------===//
//
// A GPU waits without a limit for the other ranks of an exchange. The host
// therefore polls whether the GPU has finished and whether a rank has failed.
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#include <chrono>
#include <string>
#include <thread>

using namespace fp8rt;
using namespace fp8rt::cuda;

/// Ends the exchanges in progress, which may wait for a rank that has failed.
static void endExchanges(const char *function, fp8rt_cuda_s &device) {
  // NCCL cannot release a communicator that a graph uses, so the graphs are
  // destroyed first. CUDA releases a running graph when it has ended.
  device.steps.forEach([&](std::unique_ptr<Step> &step) {
    if (step->numExchanges == 0 || !step->graph)
      return;
    device.driver.graphExecDestroy(step->graph);
    step->graph = nullptr;
  });
  device.groups.release(function, /*hasFailed=*/true);
}

/// Calls `query` until it returns anything but errorNotReady.
template <typename Query>
static fp8rt_status waitFor(const char *function, fp8rt_cuda_s &device,
                            const char *call, Query &&query) {
  // Polls without a pause at first, so that short waits end in time. Later
  // polls sleep, so that long waits take little CPU time.
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
    if (fp8rt_status status = device.groups.poll(function)) {
      std::string message = fp8rt_last_error();
      endExchanges(function, device);
      return fail(status, "%s", message.c_str());
    }
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
