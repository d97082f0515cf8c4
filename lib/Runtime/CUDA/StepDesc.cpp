//===- StepDesc.cpp - checks of step descriptions -------------------------===//

#include "StepDesc.h"
#include "../Attention/Check.h"
#include "../ByteCount.h"
#include "../Comm/Group.h"
#include "../Error.h"

#include <algorithm>

using namespace fp8rt;
using namespace fp8rt::cuda;

constexpr int64_t maxBlocks = INT32_MAX;
constexpr int32_t maxThreads = 1024;

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

std::string fp8rt::cuda::labelOf(const fp8rt_cuda_op &op) {
  std::string label = op.main.kernel ? op.main.kernel : "product";
  if (isAttention(op))
    label = op.attention->is_backward ? "attention_backward" : "attention";
  if (isExchange(op))
    label = !op.tensors                            ? "exchange"
            : op.tensors->kind == FP8RT_ALL_GATHER ? "all_gather"
                                                   : "all_to_all";
  return label + " at " + (op.location ? op.location : "an unknown location");
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

static fp8rt_status checkArray(const char *function, const char *name,
                               int64_t count, const void *array) {
  if (count < 0)
    return fail(FP8RT_INVALID_ARGUMENT, "%s: %lld %s, expected at least 0",
                function, static_cast<long long>(count), name);
  return count != 0 && !array ? failNull(function, name) : FP8RT_OK;
}

static fp8rt_status checkArrays(const char *function, const fp8rt_cuda_op &op) {
  if (fp8rt_status status =
          checkArray(function, "buffers", op.num_buffers, op.buffers))
    return status;
  if (fp8rt_status status =
          checkArray(function, "waits", op.num_waits, op.waits))
    return status;
  if (!op.bucket)
    return FP8RT_OK;
  if (fp8rt_status status = checkArray(
          function, "sizes", op.bucket->num_tensors, op.bucket->sizes))
    return status;
  return checkArray(function, "chunks", op.bucket->num_chunk_words,
                    op.bucket->chunks);
}

/// Checks the description and the buffers of attention.
static fp8rt_status checkAttentionOp(const char *function,
                                     const fp8rt_cuda_op &op) {
  if (fp8rt_status status = checkAttention(function, op.attention))
    return status;
  for (int64_t i = 0; i < op.num_buffers; ++i)
    if (op.buffers[i].argument < 0)
      return fail(FP8RT_OUT_OF_RANGE,
                  "%s: argument %lld of attention, expected at least 0",
                  function, static_cast<long long>(op.buffers[i].argument));
  return FP8RT_OK;
}

/// Checks the buffers of an exchange, and that it is on the stream of `first`,
/// the first exchange. On several streams, ranks could start exchanges in
/// different orders and wait for each other forever.
static fp8rt_status checkExchangeOp(const char *function,
                                    const fp8rt_cuda_op &op,
                                    const fp8rt_cuda_op &first) {
  for (int64_t i = 0; i < op.num_buffers; ++i)
    if (op.buffers[i].argument < 0)
      return fail(FP8RT_OUT_OF_RANGE,
                  "%s: argument %lld of an exchange, expected at least 0",
                  function, static_cast<long long>(op.buffers[i].argument));
  if (op.stream != first.stream)
    return fail(FP8RT_INVALID_ARGUMENT,
                "%s: exchanges on streams %d and %d, expected one stream",
                function, first.stream, op.stream);
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
  if (fp8rt_status status = checkArrays(function, op))
    return status;
  if (isAttention(op))
    if (fp8rt_status status = checkAttentionOp(function, op))
      return status;
  if (isExchange(op) && !op.tensors)
    return failNull(function, "product");
  if (isExchange(op))
    if (fp8rt_status status =
            checkTensors(function, op.tensors, op.num_tensors))
      return status;
  // Overflow gives a number that no array has.
  int64_t exchangeBuffers = 0;
  if (__builtin_mul_overflow(op.num_tensors,
                             int64_t(FP8RT_NUM_EXCHANGE_BUFFERS),
                             &exchangeBuffers))
    exchangeBuffers = -1;
  int64_t numBuffers =
      isExchange(op)    ? exchangeBuffers
      : isAttention(op) ? numTensors(*op.attention) + op.attention->num_captured
      : !op.main.kernel ? numProductBuffers
                        : op.num_buffers;
  if (op.num_buffers != numBuffers)
    return fail(FP8RT_INVALID_ARGUMENT, "%s: %lld buffers, expected %lld",
                function, static_cast<long long>(op.num_buffers),
                static_cast<long long>(numBuffers));
  for (int64_t i = 0; i < op.num_buffers; ++i)
    if (op.buffers[i].argument < -1 ||
        op.buffers[i].argument >= desc.num_arguments)
      return fail(FP8RT_OUT_OF_RANGE, "%s: argument %lld, expected -1 to %d",
                  function, static_cast<long long>(op.buffers[i].argument),
                  desc.num_arguments - 1);
  if (op.bucket && (op.bucket->num_tensors < 1 ||
                    op.num_buffers % op.bucket->num_tensors != 0))
    return fail(
        FP8RT_INVALID_ARGUMENT,
        "%s: %lld tensors share %lld buffers, expected the same number each",
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

fp8rt_status fp8rt::cuda::checkDescription(const char *function,
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
  if (fp8rt_status status =
          checkArray(function, "ops", desc->num_ops, desc->ops))
    return status;
  if (desc->num_arguments < 0)
    return fail(FP8RT_INVALID_ARGUMENT, "%s: %d arguments, expected at least 0",
                function, desc->num_arguments);
  if (desc->num_streams < 1 || desc->num_events < 0)
    return fail(FP8RT_INVALID_ARGUMENT,
                "%s: %d streams and %d events, expected at least 1 and 0",
                function, desc->num_streams, desc->num_events);
  std::vector<bool> recorded(static_cast<size_t>(desc->num_events), false);
  const fp8rt_cuda_op *exchange = nullptr;
  for (int64_t i = 0; i < desc->num_ops; ++i) {
    const fp8rt_cuda_op &op = desc->ops[i];
    fp8rt_status status = checkOp(function, *desc, op, recorded);
    if (status == FP8RT_OK && isExchange(op)) {
      exchange = exchange ? exchange : &op;
      status = checkExchangeOp(function, op, *exchange);
    }
    if (status)
      return locate(desc->name, labelOf(op), status);
  }
  return FP8RT_OK;
}

//===----------------------------------------------------------------------===//
// Memory of a step
//===----------------------------------------------------------------------===//

static uint64_t chunkBytes(const fp8rt_cuda_bucket &bucket) {
  return alignUp(static_cast<uint64_t>(bucket.num_chunk_words) * 8);
}

/// Returns the size of the tables of a bucket in bytes. One table has a row per
/// tensor: its size, followed by its buffers.
static uint64_t tableBytes(const fp8rt_cuda_op &op) {
  if (!op.bucket)
    return 0;
  auto words = static_cast<uint64_t>(op.bucket->num_tensors + op.num_buffers);
  return chunkBytes(*op.bucket) + alignUp(words * 8);
}

/// Returns the alignment of the address of a buffer, in bytes. Arguments are
/// aligned to 256.
static uint32_t alignmentOf(const fp8rt_cuda_buffer &buffer) {
  if (buffer.argument < 0)
    return static_cast<uint32_t>(memoryAlignment);
  auto offset = static_cast<uint64_t>(buffer.offset) | memoryAlignment;
  return static_cast<uint32_t>(offset & -offset);
}

fp8rt_status fp8rt::cuda::planProduct(const char *function,
                                      const fp8rt_cuda_step_desc &desc,
                                      const fp8rt_cuda_op &op, int capability,
                                      GemmPlan &plan) {
  GemmAlignments alignments;
  alignments.lhs = alignmentOf(op.buffers[FP8RT_GEMM_LHS]);
  alignments.rhs = alignmentOf(op.buffers[FP8RT_GEMM_RHS]);
  alignments.out = alignmentOf(op.buffers[FP8RT_GEMM_OUT]);
  alignments.lhsScale = alignmentOf(op.buffers[FP8RT_GEMM_LHS_SCALE_INV]);
  alignments.rhsScale = alignmentOf(op.buffers[FP8RT_GEMM_RHS_SCALE_INV]);
  return planGemm(function, op.product, capability, desc.flags, alignments,
                  plan);
}

fp8rt_status fp8rt_cuda_step_bytes(const fp8rt_cuda_step_desc *desc,
                                   int32_t capability, uint64_t *bytes) {
  return guarded(__func__, [&](const char *function) {
    if (fp8rt_status status = checkDescription(function, desc))
      return status;
    if (!bytes)
      return failNull(function, "bytes");
    ByteCount total;
    std::vector<uint64_t> products(static_cast<size_t>(desc->num_streams), 0);
    for (int64_t i = 0; i < desc->num_ops; ++i) {
      const fp8rt_cuda_op &op = desc->ops[i];
      total.add({tableBytes(op)});
      if (op.main.kernel || isExchange(op))
        continue;
      uint64_t &most = products[static_cast<size_t>(op.stream)];
      if (isAttention(op)) {
        uint64_t scratch = 0;
        if (fp8rt_status status = BoundAttention::countScratch(
                function, *op.attention, capability,
                desc->flags & FP8RT_CUDA_ORDERED, scratch))
          return locate(desc->name, labelOf(op), status);
        most = std::max(most, alignUp(scratch));
        continue;
      }
      GemmPlan plan;
      if (fp8rt_status status =
              planProduct(function, *desc, op, capability, plan))
        return locate(desc->name, labelOf(op), status);
      total.add({plan.getPointerBytes()}, memoryAlignment);
      most =
          std::max(most, alignUp(plan.scratchBytes + plan.maxWorkspaceBytes));
    }
    for (uint64_t most : products)
      total.add({most});
    if (!total.fits())
      return fail(FP8RT_OUT_OF_RANGE,
                  "%s: the memory of %s does not fit an address space",
                  function, desc->name);
    *bytes = total.get();
    return FP8RT_OK;
  });
}
