//===- Launch.cpp - Kernels over chunks -----------------------------------===//

#include "Context.h"

#include <algorithm>
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
    // Not begin + grain, which may overflow.
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
// Last stages of reductions
//===----------------------------------------------------------------------===//

float fp8rt_combine_sums(float *partials, int64_t count) {
  if (count <= 0)
    return -0.0f;
  int64_t half = 1;
  while (half < count)
    half *= 2;
  // Adding -0.0 changes nothing, so what is missing need not be there.
  while ((half /= 2) != 0)
    for (int64_t i = 0; i < half && i + half < count; ++i)
      partials[i] = partials[i] + partials[i + half];
  return partials[0];
}

float fp8rt_combine_maxima(const float *partials, int64_t count) {
  // Values that are not negative are ordered as their bits are.
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
