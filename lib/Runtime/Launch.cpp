//===- Launch.cpp - kernel launches over chunks ---------------------------===//

#include "Attention/Kernel.h"
#include "Bucket.h"
#include "Context.h"

#include <algorithm>
#include <alloca.h>
#include <cstring>
#include <string>

using namespace fp8rt;

static fp8rt_status checkRange(const char *function, int64_t n, int64_t grain) {
  if (n < 0)
    return fail(FP8RT_INVALID_ARGUMENT, "%s: n is %lld, expected at least 0",
                function, static_cast<long long>(n));
  if (grain < 1)
    return fail(FP8RT_INVALID_ARGUMENT,
                "%s: grain is %lld, expected at least 1", function,
                static_cast<long long>(grain));
  return FP8RT_OK;
}

static fp8rt_status checkLaunch(const char *function,
                                const fp8rt_kernel *kernel, int64_t n,
                                void *const *pointers, const int64_t *sizes) {
  if (!kernel)
    return failNull(function, "kernel");
  if (!kernel->name)
    return failNull(function, "kernel->name");
  bool wantsPointers = kernel->num_pointers != 0 && !pointers;
  bool wantsSizes = kernel->num_sizes != 0 && !sizes;
  if (kernel->body && !wantsPointers && !wantsSizes && n >= 0 &&
      kernel->grain >= 1)
    return FP8RT_OK;

  std::string where = std::string(function) + ": kernel " + kernel->name;
  if (!kernel->body)
    return failNull(where.c_str(), "body");
  if (wantsPointers || wantsSizes)
    return fail(FP8RT_INVALID_ARGUMENT,
                "%s has %d pointers and %d sizes, but %s is NULL",
                where.c_str(), static_cast<int>(kernel->num_pointers),
                static_cast<int>(kernel->num_sizes),
                wantsPointers ? "pointers" : "sizes");
  return checkRange(where.c_str(), n, kernel->grain);
}

/// Calls body(begin, end) for every chunk.
template <typename Body>
static void forChunks(ThreadPool &pool, int64_t n, int64_t grain, Body body) {
  int64_t numChunks = n / grain + (n % grain != 0 ? 1 : 0);
  pool.run(numChunks, [&](int64_t chunk) {
    int64_t begin = chunk * grain;
    // Avoid begin + grain, which may overflow.
    body(begin, begin + std::min(grain, n - begin));
  });
}
fp8rt_status fp8rt_parallel_for(fp8rt_context context, fp8rt_stream stream,
                                int64_t n, int64_t grain, fp8rt_range_body body,
                                void *closure) {
  return withStream(__func__, context, stream, [&](const char *function) {
    if (!body)
      return failNull(function, "body");
    if (fp8rt_status status = checkRange(function, n, grain))
      return status;
    forChunks(context->pool, n, grain,
              [=](int64_t begin, int64_t end) { body(begin, end, closure); });
    return FP8RT_OK;
  });
}

fp8rt_status fp8rt_launch(fp8rt_context context, fp8rt_stream stream,
                          const fp8rt_kernel *kernel, int64_t n,
                          void *const *pointers, const int64_t *sizes) {
  if (kernel && kernel->name && kernel->body == fp8rt_attention_kernel)
    return launchAttention(context, stream, *kernel, n, pointers);
  return withStream(__func__, context, stream, [&](const char *function) {
    if (fp8rt_status status = checkLaunch(function, kernel, n, pointers, sizes))
      return status;
    forChunks(context->pool, n, kernel->grain, [=](int64_t begin, int64_t end) {
      kernel->body(begin, end, pointers, sizes);
    });
    if (kernel->finish)
      context->pool.run(
          1, [=](int64_t) { kernel->finish(0, n, pointers, sizes); });
    return FP8RT_OK;
  });
}

//===----------------------------------------------------------------------===//
// Buckets
//===----------------------------------------------------------------------===//

static fp8rt_status checkBucket(const char *function,
                                const fp8rt_kernel *kernel,
                                const fp8rt_bucket *bucket) {
  if (!bucket)
    return failNull(function, "bucket");
  if (bucket->num_tensors < 0)
    return fail(FP8RT_INVALID_ARGUMENT,
                "%s: kernel %s: num_tensors is %lld, expected at least 0",
                function, kernel->name,
                static_cast<long long>(bucket->num_tensors));
  if (!bucket->starts)
    return failNull(function, "bucket->starts");
  if (bucket->num_tensors != 0 && !bucket->sizes)
    return failNull(function, "bucket->sizes");
  if (bucket->starts[0] < 0)
    return fail(FP8RT_INVALID_ARGUMENT,
                "%s: kernel %s: starts[0] is %lld, expected at least 0",
                function, kernel->name,
                static_cast<long long>(bucket->starts[0]));
  for (int64_t t = 0; t < bucket->num_tensors; ++t) {
    int64_t size = bucket->sizes[t];
    int64_t next = std::max(bucket->starts[t + 1], INT64_C(-1));
    int64_t room = next - bucket->starts[t];
    if (size < 0 || room < size)
      return fail(
          FP8RT_INVALID_ARGUMENT,
          "%s: kernel %s: tensor %lld has %lld items, expected at least "
          "0, and at most %lld, where the next one starts",
          function, kernel->name, static_cast<long long>(t),
          static_cast<long long>(size), static_cast<long long>(room));
  }
  return FP8RT_OK;
}

