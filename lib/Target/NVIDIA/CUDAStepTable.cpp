//===- CUDAStepTable.cpp - a plan in the format of the runtime ------------===//

#include "CUDAStepTable.h"
#include "fp8/Analysis/StepReport.h"
#include "fp8/Target/NVIDIA/GPULowering.h"

using namespace mlir;
using namespace mlir::fp8;

const char *CUDAStepTable::keep(std::string text) {
  return texts.emplace_back(std::move(text)).c_str();
}

fp8rt_cuda_op CUDAStepTable::makeOp(const StepPlan &plan,
                                    const PlannedStep &step,
                                    unsigned numArguments) {
  fp8rt_cuda_op op = {};
  std::vector<fp8rt_cuda_buffer> &operands = buffers.emplace_back();
  auto isDescription = [&](const std::optional<BufferRef> &buffer) {
    return step.isAttention() && &buffer == &step.buffers.front();
  };
  for (const std::optional<BufferRef> &buffer : step.buffers) {
    if (isDescription(buffer))
      continue;
    if (!buffer)
      operands.push_back({-1, 0});
    else if (buffer->base == BufferRef::Argument)
      operands.push_back({buffer->index, buffer->offset});
    else
      operands.push_back({numArguments + buffer->index, buffer->offset});
  }
  op.num_buffers = operands.size();
  op.buffers = operands.data();
  op.stream = step.order.getStream();
  std::vector<int32_t> &events = waits.emplace_back(
      step.order.getWaits().begin(), step.order.getWaits().end());
  op.num_waits = events.size();
  op.waits = events.data();
  op.event = step.order.getEvent() ? int32_t(*step.order.getEvent()) : -1;
  std::string place = getPlace(step.loc);
  op.location = place.empty() ? nullptr : keep(std::move(place));
  if (step.isExchange()) {
    op.tensors = step.exchanged.data();
    op.num_tensors = step.exchanged.size();
    return op;
  }
  if (step.isProduct()) {
    op.product = &step.gemm;
    return op;
  }
  if (step.isAttention()) {
    const HostTensor &description = plan.constants[step.buffers[0]->index];
    op.attention = reinterpret_cast<const fp8rt_attention_desc *>(
        description.bytes().data());
    return op;
  }
  GPULaunch main = getGPULaunch(step.numItems, step.grain, step.blockWarps);
  GPULaunch finish = getGPUFinishLaunch();
  if (step.isBucket()) {
    // The runtime knows the addresses and creates the rows of the tensors.
    SmallVector<void *> unknown(step.buffers.size(), nullptr);
    GPUBucketTables tables(step.sizes, step.grain, unknown);
    main = tables.main;
    finish = tables.finish;
    std::vector<int64_t> &words = chunks.emplace_back(std::move(tables.chunks));
    op.bucket = &buckets.emplace_back(
        fp8rt_cuda_bucket{int64_t(step.sizes.size()), step.sizes.data(),
                          int64_t(words.size()), words.data()});
  }
  if (step.numItems == 0)
    main.numBlocks = 0;
  op.main = {step.kernel.c_str(), main.numBlocks, main.numThreads};
  if (!step.finish.empty())
    op.finish = {step.finish.c_str(), finish.numBlocks, finish.numThreads};
  return op;
}

CUDAStepTable::CUDAStepTable(const StepPlan &plan, StringRef name,
                             unsigned numArguments, uint32_t flags)
    : name(name) {
  int64_t numStreams = 1, numEvents = 0;
  for (const PlannedStep &step : plan.steps) {
    ops.push_back(makeOp(plan, step, numArguments));
    numStreams = std::max(numStreams, step.order.getStream() + 1);
    if (std::optional<int64_t> event = step.order.getEvent())
      numEvents = std::max(numEvents, *event + 1);
  }
  desc.abi_version = FP8RT_ABI_VERSION;
  desc.flags = flags;
  desc.num_arguments = numArguments + plan.constants.size();
  desc.num_streams = numStreams;
  desc.num_events = numEvents;
  desc.name = this->name.c_str();
  desc.ops = ops.data();
  desc.num_ops = ops.size();
}
