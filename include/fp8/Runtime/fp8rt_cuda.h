/*===- fp8rt_cuda.h - Compiled training steps on NVIDIA GPUs ------*- C -*-===*\
|*
|* The back end of the runtime for CUDA: what a host of kernels for a GPU calls.
|* The driver (libcuda.so.1) and cuBLASLt (libcublasLt.so.13 or .12, that of the
|* driver's CUDA first) are opened when they are first needed, so that one build
|* runs everywhere; without them the calls that need them fail with
|* FP8RT_LIBRARY_MISSING. Errors and threads are as fp8rt.h says; calls on one
|* device exclude each other.
|*
|* Work on a stream is asynchronous: an error of a kernel shows at a later call.
|* With FP8RT_CUDA_EAGER=1 in the environment, or the flag, steps run op by op,
|* each to its end, and the message names the op.
|*
\*===----------------------------------------------------------------------===*/

#ifndef FP8_RUNTIME_FP8RT_CUDA_H
#define FP8_RUNTIME_FP8RT_CUDA_H

#include "fp8/Runtime/fp8rt.h"

/* NOLINTBEGIN(readability-identifier-naming): C names */

#ifdef __cplusplus
extern "C" {
#endif

/*===----------------------------------------------------------------------===*\
|* Devices
\*===----------------------------------------------------------------------===*/

typedef struct fp8rt_cuda_s *fp8rt_cuda;

enum { FP8RT_CUDA_EAGER = 1u << 0 };

typedef struct fp8rt_cuda_options {
  size_t struct_size;   /* sizeof(fp8rt_cuda_options) */
  int32_t ordinal;      /* which GPU */
  uint32_t flags;       /* FP8RT_CUDA_EAGER */
  const char *driver;   /* NULL: FP8RT_CUDA_DRIVER, else libcuda.so.1 */
  const char *cublaslt; /* NULL: FP8RT_CUBLASLT, else as above */
} fp8rt_cuda_options;

/* Opens the driver and takes the primary context of a GPU, which others in the
 * process share. NULL options: all zero. */
FP8RT_API fp8rt_status fp8rt_cuda_create(const fp8rt_cuda_options *options,
                                         fp8rt_cuda *device);

/* Refuses with FP8RT_BUSY while memory, a module or a step lives; streams and
 * events go with their device. NULL is fine. */
FP8RT_API fp8rt_status fp8rt_cuda_destroy(fp8rt_cuda device);

typedef struct fp8rt_cuda_info {
  char name[128];
  int32_t capability;     /* 10 * major + minor, as 90 */
  int32_t driver_version; /* 1000 * major + 10 * minor of CUDA */
  uint64_t free_bytes, total_bytes;
} fp8rt_cuda_info;

FP8RT_API fp8rt_status fp8rt_cuda_get_info(fp8rt_cuda device,
                                           fp8rt_cuda_info *info);

/*===----------------------------------------------------------------------===*\
|* Memory
|*
|* Addresses of a GPU are integers: the host cannot read them. Memory of a GPU
|* is aligned to 256 bytes, and not zero at first. Copies between host and GPU
|* want memory of fp8rt_cuda_alloc_host, which must stay until the stream has
|* passed.
\*===----------------------------------------------------------------------===*/

typedef uint64_t fp8rt_address;
typedef struct fp8rt_cuda_stream_s *fp8rt_cuda_stream;
typedef struct fp8rt_cuda_event_s *fp8rt_cuda_event;

/* 0 bytes give 1. */
FP8RT_API fp8rt_status fp8rt_cuda_alloc(fp8rt_cuda device, uint64_t bytes,
                                        fp8rt_address *address);
FP8RT_API fp8rt_status fp8rt_cuda_free(fp8rt_cuda device,
                                       fp8rt_address address);
FP8RT_API fp8rt_status fp8rt_cuda_alloc_host(fp8rt_cuda device, uint64_t bytes,
                                             void **address);
FP8RT_API fp8rt_status fp8rt_cuda_free_host(fp8rt_cuda device, void *address);

FP8RT_API fp8rt_status fp8rt_cuda_upload(fp8rt_cuda device,
                                         fp8rt_cuda_stream stream,
                                         fp8rt_address to, const void *from,
                                         uint64_t bytes);
FP8RT_API fp8rt_status fp8rt_cuda_download(fp8rt_cuda device,
                                           fp8rt_cuda_stream stream, void *to,
                                           fp8rt_address from, uint64_t bytes);
FP8RT_API fp8rt_status fp8rt_cuda_copy(fp8rt_cuda device,
                                       fp8rt_cuda_stream stream,
                                       fp8rt_address to, fp8rt_address from,
                                       uint64_t bytes);
FP8RT_API fp8rt_status fp8rt_cuda_fill(fp8rt_cuda device,
                                       fp8rt_cuda_stream stream,
                                       fp8rt_address to, uint8_t value,
                                       uint64_t bytes);

/*===----------------------------------------------------------------------===*\
|* Streams and events
\*===----------------------------------------------------------------------===*/

FP8RT_API fp8rt_status fp8rt_cuda_stream_create(fp8rt_cuda device,
                                                fp8rt_cuda_stream *stream);
FP8RT_API fp8rt_status fp8rt_cuda_stream_destroy(fp8rt_cuda device,
                                                 fp8rt_cuda_stream stream);
FP8RT_API fp8rt_status fp8rt_cuda_stream_synchronize(fp8rt_cuda device,
                                                     fp8rt_cuda_stream stream);

/* `timed` events can be measured, and cost more. */
FP8RT_API fp8rt_status fp8rt_cuda_event_create(fp8rt_cuda device, int32_t timed,
                                               fp8rt_cuda_event *event);
FP8RT_API fp8rt_status fp8rt_cuda_event_destroy(fp8rt_cuda device,
                                                fp8rt_cuda_event event);
FP8RT_API fp8rt_status fp8rt_cuda_event_record(fp8rt_cuda device,
                                               fp8rt_cuda_event event,
                                               fp8rt_cuda_stream stream);
/* As on a CPU, waiting for an event that was never recorded is an error. */
FP8RT_API fp8rt_status fp8rt_cuda_stream_wait(fp8rt_cuda device,
                                              fp8rt_cuda_stream stream,
                                              fp8rt_cuda_event event);
FP8RT_API fp8rt_status fp8rt_cuda_event_synchronize(fp8rt_cuda device,
                                                    fp8rt_cuda_event event);
/* Between two timed events, which have happened. */
FP8RT_API fp8rt_status fp8rt_cuda_elapsed(fp8rt_cuda device,
                                          fp8rt_cuda_event from,
                                          fp8rt_cuda_event to,
                                          float *milliseconds);

/*===----------------------------------------------------------------------===*\
|* Kernels
\*===----------------------------------------------------------------------===*/

typedef struct fp8rt_cuda_module_s *fp8rt_cuda_module;

/* `image` is a fatbin, a cubin or PTX that ends in a zero byte. */
FP8RT_API fp8rt_status fp8rt_cuda_module_load(fp8rt_cuda device,
                                              const void *image,
                                              fp8rt_cuda_module *module);
/* Refuses with FP8RT_BUSY while a step launches its kernels. */
FP8RT_API fp8rt_status fp8rt_cuda_module_unload(fp8rt_cuda device,
                                                fp8rt_cuda_module module);

/*===----------------------------------------------------------------------===*\
|* Matrix products
|*
|* fp8rt_gemm_desc as on a CPU, by cuBLASLt: two operands of 8-bit floats, one
|* of them e4m3 and both with their terms contiguous; or two of bf16; or two of
|* f32. Sums are f32, and rounded once to a result of bf16, which products of
|* f32 do not have.
|* Epilogues are those that cuBLASLt has for the types (GemmEpilogue.h); the
|* bias of all matrices of a batch is one.
\*===----------------------------------------------------------------------===*/

enum {
  /* Sums of 8-bit floats may keep fewer bits than f32 has (cuBLASLt's fast
   * accumulation). */
  FP8RT_CUDA_FAST_SUMS = 1u << 0,
  /* Products of f32 may round their operands to TF32. */
  FP8RT_CUDA_TF32 = 1u << 1
};

/* Whether a GPU of this capability multiplies so; FP8RT_UNSUPPORTED, with the
 * reason, if it does not. Needs no GPU. */
FP8RT_API fp8rt_status fp8rt_cuda_check_gemm(const fp8rt_gemm_desc *desc,
                                             int32_t capability);

/* Opens cuBLASLt, which the first step with a product does otherwise: whether
 * it is there. */
FP8RT_API fp8rt_status fp8rt_cuda_open_products(fp8rt_cuda device);

/*===----------------------------------------------------------------------===*\
|* Compiled steps
|*
|* The same straight list as on a CPU, with streams and events. It is captured
|* once, as one CUDA graph, for fixed addresses; a run launches the graph, and
|* allocates and waits for nothing.
\*===----------------------------------------------------------------------===*/

/* Byte `offset` of an argument of the step; nothing if `argument` is -1. */
typedef struct fp8rt_cuda_buffer {
  int64_t argument;
  int64_t offset;
} fp8rt_cuda_buffer;

typedef struct fp8rt_cuda_launch {
  const char *kernel; /* NULL: none */
  int64_t num_blocks; /* 0: not launched */
  int32_t num_threads;
} fp8rt_cuda_launch;

/* Several tensors of one kernel, whose arguments are then two tables in the
 * memory of the GPU: `chunks`, and a row for each tensor, of its size and its
 * buffers. */
typedef struct fp8rt_cuda_bucket {
  int64_t num_tensors;
  const int64_t *sizes;
  int64_t num_chunk_words;
  const int64_t *chunks;
} fp8rt_cuda_bucket;

typedef struct fp8rt_cuda_op {
  fp8rt_cuda_launch main, finish;  /* no kernels: a product */
  const fp8rt_gemm_desc *product;  /* if there is no kernel */
  const fp8rt_cuda_bucket *bucket; /* of a kernel, or NULL */
  /* Of a kernel its arguments, of a bucket those of every tensor; of a product
   * those of FP8RT_GEMM_LHS and on, up to the workspace. */
  int64_t num_buffers;
  const fp8rt_cuda_buffer *buffers;
  int32_t stream;    /* from 0 on */
  int32_t event;     /* recorded behind the op, from 0 on, or -1 */
  int32_t num_waits; /* events of earlier ops */
  const int32_t *waits;
  const char *location; /* in the source of the step, for messages */
} fp8rt_cuda_op;

typedef struct fp8rt_cuda_step_desc {
  uint32_t abi_version; /* FP8RT_ABI_VERSION of the compiler */
  uint32_t flags;       /* FP8RT_CUDA_FAST_SUMS | FP8RT_CUDA_TF32 */
  int32_t num_arguments;
  int32_t num_streams;
  int32_t num_events;
  const char *name;
  const fp8rt_cuda_op *ops;
  int64_t num_ops;
} fp8rt_cuda_step_desc;

typedef struct fp8rt_cuda_step_s *fp8rt_cuda_step;

/* Memory of the GPU that fp8rt_cuda_step_create takes, at most. Needs no GPU.
 */
FP8RT_API fp8rt_status fp8rt_cuda_step_bytes(const fp8rt_cuda_step_desc *desc,
                                             int32_t capability,
                                             uint64_t *bytes);

/* Captures the step on `addresses`, of which none is 0 and each is a multiple
 * of 256. `module` may be NULL if there are no kernels. The description and
 * what it points to are read before the call returns. The message of an error
 * begins with the step, the kernel and its location. */
FP8RT_API fp8rt_status fp8rt_cuda_step_create(fp8rt_cuda device,
                                              fp8rt_cuda_module module,
                                              const fp8rt_cuda_step_desc *desc,
                                              const fp8rt_address *addresses,
                                              fp8rt_cuda_step *step);
/* Only when the GPU has done its runs. */
FP8RT_API fp8rt_status fp8rt_cuda_step_destroy(fp8rt_cuda device,
                                               fp8rt_cuda_step step);
FP8RT_API fp8rt_status fp8rt_cuda_step_run(fp8rt_cuda device,
                                           fp8rt_cuda_stream stream,
                                           fp8rt_cuda_step step);

/*===----------------------------------------------------------------------===*\
|* Steps in object files
|*
|* What fp8-translate --fp8-to-cuda-object compiles: constants, so that a host
|* needs no file beside its program.
\*===----------------------------------------------------------------------===*/

typedef struct fp8rt_cuda_argument {
  uint64_t bytes;
  const void *value; /* what a constant holds, else NULL */
} fp8rt_cuda_argument;

typedef struct fp8rt_cuda_compiled {
  const fp8rt_cuda_step_desc *desc;
  const void *image; /* for fp8rt_cuda_module_load; NULL: no kernels */
  const fp8rt_cuda_argument *arguments; /* desc->num_arguments */
} fp8rt_cuda_compiled;

#ifdef __cplusplus
} /* extern "C" */
#endif

/* NOLINTEND(readability-identifier-naming) */

#endif /* FP8_RUNTIME_FP8RT_CUDA_H */
