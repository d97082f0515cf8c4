//===- Step.cpp - execution of compiled steps -----------------------------===//

#include "Bucket.h"
#include "Context.h"
#include "fp8/Runtime/fp8rt_comm.h"

#include <algorithm>
#include <alloca.h>
#include <string>

using namespace fp8rt;

constexpr uintptr_t arenaAlignment = 64;

/// Returns the number of buffers of an op that are resolved before it runs.
static int64_t numBuffers(const fp8rt_op &op) {
  if (op.kernel)
    return op.bucket ? 0 : op.kernel->num_pointers;
  return op.product ? FP8RT_NUM_GEMM_BUFFERS
                    : op.num_tensors * FP8RT_NUM_EXCHANGE_BUFFERS;
}

static void *resolve(const fp8rt_buffer &buffer, void *const *arguments) {
  if (buffer.argument >= 0)
    return static_cast<char *>(arguments[buffer.argument]) + buffer.offset;
  // The compiler creates no op that writes a constant.
  return buffer.address
             ? static_cast<char *>(const_cast<void *>(buffer.address)) +
                   buffer.offset
             : nullptr;
}

static fp8rt_status checkStep(const char *function, const fp8rt_step &step,
                              void *const *arguments) {
  if (step.abi_version != FP8RT_ABI_VERSION)
    return fail(FP8RT_UNSUPPORTED,
                "%s: %s was compiled for version %u of the runtime, this is %u",
                function, step.name, step.abi_version, FP8RT_ABI_VERSION);
  if (!arguments)
    return failNull(function, "arguments");
  for (int32_t i = 0; i < step.num_arguments; ++i)
    if (!arguments[i])
      return failNull(step.name, step.argument_names[i]);
  auto arena = reinterpret_cast<uintptr_t>(arguments[step.num_arguments - 1]);
  if (arena % arenaAlignment != 0)
    return fail(FP8RT_INVALID_ARGUMENT,
                "%s: the arena is at %p, expected an address that is a "
                "multiple of %d",
                step.name, reinterpret_cast<void *>(arena),
                static_cast<int>(arenaAlignment));
  return FP8RT_OK;
}

/// Launches a bucket. The addresses of all its tensors may be too large for the
/// stack, so threads resolve them on demand.
static fp8rt_status runBucket(fp8rt_context context, fp8rt_stream stream,
                              const fp8rt_op &op, void *const *arguments) {
  struct Sources {
    const fp8rt_buffer *buffers;
    void *const *arguments;
  } sources = {op.buffers, arguments};
  auto getPointers = [](const void *closure, int64_t tensor, int64_t count,
                        void **room) -> void *const * {
    auto *from = static_cast<const Sources *>(closure);
    const fp8rt_buffer *buffers = from->buffers + tensor * count;
    for (int64_t i = 0; i < count; ++i)
      room[i] = resolve(buffers[i], from->arguments);
    return room;
  };
  return launchBucket("fp8rt_run_step", context, stream, op.kernel, op.bucket,
                      getPointers, &sources);
}

static fp8rt_status runExchange(fp8rt_context context, const fp8rt_op &op,
                                void *const *addresses) {
  if (!context || !context->comm)
    return fail(FP8RT_INVALID_ARGUMENT,
                "expected a communicator with the ranks that take part "
                "(fp8rt_context_set_comm), but the context has none");
  return fp8rt_comm_exchange(context->comm, op.tensors, op.num_tensors,
                             op.location, addresses);
}

static fp8rt_status runOp(fp8rt_context context, fp8rt_stream stream,
                          const fp8rt_op &op, void *const *arguments,
                          void *const *addresses) {
  if (op.bucket)
    return runBucket(context, stream, op, arguments);
  if (op.kernel)
    return fp8rt_launch(context, stream, op.kernel, op.n, addresses, nullptr);
  if (op.tensors)
    return runExchange(context, op, addresses);
  fp8rt_gemm_args args = fp8rt_gemm_args_at(addresses);
  return fp8rt_gemm(context, stream, op.product, &args);
}

