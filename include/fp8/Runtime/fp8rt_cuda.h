/*===- fp8rt_cuda.h - compiled training steps on NVIDIA GPUs ------*- C -*-===*\
|*
|* The CUDA backend of the runtime: the interface for hosts of GPU kernels. The
|* driver (libcuda.so.1), cuBLASLt (libcublasLt.so.13 or .12; the version of the
|* driver's CUDA is tried first), cuDNN (libcudnn.so.9) and NCCL (libnccl.so.2)
|* are opened at the first use, so one build runs on every machine. If a library
|* is missing, the calls that need it fail with FP8RT_LIBRARY_MISSING. Errors
|* and threads are as described in fp8rt.h. Calls on one device exclude each
|* other.
|*
|* Work on a stream is asynchronous: a later call reports the error of a kernel.
|* With FP8RT_CUDA_EAGER=1 in the environment, or the flag, a step waits for
|* each op before it starts the next one, and the error message names the op.
|*
\*===----------------------------------------------------------------------===*/

#ifndef FP8_RUNTIME_FP8RT_CUDA_H
#define FP8_RUNTIME_FP8RT_CUDA_H

#include "fp8/Runtime/fp8rt_attention.h"
#include "fp8/Runtime/fp8rt_comm.h"

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
  int32_t ordinal;      /* number of the GPU */
  uint32_t flags;       /* FP8RT_CUDA_EAGER */
  const char *driver;   /* path; NULL: $FP8RT_CUDA_DRIVER, else libcuda.so.1 */
  const char *cublaslt; /* path; NULL: $FP8RT_CUBLASLT, else as above */
  const char *nccl;     /* path; NULL: $FP8RT_NCCL, else as above */
  const char *cudnn;    /* path; NULL: $FP8RT_CUDNN, else as above */
} fp8rt_cuda_options;

/* Opens the driver and retains the primary context of a GPU, which other code
 * in the process shares. NULL options stand for all zeros, but the environment
 * variable FP8RT_CUDA_DEVICE may then give the number of the GPU. */
FP8RT_API fp8rt_status fp8rt_cuda_create(const fp8rt_cuda_options *options,
                                         fp8rt_cuda *device);

/* Destroys a device, with its streams and events. Fails with FP8RT_BUSY while
 * memory, a module or a step exists. NULL is allowed. */
FP8RT_API fp8rt_status fp8rt_cuda_destroy(fp8rt_cuda device);

typedef struct fp8rt_cuda_info {
  char name[128];
  int32_t capability;     /* 10 * major + minor, such as 90 */
  int32_t driver_version; /* 1000 * major + 10 * minor of the CUDA version */
  uint64_t free_bytes, total_bytes;
} fp8rt_cuda_info;

FP8RT_API fp8rt_status fp8rt_cuda_get_info(fp8rt_cuda device,
                                           fp8rt_cuda_info *info);

/*===----------------------------------------------------------------------===*\
|* Memory
|*
|* GPU addresses are integers, because the host cannot dereference them. GPU
|* memory is aligned to 256 bytes and not initialized. Copies between host and
|* GPU should use host memory of fp8rt_cuda_alloc_host. It must stay valid until
|* the stream has completed the copy.
\*===----------------------------------------------------------------------===*/

typedef uint64_t fp8rt_address;
typedef struct fp8rt_cuda_stream_s *fp8rt_cuda_stream;
typedef struct fp8rt_cuda_event_s *fp8rt_cuda_event;

/* A size of 0 bytes allocates 1 byte. */
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

/* Creates an event. `timed` events support fp8rt_cuda_elapsed, at a higher
 * cost. */
FP8RT_API fp8rt_status fp8rt_cuda_event_create(fp8rt_cuda device, int32_t timed,
                                               fp8rt_cuda_event *event);
FP8RT_API fp8rt_status fp8rt_cuda_event_destroy(fp8rt_cuda device,
                                                fp8rt_cuda_event event);
