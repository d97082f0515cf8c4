//===- Bind.cpp - binding of a step to addresses --------------------------===//

#include "Bind.h"
#include "../ByteCount.h"
#include "Device.h"
#include "StepDesc.h"

#include <algorithm>

using namespace fp8rt;
using namespace fp8rt::cuda;

namespace {
/// Creates a step, and releases its resources if the creation fails.
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
  fp8rt_status bindAttention(const fp8rt_cuda_op &op, BoundOp &bound);
  fp8rt_status bindExchange(const fp8rt_cuda_op &op, BoundOp &bound);
  Address addTable();
  void addTables(const fp8rt_cuda_op &op, BoundOp &bound);
  fp8rt_status allocate();
  fp8rt_status uploadTables();
  fp8rt_status createMarks();

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
  /// Tables of all buckets, in op order.
  std::vector<int64_t> tables;
};
} // namespace

Binder::~Binder() {
  if (!step)
    return;
  // Preserve the original error for the caller.
  std::string message = fp8rt_last_error();
  if (step->graph)
    driver.graphExecDestroy(step->graph);
  if (step->memory)
    driver.memFree(step->memory);
  if (destroyEvents(function, driver, step->marks) != FP8RT_OK)
    fail(FP8RT_DEVICE_ERROR, "%s", message.c_str());
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

/// Starts a new table. Returns its offset in bytes.
Address Binder::addTable() {
  tables.resize(alignUp(tables.size() * 8) / 8, 0);
  return tables.size() * 8;
}

/// Adds the tables of a bucket. The arguments are offsets into the tables until
/// the tables have an address.
void Binder::addTables(const fp8rt_cuda_op &op, BoundOp &bound) {
  const fp8rt_cuda_bucket &bucket = *op.bucket;
  bound.arguments.push_back(addTable());
  tables.insert(tables.end(), bucket.chunks,
                bucket.chunks + bucket.num_chunk_words);
  bound.arguments.push_back(addTable());
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
  if (fp8rt_status status =
          bound.product->prepare(function, device.algorithms,
                                 bound.arguments[FP8RT_GEMM_LHS_SCALE_INV],
                                 bound.arguments[FP8RT_GEMM_RHS_SCALE_INV],
                                 bound.arguments[FP8RT_GEMM_BIAS]))
    return status;
  std::vector<Address> matrices = bound.product->listMatrices(
      bound.arguments[FP8RT_GEMM_LHS], bound.arguments[FP8RT_GEMM_RHS],
      bound.arguments[FP8RT_GEMM_OUT]);
  if (!matrices.empty()) {
    bound.productTable = addTable();
    tables.insert(tables.end(), matrices.begin(), matrices.end());
  }
  return FP8RT_OK;
}

fp8rt_status Binder::bindAttention(const fp8rt_cuda_op &op, BoundOp &bound) {
  const Cudnn *dnn = nullptr;
  if (fp8rt_status status = device.getDnn(function, dnn))
    return status;
  for (int64_t i = 0; i < op.num_buffers; ++i)
    bound.arguments.push_back(resolve(op.buffers[i]));
  step->attentions.push_back(std::make_unique<BoundAttention>(driver, *dnn));
  bound.attention = step->attentions.back().get();
  return bound.attention->prepare(function, *op.attention, device.capability,
                                  desc.flags & FP8RT_CUDA_ORDERED);
}

fp8rt_status Binder::bindExchange(const fp8rt_cuda_op &op, BoundOp &bound) {
  if (!device.groups.getRanks())
    return fail(FP8RT_INVALID_ARGUMENT,
                "%s: expected a communicator with the ranks that take part "
                "(fp8rt_cuda_set_comm), but the device has none",
                function);
  std::vector<Address> buffers;
  for (int64_t i = 0; i < op.num_buffers; ++i)
    buffers.push_back(resolve(op.buffers[i]));
  bound.exchange = std::make_unique<BoundExchange>();
  if (fp8rt_status status = bound.exchange->bind(
          function, device.groups, op.tensors, op.num_tensors, buffers.data()))
    return status;
  ++step->numExchanges;
  bound.exchange->count(step->counts);
  return FP8RT_OK;
}

fp8rt_status Binder::bindOp(const fp8rt_cuda_op &op, CUmod_st *module) {
  BoundOp &bound = ops.emplace_back();
  bound.label = labelOf(op);
  bound.stream = op.stream;
  bound.event = op.event;
  bound.waits.assign(op.waits, op.waits + op.num_waits);
  if (isExchange(op))
    return bindExchange(op, bound);
  if (isAttention(op))
    return bindAttention(op, bound);
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

/// Allocates one block: the tables, followed by the memory that the matmuls and
/// the attention of each stream need.
fp8rt_status Binder::allocate() {
  ByteCount total;
  total.add({tables.size(), sizeof(tables[0])}, memoryAlignment);
  uint64_t attentionBytes = 0;
  std::vector<uint64_t> offsets;
  for (int stream = 0; stream < desc.num_streams; ++stream) {
    uint64_t most = 0;
    for (const BoundOp &op : ops)
      if (op.product && op.stream == stream)
        most = std::max(most, op.product->getMemoryBytes());
      else if (op.attention && op.stream == stream) {
        uint64_t needed = op.attention->getMemoryBytes();
        most = std::max(most, needed);
        attentionBytes = std::max(attentionBytes, needed);
      }
    offsets.push_back(total.get());
    total.add({most}, memoryAlignment);
  }
  if (!total.fits())
    return fail(FP8RT_OUT_OF_RANGE,
                "%s: the memory of %s does not fit an address space", function,
                desc.name);
  uint64_t bytes = total.get();
  if (bytes == 0)
    return FP8RT_OK;
  if (fp8rt_status status = driver.check(
          function, "cuMemAlloc", driver.memAlloc(&step->memory, bytes))) {
    if (attentionBytes == 0)
      return status;
    std::string message = fp8rt_last_error();
    return fail(status,
                "%s; an attention takes %llu bytes of workspace, which "
                "attention=kernels does not need",
                message.c_str(),
                static_cast<unsigned long long>(attentionBytes));
  }
  for (size_t i = 0; i < ops.size(); ++i) {
    BoundOp &op = ops[i];
    if (op.product) {
      op.productMemory = step->memory + offsets[static_cast<size_t>(op.stream)];
      op.product->setPointers(step->memory + op.productTable);
    } else if (op.attention) {
      if (fp8rt_status status = op.attention->bind(
              function, op.arguments,
              step->memory + offsets[static_cast<size_t>(op.stream)]))
        return locate(desc.name, op.label, status);
    } else if (desc.ops[i].bucket)
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

/// Creates the events of a timed step.
fp8rt_status Binder::createMarks() {
  for (int64_t i = 0; i <= desc.num_ops; ++i) {
    CUevent_st *event = nullptr;
    if (fp8rt_status status = driver.check(function, "cuEventCreate",
                                           driver.eventCreate(&event, 0)))
      return status;
    step->marks.push_back(event);
  }
  return FP8RT_OK;
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
  if (desc.flags & FP8RT_CUDA_TIMED)
    if (fp8rt_status status = createMarks())
      return status;
  if (device.flags & FP8RT_CUDA_EAGER) {
    step->ops = std::move(ops);
    return FP8RT_OK;
  }
  return capture(function, driver, ops, step->marks, desc.num_streams,
                 desc.num_events, desc.name, step->graph);
}

fp8rt_status fp8rt::cuda::bindStep(const char *function, fp8rt_cuda_s &device,
                                   const fp8rt_cuda_step_desc &desc,
                                   const fp8rt_address *addresses,
                                   CUmod_st *module,
                                   std::unique_ptr<Step> &step) {
  Binder binder(function, device, desc, addresses);
  if (fp8rt_status status = binder.bind(module))
    return status;
  step = binder.take();
  return FP8RT_OK;
}