/// Prepends the step, the op and its location to the error message.
static fp8rt_status locate(const fp8rt_step *step, const fp8rt_op &op,
                           fp8rt_status status) {
  std::string message = fp8rt_last_error();
  const char *name = op.kernel    ? op.kernel->name
                     : op.product ? "product"
                                  : "exchange";
  return fail(status, "%s: %s at %s: %s", step->name, name, op.location,
              message.c_str());
}

namespace {
/// One run of a step.
struct Run {
  fp8rt_context context;
  fp8rt_stream stream;
  const fp8rt_step &step;
  void *const *arguments;

  /// Runs an op. `room` has a place for each of its buffers.
  fp8rt_status run(const fp8rt_op &op, void **room) const {
    for (int64_t i = 0, e = numBuffers(op); i < e; ++i)
      room[i] = resolve(op.buffers[i], arguments);
    fp8rt_status status = runOp(context, stream, op, arguments, room);
    return status ? locate(&step, op, status) : FP8RT_OK;
  }

  /// Runs the ops for which `isOwn` is true, in order, after the events that
  /// they wait for.
  template <typename Filter>
  void runInOrder(Filter isOwn, void **room) const {
    for (int64_t i = 0; i < step.num_ops; ++i) {
      const fp8rt_op &op = step.ops[i];
      if (!isOwn(op))
        continue;
      if (!context->stepEvents.wait(op))
        return;
      if (fp8rt_status status = run(op, room)) {
        context->stepEvents.fail(status);
        return;
      }
      context->stepEvents.record(op);
    }
  }
};
} // namespace

/// Returns true if an exchange runs concurrently with kernels.
static bool isConcurrent(const fp8rt_op &op) {
  return op.tensors && op.stream != 0;
}

/// Makes the exchanges of all ranks fail with the last error of this thread.
static void endOtherRanks(fp8rt_context context) {
  if (!context || !context->comm)
    return;
  std::string reason = "rank " +
                       std::to_string(fp8rt_comm_rank(context->comm)) +
                       " ended: " + fp8rt_last_error();
  fp8rt_comm_abort(context->comm, reason.c_str());
}

/// Runs concurrent exchanges on the thread of the context, and all other ops on
/// this one. `room` and `exchangeRoom` have places for the buffers of an op.
static fp8rt_status runConcurrently(Run run, void **room, void **exchangeRoom) {
  fp8rt_context context = run.context;
  context->stepEvents.reset(run.step);
  struct Exchanges {
    Run &run;
    void **room;
  } exchanges = {run, exchangeRoom};
  context->exchangeThread.start(
      [](void *closure) {
        auto *exchanges = static_cast<Exchanges *>(closure);
        exchanges->run.runInOrder(isConcurrent, exchanges->room);
      },
      &exchanges);
  run.runInOrder([](const fp8rt_op &op) { return !isConcurrent(op); }, room);
  // After a failure, the exchange on the other thread would otherwise never
  // end.
  if (context->stepEvents.finish())
    endOtherRanks(context);
  context->exchangeThread.join();
  return context->stepEvents.finish();
}

static fp8rt_status runStep(const char *function, const Run &run) {
  const fp8rt_step &step = run.step;
  if (fp8rt_status status = checkStep(function, step, run.arguments))
    return status;
  int64_t count = 1;
  bool hasConcurrent = false;
  for (int64_t i = 0; i < step.num_ops; ++i) {
    count = std::max(count, numBuffers(step.ops[i]));
    hasConcurrent |= isConcurrent(step.ops[i]);
  }
  // On the stack, because a step allocates no memory.
  auto **room = static_cast<void **>(
      alloca(static_cast<size_t>(count) * 2 * sizeof(void *)));
  if (hasConcurrent && run.context && run.context->comm)
    return runConcurrently(run, room, room + count);
  for (int64_t i = 0; i < step.num_ops; ++i)
    if (fp8rt_status status = run.run(step.ops[i], room))
      return status;
  return FP8RT_OK;
}

fp8rt_status fp8rt_run_step(fp8rt_context context, fp8rt_stream stream,
                            const fp8rt_step *step, void *const *arguments) {
  return guarded(__func__, [&](const char *function) {
    fp8rt_status status =
        step ? runStep(function, {context, stream, *step, arguments})
             : failNull(function, "step");
    // Without this call, the other ranks would wait for this rank.
    if (status)
      endOtherRanks(context);
    return status;
  });
}
