//===- Step.cpp - compiled steps on a GPU ---------------------------------===//

#include "../Comm/Comm.h"
#include "Bind.h"
#include "Device.h"
#include "StepDesc.h"

using namespace fp8rt;
using namespace fp8rt::cuda;

static fp8rt_status launch(const char *function, const Driver &driver,
                           const BoundLaunch &launch,
                           const std::vector<Address> &arguments,
                           CUstream_st *stream) {
  if (!launch.function)
    return FP8RT_OK;
  std::vector<void *> parameters;
  for (const Address &argument : arguments)
    parameters.push_back(const_cast<Address *>(&argument));
  return driver.check(function, "cuLaunchKernel",
                      driver.launchKernel(launch.function, launch.numBlocks, 1,
                                          1, launch.numThreads, 1, 1,
                                          /*sharedBytes=*/0, stream,
                                          parameters.data(), nullptr));
}

fp8rt_status BoundOp::submit(const char *function, const Driver &driver,
                             CUstream_st *on) const {
  if (product)
    return product->submit(function, arguments[FP8RT_GEMM_LHS],
                           arguments[FP8RT_GEMM_RHS], arguments[FP8RT_GEMM_OUT],
                           productMemory, on);
  if (attention)
    return attention->submit(function, on);
  if (exchange)
    return exchange->submit(function, driver, on);
  if (fp8rt_status status = launch(function, driver, main, arguments, on))
    return status;
  return launch(function, driver, finish, arguments, on);
}

fp8rt_status fp8rt_cuda_step_create(fp8rt_cuda device,
                                    fp8rt_cuda_module moduleHandle,
                                    const fp8rt_cuda_step_desc *desc,
                                    const fp8rt_address *addresses,
                                    fp8rt_cuda_step *result) {
  return withDevice(__func__, device, [&](const char *function) {
    if (fp8rt_status status = checkDescription(function, desc))
      return status;
    if (!result || (desc->num_arguments != 0 && !addresses))
      return failNull(function, result ? "addresses" : "step");
    for (int32_t i = 0; i < desc->num_arguments; ++i)
      if (addresses[i] == 0 || addresses[i] % memoryAlignment != 0)
        return fail(FP8RT_INVALID_ARGUMENT,
                    "%s: %s: argument %d is at 0x%llx, expected a multiple of "
                    "%d that is not 0",
                    function, desc->name, i,
                    static_cast<unsigned long long>(addresses[i]),
                    static_cast<int>(memoryAlignment));
    Module *module = nullptr;
    if (moduleHandle && !(module = device->modules.find(moduleHandle)))
      return failHandle(function, "module");
    std::unique_ptr<Step> step;
    if (fp8rt_status status = bindStep(function, *device, *desc, addresses,
                                       module ? module->module : nullptr, step))
      return status;
    step->module = moduleHandle;
    device->numExchangeSteps += step->numExchanges != 0;
    *result = device->steps.insert(std::move(step));
    if (module)
      ++module->numSteps;
    return FP8RT_OK;
  });
}

fp8rt_status fp8rt_cuda_step_destroy(fp8rt_cuda device,
                                     fp8rt_cuda_step handle) {
  return withDevice(__func__, device, [&](const char *function) {
    if (!device->steps.find(handle))
      return failHandle(function, "step");
    std::unique_ptr<Step> step = *device->steps.erase(handle);
    if (Module *module = device->modules.find(step->module))
      --module->numSteps;
    device->numExchangeSteps -= step->numExchanges != 0;
    const Driver &driver = device->driver;
    fp8rt_status status = FP8RT_OK;
    if (step->graph)
      status = driver.check(function, "cuGraphExecDestroy",
                            driver.graphExecDestroy(step->graph));
    if (step->memory) {
      fp8rt_status freed =
          driver.check(function, "cuMemFree", driver.memFree(step->memory));
      status = status ? status : freed;
    }
    fp8rt_status destroyed = destroyEvents(function, driver, step->marks);
    return status ? status : destroyed;
  });
}

fp8rt_status fp8rt::cuda::destroyEvents(const char *function,
                                        const Driver &driver,
                                        std::vector<CUevent_st *> &events) {
  fp8rt_status first = FP8RT_OK;
  for (CUevent_st *event : events) {
    Result result = driver.eventDestroy(event);
    if (result != success && first == FP8RT_OK)
      first = driver.check(function, "cuEventDestroy", result);
  }
  events.clear();
  return first;
}

/// Records event `i` of a timed step.
static fp8rt_status mark(const char *function, const Driver &driver,
                         const Step &step, size_t i, CUstream_st *on) {
  if (step.marks.empty())
    return FP8RT_OK;
  return driver.check(function, "cuEventRecord",
                      driver.eventRecord(step.marks[i], on));
}

/// Starts all ops of a step.
static fp8rt_status submitStep(const char *function, fp8rt_cuda_s &device,
                               const Step &step, CUstream_st *on) {
  const Driver &driver = device.driver;
  if (step.numExchanges != 0)
    if (fp8rt_status status = device.groups.checkAlive(function))
      return status;
  if (step.graph)
    return driver.check(function, "cuGraphLaunch",
                        driver.graphLaunch(step.graph, on));
  if (fp8rt_status status = mark(function, driver, step, 0, on))
    return status;
  for (size_t i = 0; i < step.ops.size(); ++i) {
    const BoundOp &op = step.ops[i];
    fp8rt_status status = op.submit(function, driver, on);
    if (status == FP8RT_OK)
      status = mark(function, driver, step, i + 1, on);
    if (status == FP8RT_OK)
      status = device.synchronize(function, on);
    if (status)
      return locate(step.name.c_str(), op.label, status);
  }
  return FP8RT_OK;
}

fp8rt_status fp8rt_cuda_step_run(fp8rt_cuda device, fp8rt_cuda_stream stream,
                                 fp8rt_cuda_step handle) {
  return withDeviceStream(
      __func__, device, stream,
      [&](const char *function, CUstream_st *on) -> fp8rt_status {
        std::unique_ptr<Step> *step = device->steps.find(handle);
        if (!step)
          return failHandle(function, "step");
        if (fp8rt_status status = submitStep(function, *device, **step, on))
          return status;
        (*step)->hasRun = true;
        if ((*step)->numExchanges != 0)
          device->groups.getRanks()->addCounts((*step)->counts);
        return FP8RT_OK;
      });
}

fp8rt_status fp8rt_cuda_step_times(fp8rt_cuda device, fp8rt_cuda_stream stream,
                                   fp8rt_cuda_step handle,
                                   float *milliseconds) {
  return withDeviceStream(
      __func__, device, stream,
      [&](const char *function, CUstream_st *on) -> fp8rt_status {
        std::unique_ptr<Step> *found = device->steps.find(handle);
        if (!found)
          return failHandle(function, "step");
        const std::vector<CUevent_st *> &marks = (*found)->marks;
        if (marks.empty() || !(*found)->hasRun)
          return fail(FP8RT_INVALID_ARGUMENT,
                      "%s: expected a step with FP8RT_CUDA_TIMED that has run",
                      function);
        if (!milliseconds)
          return failNull(function, "milliseconds");
        if (fp8rt_status status = device->synchronize(function, on))
          return status;
        const Driver &driver = device->driver;
        for (size_t i = 1; i < marks.size(); ++i)
          if (fp8rt_status status =
                  driver.check(function, "cuEventElapsedTime",
                               driver.eventElapsedTime(&milliseconds[i - 1],
                                                       marks[i - 1], marks[i])))
            return status;
        return FP8RT_OK;
      });
}
