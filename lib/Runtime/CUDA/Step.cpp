//===- Step.cpp - Compiled steps on a GPU ---------------------------------===//

#include "Device.h"

#include <algorithm>

using namespace fp8rt;
using namespace fp8rt::cuda;

constexpr uint64_t memoryAlignment = 256;
constexpr int64_t maxBlocks = INT32_MAX;
constexpr int32_t maxThreads = 1024;
constexpr int64_t numProductBuffers = 5;

static uint64_t roundUp(uint64_t bytes) {
  return (bytes + memoryAlignment - 1) / memoryAlignment * memoryAlignment;
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

static std::string labelOf(const fp8rt_cuda_op &op) {
  std::string label = op.main.kernel ? op.main.kernel : "product";
  return label + " at " + (op.location ? op.location : "an unknown place");
}

fp8rt_status fp8rt::cuda::locate(const char *step, const std::string &label,
                                 fp8rt_status status) {
  std::string message = fp8rt_last_error();
  return fail(status, "%s: %s: %s", step, label.c_str(), message.c_str());
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static fp8rt_status checkLaunch(const char *function,
                                const fp8rt_cuda_launch &launch) {
  if (!launch.kernel)
    return FP8RT_OK;
  if (launch.num_blocks < 0 || launch.num_blocks > maxBlocks ||
      launch.num_threads < 1 || launch.num_threads > maxThreads)
    return fail(FP8RT_INVALID_ARGUMENT,
                "%s: %lld blocks of %d threads, expected up to %lld and %d",
                function, static_cast<long long>(launch.num_blocks),
                launch.num_threads, static_cast<long long>(maxBlocks),
                maxThreads);
  return FP8RT_OK;
}

static fp8rt_status checkOp(const char *function,
                            const fp8rt_cuda_step_desc &desc,
                            const fp8rt_cuda_op &op,
                            std::vector<bool> &recorded) {
  if (fp8rt_status status = checkLaunch(function, op.main))
    return status;
  if (fp8rt_status status = checkLaunch(function, op.finish))
    return status;
  if (!op.main.kernel && !op.product)
    return failNull(function, "product");
  if (!op.main.kernel && op.num_buffers != numProductBuffers)
    return fail(FP8RT_INVALID_ARGUMENT, "%s: %lld buffers, expected %lld",
                function, static_cast<long long>(op.num_buffers),
                static_cast<long long>(numProductBuffers));
  if (op.num_buffers != 0 && !op.buffers)
    return failNull(function, "buffers");
  for (int64_t i = 0; i < op.num_buffers; ++i)
    if (op.buffers[i].argument < -1 ||
        op.buffers[i].argument >= desc.num_arguments)
      return fail(FP8RT_OUT_OF_RANGE, "%s: argument %lld, expected -1 to %d",
                  function, static_cast<long long>(op.buffers[i].argument),
                  desc.num_arguments - 1);
  if (op.bucket && (op.bucket->num_tensors < 1 ||
                    op.num_buffers % op.bucket->num_tensors != 0))
    return fail(FP8RT_INVALID_ARGUMENT,
                "%s: %lld tensors share %lld buffers, expected as many each",
                function, static_cast<long long>(op.bucket->num_tensors),
                static_cast<long long>(op.num_buffers));
  if (op.stream < 0 || op.stream >= desc.num_streams)
    return fail(FP8RT_OUT_OF_RANGE, "%s: stream %d, expected 0 to %d", function,
                op.stream, desc.num_streams - 1);
  for (int32_t i = 0; i < op.num_waits; ++i)
    if (op.waits[i] < 0 || op.waits[i] >= desc.num_events ||
        !recorded[static_cast<size_t>(op.waits[i])])
      return fail(FP8RT_INVALID_ARGUMENT,
                  "%s: waits for event %d, which no op before it records",
                  function, op.waits[i]);
  if (op.event < -1 || op.event >= desc.num_events)
    return fail(FP8RT_OUT_OF_RANGE, "%s: event %d, expected -1 to %d", function,
                op.event, desc.num_events - 1);
  if (op.event >= 0)
    recorded[static_cast<size_t>(op.event)] = true;
  return FP8RT_OK;
}

static fp8rt_status checkDescription(const char *function,
                                     const fp8rt_cuda_step_desc *desc) {
  if (!desc)
    return failNull(function, "desc");
  if (desc->abi_version != FP8RT_ABI_VERSION)
    return fail(FP8RT_UNSUPPORTED,
                "%s: the step was compiled for version %u of the runtime, this "
                "is %u",
                function, desc->abi_version, FP8RT_ABI_VERSION);
  if (!desc->name)
    return failNull(function, "name");
  if (desc->num_ops != 0 && !desc->ops)
    return failNull(function, "ops");
  if (desc->num_streams < 1 || desc->num_events < 0)
    return fail(FP8RT_INVALID_ARGUMENT,
                "%s: %d streams and %d events, expected at least 1 and 0",
                function, desc->num_streams, desc->num_events);
  std::vector<bool> recorded(static_cast<size_t>(desc->num_events), false);
  for (int64_t i = 0; i < desc->num_ops; ++i)
    if (fp8rt_status status = checkOp(function, *desc, desc->ops[i], recorded))
      return locate(desc->name, labelOf(desc->ops[i]), status);
  return FP8RT_OK;
}

//===----------------------------------------------------------------------===//
// Memory of a step
//===----------------------------------------------------------------------===//

static uint64_t chunkBytes(const fp8rt_cuda_bucket &bucket) {
  return roundUp(static_cast<uint64_t>(bucket.num_chunk_words) * 8);
}

/// A row per tensor: its size, then its buffers.
static uint64_t tableBytes(const fp8rt_cuda_op &op) {
  if (!op.bucket)
    return 0;
  auto words = static_cast<uint64_t>(op.bucket->num_tensors + op.num_buffers);
  return chunkBytes(*op.bucket) + roundUp(words * 8);
}

/// What the address of a buffer is a multiple of, those of arguments being
/// multiples of 256.
static uint32_t alignmentOf(const fp8rt_cuda_buffer &buffer) {
  auto offset = static_cast<uint64_t>(buffer.offset) | memoryAlignment;
  return static_cast<uint32_t>(offset & -offset);
}

static fp8rt_status planProduct(const char *function,
                                const fp8rt_cuda_step_desc &desc,
                                const fp8rt_cuda_op &op, int capability,
                                GemmPlan &plan) {
  return planGemm(function, op.product, capability, desc.flags,
                  {alignmentOf(op.buffers[0]), alignmentOf(op.buffers[1]),
                   alignmentOf(op.buffers[2])},
                  plan);
}

fp8rt_status fp8rt_cuda_step_bytes(const fp8rt_cuda_step_desc *desc,
                                   int32_t capability, uint64_t *bytes) {
  return guarded(__func__, [&](const char *function) {
    if (fp8rt_status status = checkDescription(function, desc))
      return status;
    if (!bytes)
      return failNull(function, "bytes");
    uint64_t tables = 0;
    std::vector<uint64_t> products(static_cast<size_t>(desc->num_streams), 0);
    for (int64_t i = 0; i < desc->num_ops; ++i) {
      const fp8rt_cuda_op &op = desc->ops[i];
      tables += tableBytes(op);
      if (op.main.kernel)
        continue;
      GemmPlan plan;
      if (fp8rt_status status =
              planProduct(function, *desc, op, capability, plan))
        return locate(desc->name, labelOf(op), status);
      uint64_t &most = products[static_cast<size_t>(op.stream)];
      most =
          std::max(most, roundUp(plan.scratchBytes + plan.maxWorkspaceBytes));
    }
    for (uint64_t most : products)
      tables += most;
    *bytes = tables;
    return FP8RT_OK;
  });
}

//===----------------------------------------------------------------------===//
// Binding
//===----------------------------------------------------------------------===//

namespace {
/// Makes a step, and gives back what it took if that fails.
class Binder {
public:
  Binder(const char *function, fp8rt_cuda_s &device,
         const fp8rt_cuda_step_desc &desc, const fp8rt_address *addresses)
      : function(function), device(device), driver(device.driver), desc(desc),
        addresses(addresses), step(std::make_unique<Step>()) {
    step->name = desc.name;
  }
  ~Binder();

  fp8rt_status bind(CUmod_st *module);
  std::unique_ptr<Step> take() { return std::move(step); }

private:
  fp8rt_status bindOp(const fp8rt_cuda_op &op, CUmod_st *module);
  fp8rt_status bindLaunch(const fp8rt_cuda_launch &launch, CUmod_st *module,
                          BoundLaunch &bound);
  fp8rt_status bindProduct(const fp8rt_cuda_op &op, BoundOp &bound);
  void addTables(const fp8rt_cuda_op &op, BoundOp &bound);
  fp8rt_status allocate();
  fp8rt_status uploadTables();

  Address resolve(const fp8rt_cuda_buffer &buffer) const {
    return buffer.argument < 0 ? 0
                               : addresses[buffer.argument] +
                                     static_cast<Address>(buffer.offset);
  }

  const char *function;
  fp8rt_cuda_s &device;
  const Driver &driver;
  const fp8rt_cuda_step_desc &desc;
  const fp8rt_address *addresses;
  std::unique_ptr<Step> step;
  std::vector<BoundOp> ops;
  /// The tables of all buckets, in the order of their ops.
  std::vector<int64_t> tables;
};
} // namespace

Binder::~Binder() {
  if (!step)
    return;
  if (step->graph)
    driver.graphExecDestroy(step->graph);
  if (step->memory)
    driver.memFree(step->memory);
}

fp8rt_status Binder::bindLaunch(const fp8rt_cuda_launch &launch,
                                CUmod_st *module, BoundLaunch &bound) {
  if (!launch.kernel || launch.num_blocks == 0)
    return FP8RT_OK;
  if (!module)
    return failNull(function, "module");
  if (fp8rt_status status = driver.check(
          function, "cuModuleGetFunction",
          driver.moduleGetFunction(&bound.function, module, launch.kernel)))
    return status;
  bound.numBlocks = static_cast<unsigned>(launch.num_blocks);
  bound.numThreads = static_cast<unsigned>(launch.num_threads);
  return FP8RT_OK;
}

/// The arguments are offsets into the tables until these have an address.
void Binder::addTables(const fp8rt_cuda_op &op, BoundOp &bound) {
  const fp8rt_cuda_bucket &bucket = *op.bucket;
  auto align = [&] {
    tables.resize(roundUp(tables.size() * 8) / 8, 0);
    bound.arguments.push_back(tables.size() * 8);
  };
  align();
  tables.insert(tables.end(), bucket.chunks,
                bucket.chunks + bucket.num_chunk_words);
  align();
  int64_t numPointers = op.num_buffers / bucket.num_tensors;
  for (int64_t t = 0; t < bucket.num_tensors; ++t) {
    tables.push_back(bucket.sizes[t]);
    for (int64_t i = 0; i < numPointers; ++i)
      tables.push_back(
          static_cast<int64_t>(resolve(op.buffers[t * numPointers + i])));
  }
}

fp8rt_status Binder::bindProduct(const fp8rt_cuda_op &op, BoundOp &bound) {
  GemmPlan plan;
  if (fp8rt_status status =
          planProduct(function, desc, op, device.capability, plan))
    return status;
  const CublasLt *blas = nullptr;
  if (fp8rt_status status = device.getBlas(function, blas))
    return status;
  for (int64_t i = 0; i < numProductBuffers; ++i)
    bound.arguments.push_back(resolve(op.buffers[i]));
  bound.product = std::make_unique<BoundGemm>(driver, *blas, plan);
  return bound.product->prepare(function, device.algorithms, bound.arguments[3],
                                bound.arguments[4]);
}

fp8rt_status Binder::bindOp(const fp8rt_cuda_op &op, CUmod_st *module) {
  BoundOp &bound = ops.emplace_back();
  bound.label = labelOf(op);
  bound.stream = op.stream;
  bound.event = op.event;
  bound.waits.assign(op.waits, op.waits + op.num_waits);
  if (!op.main.kernel)
    return bindProduct(op, bound);
  if (op.bucket)
    addTables(op, bound);
  else
    for (int64_t i = 0; i < op.num_buffers; ++i)
      bound.arguments.push_back(resolve(op.buffers[i]));
  if (fp8rt_status status = bindLaunch(op.main, module, bound.main))
    return status;
  return bindLaunch(op.finish, module, bound.finish);
}

/// One block: the tables, then for each stream what its products need.
fp8rt_status Binder::allocate() {
  uint64_t bytes = roundUp(tables.size() * 8);
  std::vector<uint64_t> offsets;
  for (int stream = 0; stream < desc.num_streams; ++stream) {
    uint64_t most = 0;
    for (const BoundOp &op : ops)
      if (op.product && op.stream == stream)
        most = std::max(most, op.product->getMemoryBytes());
    offsets.push_back(bytes);
    bytes += roundUp(most);
  }
  if (bytes == 0)
    return FP8RT_OK;
  if (fp8rt_status status = driver.check(function, "cuMemAlloc",
                                         driver.memAlloc(&step->memory, bytes)))
    return status;
  for (size_t i = 0; i < ops.size(); ++i) {
    BoundOp &op = ops[i];
    if (op.product)
      op.productMemory = step->memory + offsets[static_cast<size_t>(op.stream)];
    else if (desc.ops[i].bucket)
      for (Address &argument : op.arguments)
        argument += step->memory;
  }
  return FP8RT_OK;
}

fp8rt_status Binder::uploadTables() {
  if (tables.empty())
    return FP8RT_OK;
  size_t bytes = tables.size() * 8;
  CUstream_st *stream = nullptr;
  if (fp8rt_status status =
          driver.check(function, "cuStreamCreate",
                       driver.streamCreate(&stream, streamNonBlocking)))
    return status;
  void *staging = nullptr;
  fp8rt_status status = driver.check(function, "cuMemHostAlloc",
                                     driver.memHostAlloc(&staging, bytes, 0));
  if (status == FP8RT_OK) {
    std::copy(tables.begin(), tables.end(), static_cast<int64_t *>(staging));
    status = driver.check(
        function, "cuMemcpyHtoDAsync",
        driver.memcpyHtoDAsync(step->memory, staging, bytes, stream));
  }
  if (status == FP8RT_OK)
    status = driver.check(function, "cuStreamSynchronize",
                          driver.streamSynchronize(stream));
  auto release = [&](const char *call, Result result) {
    if (status == FP8RT_OK)
      status = driver.check(function, call, result);
  };
  if (staging)
    release("cuMemFreeHost", driver.memFreeHost(staging));
  release("cuStreamDestroy", driver.streamDestroy(stream));
  return status;
}

fp8rt_status Binder::bind(CUmod_st *module) {
  ops.reserve(static_cast<size_t>(desc.num_ops));
  for (int64_t i = 0; i < desc.num_ops; ++i)
    if (fp8rt_status status = bindOp(desc.ops[i], module))
      return locate(desc.name, labelOf(desc.ops[i]), status);
  if (fp8rt_status status = allocate())
    return status;
  if (fp8rt_status status = uploadTables())
    return status;
  if (device.flags & FP8RT_CUDA_EAGER) {
    step->ops = std::move(ops);
    return FP8RT_OK;
  }
  return capture(function, driver, ops, desc.num_streams, desc.num_events,
                 desc.name, step->graph);
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

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
    return product->submit(function, arguments[0], arguments[1], arguments[2],
                           productMemory, on);
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
    Binder binder(function, *device, *desc, addresses);
    if (fp8rt_status status = binder.bind(module ? module->module : nullptr))
      return status;
    std::unique_ptr<Step> step = binder.take();
    step->module = moduleHandle;
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
    return status;
  });
}

fp8rt_status fp8rt_cuda_step_run(fp8rt_cuda device, fp8rt_cuda_stream stream,
                                 fp8rt_cuda_step handle) {
  return withDeviceStream(
      __func__, device, stream,
      [&](const char *function, CUstream_st *on) -> fp8rt_status {
        std::unique_ptr<Step> *step = device->steps.find(handle);
        if (!step)
          return failHandle(function, "step");
        const Driver &driver = device->driver;
        if ((*step)->graph)
          return driver.check(function, "cuGraphLaunch",
                              driver.graphLaunch((*step)->graph, on));
        for (const BoundOp &op : (*step)->ops) {
          fp8rt_status status = op.submit(function, driver, on);
          if (status == FP8RT_OK)
            status = driver.check(function, "cuStreamSynchronize",
                                  driver.streamSynchronize(on));
          if (status)
            return locate((*step)->name.c_str(), op.label, status);
        }
        return FP8RT_OK;
      });
}