FP8RT_API fp8rt_status fp8rt_cuda_event_record(fp8rt_cuda device,
                                               fp8rt_cuda_event event,
                                               fp8rt_cuda_stream stream);
/* Waiting for an event that was never recorded is an error, as on a CPU. */
FP8RT_API fp8rt_status fp8rt_cuda_stream_wait(fp8rt_cuda device,
                                              fp8rt_cuda_stream stream,
                                              fp8rt_cuda_event event);
FP8RT_API fp8rt_status fp8rt_cuda_event_synchronize(fp8rt_cuda device,
                                                    fp8rt_cuda_event event);
/* Returns the time between two timed events that have completed. */
FP8RT_API fp8rt_status fp8rt_cuda_elapsed(fp8rt_cuda device,
                                          fp8rt_cuda_event from,
                                          fp8rt_cuda_event to,
                                          float *milliseconds);

/*===----------------------------------------------------------------------===*\
|* Kernels
\*===----------------------------------------------------------------------===*/

typedef struct fp8rt_cuda_module_s *fp8rt_cuda_module;

/* Loads a module. `image` is a fatbin, a cubin or PTX terminated by a zero
 * byte. */
FP8RT_API fp8rt_status fp8rt_cuda_module_load(fp8rt_cuda device,
                                              const void *image,
                                              fp8rt_cuda_module *module);
/* Unloads a module. Fails with FP8RT_BUSY while a step launches its kernels. */
FP8RT_API fp8rt_status fp8rt_cuda_module_unload(fp8rt_cuda device,
                                                fp8rt_cuda_module module);

/*===----------------------------------------------------------------------===*\
|* Matrix multiplication
|*
|* cuBLASLt computes the matmul that fp8rt_gemm_desc describes, as on a CPU. The
|* two operands are one of these pairs:
|* - two of 8-bit floats, at least one of them e4m3, both with contiguous terms;
|* - two of bf16;
|* - two of f32.
|*
|* Sums are accumulated in f32. They are rounded once if the result is bf16,
|* which f32 operands do not support. cuBLASLt determines the supported
|* epilogues of each combination of types (GemmEpilogue.h). All matrices of a
|* batch share one bias.
|*
|* Without the environment variable FP8_CACHE_DIR, a matmul takes the first
|* algorithm of the library. If the variable names a folder when cuBLASLt is
|* opened: when a step needs a shape for the first time, its creation measures
|* up to eight algorithms of the library, and keeps the fastest one there.
\*===----------------------------------------------------------------------===*/

enum {
  /* Sums of 8-bit floats may have less precision than f32 (cuBLASLt's fast
   * accumulation). */
  FP8RT_CUDA_FAST_SUMS = 1u << 0,
  /* The operands of f32 matmuls may be rounded to TF32. */
  FP8RT_CUDA_TF32 = 1u << 1,
  /* The ops of the step run one after another, on one stream, with an event
   * before and after each (fp8rt_cuda_step_times). */
  FP8RT_CUDA_TIMED = 1u << 2,
  /* Attention has the same bits in every run. Otherwise, cuDNN adds the
   * gradients of queries in any order, which is faster. Gradients on chips of
   * compute capability 10.x have no fixed order and are not supported. */
  FP8RT_CUDA_ORDERED = 1u << 3
};

/* Checks that a GPU of this capability supports the descriptor. Returns
 * FP8RT_UNSUPPORTED, with the reason, if it does not. Needs no GPU. */
FP8RT_API fp8rt_status fp8rt_cuda_check_gemm(const fp8rt_gemm_desc *desc,
                                             int32_t capability);

/* Opens cuBLASLt, to check that it is present. Otherwise the first step with a
 * matmul opens it. */
FP8RT_API fp8rt_status fp8rt_cuda_open_products(fp8rt_cuda device);

/*===----------------------------------------------------------------------===*\
|* Attention
|*
|* fp8rt_attention_desc as on a CPU, computed by graphs of cuDNN 9.15.1 or
|* later, from bf16 to bf16 (CudnnAttention.h). Scores may have a scale and a
|* causal mask with a score of at most -1e8, which counts as minus infinity. The
|* forward pass returns the logarithm of the sum of exponentials as the maximum
|* of a row, and 1 as the sum. The backward pass expects these values.
\*===----------------------------------------------------------------------===*/

