/*===- CallerTest.c - The header in C99, as generated code uses it --------===*/

#include "CallerTest.h"
#include "fp8/Runtime/fp8rt.h"

static void scale(int64_t begin, int64_t end, void *const *pointers,
                  const int64_t *sizes) {
  const float *factor = pointers[0];
  float *data = pointers[1];
  (void)sizes;
  for (int64_t i = begin; i < end; ++i)
    data[i] *= *factor;
}

static void add(int64_t begin, int64_t end, void *const *pointers,
                const int64_t *sizes) {
  float *data = pointers[1];
  float *sum = pointers[2];
  (void)begin;
  (void)end;
  *sum = 0;
  for (int64_t i = 0; i < sizes[0]; ++i)
    *sum += data[i];
}

static const fp8rt_kernel kernel = {"scale", scale, add, 16, 3, 1};

int fp8TestCaller(float *sum) {
  fp8rt_context context;
  fp8rt_stream stream;
  fp8rt_arena arena;
  void *pointers[3];
  int64_t sizes[1] = {100};
  int64_t i;
  if (fp8rt_abi_version() != FP8RT_ABI_VERSION)
    return 1;
  if (fp8rt_context_create(NULL, &context) != FP8RT_OK)
    return 2;
  if (fp8rt_stream_create(context, &stream) != FP8RT_OK)
    return 3;
  if (fp8rt_arena_create(context, 1024, 64, &arena) != FP8RT_OK)
    return 4;
  if (fp8rt_arena_at(context, arena, 0, 4, &pointers[0]) != FP8RT_OK ||
      fp8rt_arena_at(context, arena, 64, 400, &pointers[1]) != FP8RT_OK ||
      fp8rt_arena_at(context, arena, 512, 4, &pointers[2]) != FP8RT_OK)
    return 5;
  *(float *)pointers[0] = 2;
  for (i = 0; i < sizes[0]; ++i)
    ((float *)pointers[1])[i] = (float)i;
  if (fp8rt_launch(context, stream, &kernel, sizes[0], pointers, sizes) !=
      FP8RT_OK)
    return 6;
  if (fp8rt_stream_synchronize(context, stream) != FP8RT_OK)
    return 7;
  *sum = *(float *)pointers[2];
  if (fp8rt_arena_destroy(context, arena) != FP8RT_OK ||
      fp8rt_context_destroy(context) != FP8RT_OK)
    return 8;
  return 0;
}
