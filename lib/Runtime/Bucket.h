//===- Bucket.h - launches of several tensors -------------------*- C++ -*-===//
#ifndef FP8_LIB_RUNTIME_BUCKET_H
#define FP8_LIB_RUNTIME_BUCKET_H

#include "fp8/Runtime/fp8rt.h"

namespace fp8rt {

/// Returns the `count` pointers of a tensor of a launch. The function may store
/// them in `room`. Any thread may call it.
using PointersOfTensor = void *const *(*)(const void *closure, int64_t tensor,
                                          int64_t count, void **room);

/// Implements fp8rt_launch_bucket. `getPointers` computes the pointers when a
/// thread needs them.
fp8rt_status launchBucket(const char *function, fp8rt_context context,
                          fp8rt_stream stream, const fp8rt_kernel *kernel,
                          const fp8rt_bucket *bucket,
                          PointersOfTensor getPointers, const void *closure);

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_BUCKET_H