/* Checks that cuDNN supports the description on a GPU of this capability.
 * Returns FP8RT_UNSUPPORTED, with the reason, if it does not. Needs no GPU. */
FP8RT_API fp8rt_status fp8rt_cuda_check_attention(
    const fp8rt_attention_desc *desc, int32_t capability);

/* Opens cuDNN, to check that it is present, and returns its version, such as
 * 91900 for 9.19. Otherwise the first step with attention opens it. */
FP8RT_API fp8rt_status fp8rt_cuda_open_attention(fp8rt_cuda device,
                                                 uint64_t *version);

/*===----------------------------------------------------------------------===*\
|* Ranks
|*
|* Exchanges of steps are copies between GPUs, which NCCL performs. Each rank is
|* a process with a GPU of its own. A group of one rank needs no NCCL.
|*
|* All ranks create the same steps in the same order, and run them in the same
|* order. The first step with an exchange along some axes creates a communicator
|* of NCCL, together with the other ranks of the group. NCCL allocates its own
|* memory for the communicator. If exchanges of a rank fail, on its GPU or on
|* its host, they fail on all ranks: waiting for a stream or an event returns
|* FP8RT_COMM_FAILED, if the transport has fp8rt_transport::poll. Afterwards,
|* every step with exchanges fails.
\*===----------------------------------------------------------------------===*/

/* Sets the communicator of steps with exchanges, which the device does not own
 * and which outlives it. NULL: such steps cannot be created. Fails with
 * FP8RT_BUSY while a step with exchanges exists, unless nothing changes. */
FP8RT_API fp8rt_status fp8rt_cuda_set_comm(fp8rt_cuda device, fp8rt_comm comm);

/* Opens NCCL, to check that it is present. Otherwise the first step with an
 * exchange between several ranks opens it. */
FP8RT_API fp8rt_status fp8rt_cuda_open_exchanges(fp8rt_cuda device);

/*===----------------------------------------------------------------------===*\
|* Compiled steps
|*
|* A step is a list of launches, matmuls, attention and exchanges, as on a CPU,
|* with streams and events. It is captured once, as one CUDA graph with fixed
|* addresses. A run launches the graph. It allocates no memory and does not
|* wait.
\*===----------------------------------------------------------------------===*/

/* The address at byte `offset` of an argument of the step, or null if
 * `argument` is -1. */
typedef struct fp8rt_cuda_buffer {
  int64_t argument;
  int64_t offset;
} fp8rt_cuda_buffer;

typedef struct fp8rt_cuda_launch {
  const char *kernel; /* NULL: no launch */
  int64_t num_blocks; /* 0: no launch */
  int32_t num_threads;
} fp8rt_cuda_launch;

/* Several tensors processed by one kernel. The arguments of the kernel are then
 * two tables in GPU memory: `chunks`, and a table with one row per tensor,
 * which holds its size and its buffers. */
typedef struct fp8rt_cuda_bucket {
  int64_t num_tensors;
  const int64_t *sizes;
  int64_t num_chunk_words;
  const int64_t *chunks;
} fp8rt_cuda_bucket;