/// Calls body(t, begin, end) for the chunks that begin in [from, to), where
/// positions count in the sequence of all chunks.
template <typename Body>
static void forChunksOf(const fp8rt_bucket &bucket, int64_t grain, int64_t from,
                        int64_t to, Body body) {
  const int64_t *last = bucket.starts + bucket.num_tensors;
  int64_t t = std::upper_bound(bucket.starts, last, from) - bucket.starts - 1;
  for (; t < bucket.num_tensors && bucket.starts[t] < to; ++t) {
    int64_t begin = std::max<int64_t>(0, from - bucket.starts[t]);
    int64_t size = bucket.sizes[t];
    // Not begin + grain, which may overflow.
    if (int64_t over = begin % grain; over != 0) {
      if (grain - over > size - begin)
        continue;
      begin += grain - over;
    }
    while (begin < size && bucket.starts[t] + begin < to) {
      int64_t end = begin + std::min(grain, size - begin);
      body(t, begin, end);
      begin = end;
    }
  }
}

/// Fills `room` with the pointers of tensor `t`, followed by the pointers of
/// the next tensor. The pointers of the last tensor appear twice. `room` has
/// the pointers for tensor `known`, or none if that is -1.
static void fillPointersOfTwo(int64_t t, int64_t known,
                              const fp8rt_bucket &bucket, int64_t count,
                              PointersOfTensor getPointers, const void *closure,
                              void **room) {
  auto fill = [&](int64_t tensor, void **to) {
    void *const *own = getPointers(closure, tensor, count, to);
    if (own != to)
      std::copy_n(own, count, to);
  };
  void **next = room + count;
  if (known >= 0 && known + 1 == t)
    std::copy_n(next, count, room);
  else
    fill(t, room);
  if (t + 1 < bucket.num_tensors)
    fill(t + 1, next);
  else
    std::copy_n(room, count, next);
}

static void runBucket(ThreadPool &pool, const fp8rt_kernel &kernel,
                      const fp8rt_bucket &bucket, PointersOfTensor getPointers,
                      const void *closure) {
  int64_t count = kernel.num_pointers, grain = kernel.grain;
  // On the stack, because a step allocates no memory.
  size_t roomBytes = static_cast<size_t>(2 * count + 1) * sizeof(void *);
  int64_t first = bucket.starts[0];
  int64_t total = bucket.starts[bucket.num_tensors] - first;
  pool.run(total / grain + (total % grain != 0), [&](int64_t part) {
    auto **room = static_cast<void **>(alloca(roomBytes));
    int64_t from = first + part * grain, known = -1;
    int64_t to = from + std::min(grain, first + total - from);
    forChunksOf(bucket, grain, from, to,
                [&](int64_t t, int64_t begin, int64_t end) {
                  if (t != known)
                    fillPointersOfTwo(t, known, bucket, count, getPointers,
                                      closure, room);
                  known = t;
                  kernel.body(begin, end, room, &bucket.sizes[t]);
                });
  });
  if (!kernel.finish)
    return;
  pool.run(bucket.num_tensors, [&](int64_t t) {
    auto **room = static_cast<void **>(alloca(roomBytes));
    kernel.finish(0, bucket.sizes[t], getPointers(closure, t, count, room),
                  &bucket.sizes[t]);
  });
}

fp8rt_status fp8rt::launchBucket(const char *function, fp8rt_context context,
                                 fp8rt_stream stream,
                                 const fp8rt_kernel *kernel,
                                 const fp8rt_bucket *bucket,
                                 PointersOfTensor getPointers,
                                 const void *closure) {
  return withStream(function, context, stream, [&](const char *function) {
    // The operands of each tensor are checked below.
    void *const pointers[] = {nullptr};
    const int64_t sizes[] = {0};
    if (fp8rt_status status =
            checkLaunch(function, kernel, /*n=*/0, pointers, sizes))
      return status;
    if (kernel->body == fp8rt_attention_kernel)
      return fail(FP8RT_INVALID_ARGUMENT,
                  "%s: kernel %s: expected a body that computes chunks, but "
                  "got fp8rt_attention_kernel",
                  function, kernel->name);
    if (fp8rt_status status = checkBucket(function, kernel, bucket))
      return status;
    runBucket(context->pool, *kernel, *bucket, getPointers, closure);
    return FP8RT_OK;
  });
}

fp8rt_status fp8rt_launch_bucket(fp8rt_context context, fp8rt_stream stream,
                                 const fp8rt_kernel *kernel,
                                 const fp8rt_bucket *bucket,
                                 void *const *pointers) {
  if (kernel && kernel->num_pointers != 0 && bucket &&
      bucket->num_tensors > 0 && !pointers)
    return failNull(__func__, "pointers");
  auto getPointers = [](const void *all, int64_t tensor, int64_t count,
                        void **) -> void *const * {
    return static_cast<void *const *>(all) + tensor * count;
  };
  return launchBucket(__func__, context, stream, kernel, bucket, getPointers,
                      pointers);
}

//===----------------------------------------------------------------------===//
// Last stages of reductions
//===----------------------------------------------------------------------===//

float fp8rt_combine_sums(float *partials, int64_t count) {
  if (count <= 0)
    return -0.0f;
  int64_t half = 1;
  while (half < count)
    half *= 2;
  // Adding -0.0 changes nothing, so missing sums need no addition.
  while ((half /= 2) != 0)
    for (int64_t i = 0; i < half && i + half < count; ++i)
      partials[i] = partials[i] + partials[i + half];
  return partials[0];
}

float fp8rt_combine_maxima(const float *partials, int64_t count) {
  // The bits of non-negative values have the order of the values.
  uint32_t max = 0;
  for (int64_t i = 0; i < count; ++i) {
    uint32_t bits;
    std::memcpy(&bits, &partials[i], sizeof(bits));
    max = std::max(max, bits & 0x7FFFFFFFu);
  }
  if (max > 0x7F800000u)
    max = 0x7FC00000u;
  float result;
  std::memcpy(&result, &max, sizeof(result));
  return result;
}
