//===- Attention.cpp - entry points of attention --------------------------===//

#include "../Context.h"
#include "Check.h"
#include "Kernel.h"
#include "Tiles.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

using namespace fp8rt;

/// Computes the number of bytes that one thread needs (`ofThread`), and that
/// `numThreads` threads need (`ofAll`).
static fp8rt_status getBytes(const char *function, const AttentionCall &call,
                             uint64_t numThreads, uint64_t &ofThread,
                             uint64_t &ofAll) {
  Workspace workspace(/*start=*/nullptr);
  if (call.desc.is_backward)
    runBackward(call, /*task=*/0, workspace);
  else
    runForward(call, /*task=*/0, workspace);
  if (!workspace.getBytes(ofThread) ||
      __builtin_mul_overflow(ofThread, numThreads, &ofAll))
    return fail(FP8RT_OUT_OF_RANGE,
                "%s: the workspace of %lld keys, d = %lld and e = %lld does "
                "not fit an address space",
                function, static_cast<long long>(call.desc.keys),
                static_cast<long long>(call.desc.d),
                static_cast<long long>(call.desc.e));
  return FP8RT_OK;
}

static fp8rt_status runTasks(const char *function, fp8rt_context context,
                             const AttentionCall &call) {
  ThreadPool &pool = context->pool;
  int64_t numTasks = call.tiling.getNumTasks();
  if (numTasks == 0)
    return FP8RT_OK;
  bool isInside = ThreadPool::insideBody();
  // A pool runs tasks on its first threads, at most one for each task.
  int64_t numThreads =
      isInside ? 1 : std::min<int64_t>(pool.numThreads(), numTasks);
  uint64_t bytes, needed;
  if (fp8rt_status status = getBytes(
          function, call, static_cast<uint64_t>(numThreads), bytes, needed))
    return status;
  Reservation own;
  // A kernel that calls this function may run concurrently with other kernels,
  // so it needs its own memory.
  Reservation &scratch = isInside ? own : context->scratch;
  if (scratch.size() < needed) {
    scratch = Reservation();
    if (fp8rt_status status = Reservation::create(
            function, needed, Workspace::alignment, context->guard, scratch))
      return status;
  }
  pool.run(numTasks, [&](int64_t task) {
    int thread = isInside ? 0 : ThreadPool::thread();
    Workspace workspace(scratch.data() + bytes * static_cast<uint64_t>(thread));
    if (call.desc.is_backward)
      runBackward(call, task, workspace);
    else
      runForward(call, task, workspace);
  });
  if (int refusal = call.refusal)
    return call.library.report(function, refusal, call.tiling.rows,
                               call.tiling.keys, call.desc.d);
  return FP8RT_OK;
}

static fp8rt_status runCall(const char *function, fp8rt_context context,
                            fp8rt_stream stream,
                            const fp8rt_attention_desc *desc,
                            void *const *buffers, bool isBackward) {
  return withStream(
      function, context, stream, [&](const char *function) -> fp8rt_status {
        if (fp8rt_status status = checkAttention(function, desc))
          return status;
        if ((desc->is_backward != 0) != isBackward)
          return fail(FP8RT_INVALID_ARGUMENT,
                      "%s: expected a description with is_backward = %d, but "
                      "got %d",
                      function, isBackward, desc->is_backward);
        if (fp8rt_status status = checkBuffers(function, *desc, buffers))
          return status;
        const GemmLibrary *library = nullptr;
        if (fp8rt_status status = GemmLibrary::get(function, library))
          return status;
        AttentionCall call(*desc, *library, buffers);
        return runTasks(function, context, call);
      });
}

fp8rt_status fp8rt_attention(fp8rt_context context, fp8rt_stream stream,
                             const fp8rt_attention_desc *desc,
                             void *const *buffers) {
  return runCall(__func__, context, stream, desc, buffers,
                 /*isBackward=*/false);
}

fp8rt_status fp8rt_attention_backward(fp8rt_context context,
                                      fp8rt_stream stream,
                                      const fp8rt_attention_desc *desc,
                                      void *const *buffers) {
  return runCall(__func__, context, stream, desc, buffers,
                 /*isBackward=*/true);
}

fp8rt_status fp8rt_attention_workspace(const fp8rt_attention_desc *desc,
                                       uint64_t *bytes) {
  return guarded(__func__, [&](const char *function) -> fp8rt_status {
    if (fp8rt_status status = checkAttention(function, desc))
      return status;
    if (!bytes)
      return failNull(function, "bytes");
    GemmLibrary library;
    AttentionCall call(*desc, library, /*buffers=*/nullptr);
    uint64_t ofThread, ofAll;
    if (fp8rt_status status =
            getBytes(function, call, /*numThreads=*/1, ofThread, ofAll))
      return status;
    *bytes = ofThread;
    return FP8RT_OK;
  });
}

fp8rt_status fp8rt::launchAttention(fp8rt_context context, fp8rt_stream stream,
                                    const fp8rt_kernel &kernel, int64_t n,
                                    void *const *pointers) {
  const char *function = "fp8rt_launch";
  return guarded(function, [&](const char *function) -> fp8rt_status {
    if (kernel.finish)
      return fail(FP8RT_INVALID_ARGUMENT,
                  "%s: kernel %s: expected no finish, but got one", function,
                  kernel.name);
    if (n != 1)
      return fail(FP8RT_INVALID_ARGUMENT,
                  "%s: kernel %s: expected n = 1, but got %lld", function,
                  kernel.name, static_cast<long long>(n));
    if (kernel.num_pointers < 1 || !pointers || !pointers[0])
      return failNull(function, "description of attention");
    const auto *desc = static_cast<const fp8rt_attention_desc *>(pointers[0]);
    if (fp8rt_status status = checkAttention(function, desc))
      return status;
    int32_t count = numTensors(*desc),
            expected = 1 + count + desc->num_captured;
    if (kernel.num_pointers != expected)
      return fail(FP8RT_INVALID_ARGUMENT,
                  "%s: kernel %s: expected %d pointers, but got %d", function,
                  kernel.name, expected, kernel.num_pointers);
    void *buffers[FP8RT_NUM_ATTENTION_TENSORS + FP8RT_ATTENTION_CAPTURED] = {};
    std::copy_n(pointers + 1, count, buffers);
    std::copy_n(pointers + 1 + count, desc->num_captured,
                buffers + FP8RT_NUM_ATTENTION_TENSORS);
    return desc->is_backward
               ? fp8rt_attention_backward(context, stream, desc, buffers)
               : fp8rt_attention(context, stream, desc, buffers);
  });
}

void fp8rt_attention_kernel(int64_t, int64_t, void *const *, const int64_t *) {
  std::fputs(
      "fp8rt_attention_kernel: expected fp8rt_launch of the same copy of "
      "the runtime, but this program has two\n",
      stderr);
  std::abort();
}