typedef struct fp8rt_cuda_op {
  /* Without kernels, the op is a matmul, attention or an exchange. */
  fp8rt_cuda_launch main, finish;
  const fp8rt_gemm_desc *product;  /* used if there is no kernel */
  const fp8rt_cuda_bucket *bucket; /* tensors of a kernel launch, or NULL */
  const fp8rt_exchange *tensors; /* of an exchange, used if there is no kernel,
                                    product or attention */
  int64_t num_tensors;
  /* The arguments of a kernel, the arguments of all tensors of a bucket, the
   * buffers of a matmul, starting with FP8RT_GEMM_LHS and without a workspace,
   * the buffers of attention, starting with FP8RT_ATTENTION_Q, or those of each
   * tensor of an exchange, starting with FP8RT_EXCHANGE_SEND. */
  int64_t num_buffers;
  const fp8rt_cuda_buffer *buffers;
  int32_t stream;    /* numbered from 0; all exchanges are on one stream */
  int32_t event;     /* recorded after the op; numbered from 0; -1: none */
  int32_t num_waits; /* number of events of earlier ops to wait for */
  const int32_t *waits;
  const char *location; /* in the source of the step, for messages */
  const fp8rt_attention_desc *attention; /* used if there is no kernel or
                                            product */
} fp8rt_cuda_op;

typedef struct fp8rt_cuda_step_desc {
  uint32_t abi_version; /* FP8RT_ABI_VERSION of the compiler */
  /* FP8RT_CUDA_FAST_SUMS | FP8RT_CUDA_TF32 | FP8RT_CUDA_TIMED |
   * FP8RT_CUDA_ORDERED */
  uint32_t flags;
  int32_t num_arguments;
  int32_t num_streams;
  int32_t num_events;
  const char *name;
  const fp8rt_cuda_op *ops;
  int64_t num_ops;
} fp8rt_cuda_step_desc;

typedef struct fp8rt_cuda_step_s *fp8rt_cuda_step;

/* Returns an upper bound of the GPU memory that fp8rt_cuda_step_create
 * allocates, without the memory of NCCL, the workspaces of cuDNN, and the
 * memory of measurements of matmuls, which it releases. Needs no GPU. */
FP8RT_API fp8rt_status fp8rt_cuda_step_bytes(const fp8rt_cuda_step_desc *desc,
                                             int32_t capability,
                                             uint64_t *bytes);

/* Captures the step on `addresses`. No address is 0, and each is a multiple of
 * 256. `module` may be NULL if there are no kernels. The description and all
 * data that it points to are read before the call returns. An error message
 * starts with the step, the kernel and its location. */
FP8RT_API fp8rt_status fp8rt_cuda_step_create(fp8rt_cuda device,
                                              fp8rt_cuda_module module,
                                              const fp8rt_cuda_step_desc *desc,
                                              const fp8rt_address *addresses,
                                              fp8rt_cuda_step *step);
/* Destroys a step. The GPU must have completed all runs of the step. */
FP8RT_API fp8rt_status fp8rt_cuda_step_destroy(fp8rt_cuda device,
                                               fp8rt_cuda_step step);
FP8RT_API fp8rt_status fp8rt_cuda_step_run(fp8rt_cuda device,
                                           fp8rt_cuda_stream stream,
                                           fp8rt_cuda_step step);
/* Waits for `stream`, on which a step with FP8RT_CUDA_TIMED has run last, and
 * writes the time of each op on the GPU, in milliseconds. The times include the
 * gaps between ops and events. */
FP8RT_API fp8rt_status fp8rt_cuda_step_times(fp8rt_cuda device,
                                             fp8rt_cuda_stream stream,
                                             fp8rt_cuda_step step,
                                             float *milliseconds);

/*===----------------------------------------------------------------------===*\
|* Steps in object files
|*
|* fp8-translate --fp8-to-cuda-object compiles a step to these constants, so
|* that a host needs no file besides its executable.
\*===----------------------------------------------------------------------===*/

typedef struct fp8rt_cuda_argument {
  uint64_t bytes;
  const void *value; /* contents of a constant, else NULL */
} fp8rt_cuda_argument;

typedef struct fp8rt_cuda_compiled {
  const fp8rt_cuda_step_desc *desc;
  const void *image; /* for fp8rt_cuda_module_load; NULL if no kernels */
  const fp8rt_cuda_argument *arguments; /* desc->num_arguments elements */
} fp8rt_cuda_compiled;

#ifdef __cplusplus
} /* extern "C" */
#endif

/* NOLINTEND(readability-identifier-naming) */

#endif /* FP8_RUNTIME_FP8RT_CUDA_H */
