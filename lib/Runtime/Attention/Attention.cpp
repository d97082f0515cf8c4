//===- Attention.cpp - entry points of attention --------------------------===//

#include "../Context.h"
#include "Check.h"
#include "Kernel.h"
#include "Tiles.h"

#include <algorithm>

using namespace fp8rt;

/// Returns the memory of one thread in bytes.
static uint64_t getBytesOfThread(const AttentionCall &call) {
  Workspace workspace(/*start=*/nullptr);
  if (call.desc.is_backward)
    runBackward(call, /*task=*/0, workspace);
  else
    runForward(call, /*task=*/0, workspace);
  return workspace.getBytes();
}

static fp8rt_status runTasks(const char *function, fp8rt_context context,
                             const AttentionCall &call) {
  ThreadPool &pool = context->pool;
  bool isInside = ThreadPool::insideBody();
  uint64_t bytes = getBytesOfThread(call);
  uint64_t needed = bytes * (isInside ? 1 : pool.numThreads());
  Reservation own;
  // A kernel that calls this function may run concurrently with others.
  Reservation &scratch = isInside ? own : context->scratch;
  if (scratch.size() < needed) {
    scratch = Reservation();
    if (fp8rt_status status = Reservation::create(
            function, needed, Workspace::alignment, context->guard, scratch))
      return status;
  }
  pool.run(call.tiling.getNumTasks(), [&](int64_t task) {
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
  return guarded(__func__, [&](const char *function) {
    if (fp8rt_status status = checkAttention(function, desc))
      return status;
    if (!bytes)
      return failNull(function, "bytes");
    *bytes = getBytesOfThread(
        AttentionCall(*desc, GemmLibrary(), /*buffers=*/nullptr));
    return FP8RT_OK;
  });
}

fp8rt_status fp8rt::launchAttention(fp8rt_context context, fp8rt_stream stream,
                                    const fp8rt_kernel &kernel,
                                    void *const *pointers) {
  const char *function = "fp8rt_launch";
  return guarded(function, [&](const char *function) -> fp8rt_status {
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

void fp8rt_attention_kernel(int64_t, int64_t, void *const *, const int64_t *) {}
