/*===- fp8rt.h - runtime of compiled training steps ---------------*- C -*-===*\
|*
|* The interface that generated code and its hosts call: memory in one arena,
|* kernels on several threads, and matrix multiplication by a library of the
|* machine. Plain C; every type that is not opaque has a fixed layout.
|*
|* Errors. A call returns FP8RT_OK or an error code. After an error,
|* fp8rt_last_error() returns one line with the expected and the actual value.
|* Outputs are written only on success. No call throws, aborts or prints.
|*
|* Threads. Any thread may call any function. Calls that run work on one context
|* exclude each other. Calls from inside a kernel run on the calling thread
|* only.
|*
|* Floating point. Kernels run with rounding to nearest even, with subnormals
|* enabled and with all exceptions masked. The caller's environment is restored
|* on return.
|*
|* Determinism. No result depends on the number of threads: chunks depend only
|* on the index of the work items, and results do not depend on which thread
|* runs a chunk.
|*
\*===----------------------------------------------------------------------===*/

#ifndef FP8_RUNTIME_FP8RT_H
#define FP8_RUNTIME_FP8RT_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define FP8RT_API __attribute__((visibility("default")))
#else
#define FP8RT_API
#endif

/* NOLINTBEGIN(readability-identifier-naming): C names */

#ifdef __cplusplus
extern "C" {
#endif

/*===----------------------------------------------------------------------===*\
|* Errors and version
\*===----------------------------------------------------------------------===*/

typedef enum fp8rt_status {
  FP8RT_OK = 0,
  FP8RT_INVALID_ARGUMENT = 1,
  FP8RT_OUT_OF_MEMORY = 2,
  FP8RT_OUT_OF_RANGE = 3,    /* an offset or a size exceeds its arena */
  FP8RT_INVALID_HANDLE = 4,  /* destroyed, or of another kind or context */
  FP8RT_BUSY = 5,            /* objects of the context still exist */
  FP8RT_UNSUPPORTED = 6,     /* not implemented, or not by this machine */
  FP8RT_LIBRARY_MISSING = 7, /* the message names the package to install */
  FP8RT_CORRUPTED = 8,       /* a write outside the bounds of a guarded block */
  FP8RT_SYSTEM = 9,          /* an operating system call failed */
  FP8RT_DEVICE_ERROR = 10,   /* a GPU, or a library for it, failed */
  FP8RT_COMM_FAILED = 11,    /* another rank ended, or did not arrive in time */
  FP8RT_FORCE_32_BIT = 0x7fffffff
} fp8rt_status;

/* Version of the interface. It increases with every change that a compiled step
 * or a host can observe. Code compiled for version v runs only with a library
 * of version v. */
#define FP8RT_ABI_VERSION 5
FP8RT_API uint32_t fp8rt_abi_version(void);

/* Returns the message of the last failed call of this thread, or "" if no call
 * has failed. Valid until the next failure on this thread. */
FP8RT_API const char *fp8rt_last_error(void);

/* Returns the name of a status, such as "invalid argument". Returns a static
 * string for every value. */
FP8RT_API const char *fp8rt_status_name(fp8rt_status status);

/*===----------------------------------------------------------------------===*\
|* Context
\*===----------------------------------------------------------------------===*/

typedef struct fp8rt_context_s *fp8rt_context;

enum {
  FP8RT_PIN_THREADS = 1u << 0, /* pin each worker thread to one allowed CPU */
  FP8RT_GUARD = 1u << 1        /* guard pages around every arena and block */
};

typedef struct fp8rt_options {
  size_t struct_size;  /* sizeof(fp8rt_options) */
  int32_t num_threads; /* includes the caller; 0: number of allowed CPUs */
  uint32_t flags;      /* FP8RT_PIN_THREADS | FP8RT_GUARD */
} fp8rt_options;

/* Creates a context. NULL options stand for all zeros. Starts num_threads - 1
 * worker threads, which sleep between jobs. The environment variable
 * FP8RT_GUARD=1 sets the flag FP8RT_GUARD. After a fork, the child process must
 * not use the context. */
FP8RT_API fp8rt_status fp8rt_context_create(const fp8rt_options *options,
                                            fp8rt_context *context);

/* Destroys a context, with its streams and events. Fails with FP8RT_BUSY while
 * an arena or block exists. NULL is allowed. */
FP8RT_API fp8rt_status fp8rt_context_destroy(fp8rt_context context);

/* Returns the number of threads of a context, or 0 for NULL. */
FP8RT_API int32_t fp8rt_num_threads(fp8rt_context context);

/*===----------------------------------------------------------------------===*\
|* Streams and events
|*
|* Work on one stream runs in submission order; NULL is the default stream. This
|* library completes work before the submitting call returns, so an event is
|* complete as soon as it is recorded. Callers must not rely on this. Code that
|* waits as if work were asynchronous is also correct with an asynchronous
|* implementation.
\*===----------------------------------------------------------------------===*/

typedef struct fp8rt_stream_s *fp8rt_stream;
typedef struct fp8rt_event_s *fp8rt_event;

FP8RT_API fp8rt_status fp8rt_stream_create(fp8rt_context context,
                                           fp8rt_stream *stream);
FP8RT_API fp8rt_status fp8rt_stream_destroy(fp8rt_context context,
                                            fp8rt_stream stream);
FP8RT_API fp8rt_status fp8rt_stream_synchronize(fp8rt_context context,
                                                fp8rt_stream stream);

FP8RT_API fp8rt_status fp8rt_event_create(fp8rt_context context,
                                          fp8rt_event *event);
FP8RT_API fp8rt_status fp8rt_event_destroy(fp8rt_context context,
                                           fp8rt_event event);
FP8RT_API fp8rt_status fp8rt_event_record(fp8rt_context context,
                                          fp8rt_event event,
                                          fp8rt_stream stream);
/* Makes later work of `stream` wait for the work that `event` recorded. Waiting
 * for an event that was never recorded is an error. */
FP8RT_API fp8rt_status fp8rt_stream_wait(fp8rt_context context,
                                         fp8rt_stream stream,
                                         fp8rt_event event);
FP8RT_API fp8rt_status fp8rt_event_synchronize(fp8rt_context context,
                                               fp8rt_event event);

/*===----------------------------------------------------------------------===*\
|* Memory
|*
|* Sizes and offsets are in bytes. An alignment is a power of two up to 4096.
|* Alignment 0 means 64. New memory is zero-initialized.
|*
|* Guarded memory lies between two inaccessible pages. Its end, rounded up to
|* the alignment, touches the upper page. The gap to the lower page is filled
|* with a pattern, which is checked when the memory is released.
\*===----------------------------------------------------------------------===*/

typedef struct fp8rt_arena_s *fp8rt_arena;

/* Creates an arena: one reservation of address space. Physical pages are
 * allocated at the first access. */
FP8RT_API fp8rt_status fp8rt_arena_create(fp8rt_context context, uint64_t bytes,
                                          uint64_t alignment,
                                          fp8rt_arena *arena);
FP8RT_API fp8rt_status fp8rt_arena_destroy(fp8rt_context context,
                                           fp8rt_arena arena);
/* Returns the address of bytes [offset, offset + bytes), which must be inside
 * the arena. */
FP8RT_API fp8rt_status fp8rt_arena_at(fp8rt_context context, fp8rt_arena arena,
                                      uint64_t offset, uint64_t bytes,
                                      void **address);
FP8RT_API fp8rt_status fp8rt_arena_size(fp8rt_context context,
                                        fp8rt_arena arena, uint64_t *bytes);

FP8RT_API fp8rt_status fp8rt_alloc(fp8rt_context context, uint64_t bytes,
                                   uint64_t alignment, void **address);
/* Frees a block. `address` is a result of fp8rt_alloc of this context, or
 * NULL. */
FP8RT_API fp8rt_status fp8rt_free(fp8rt_context context, void *address);

/*===----------------------------------------------------------------------===*\
|* Kernels
|*
|* Work items 0 .. n-1 are divided into chunks [c * grain, min((c + 1) * grain,
|* n)). The body is called once per chunk, on any thread, in any order, with
|* exactly this range: begin / grain is the index of the chunk. The body must
|* not throw.
\*===----------------------------------------------------------------------===*/

typedef void (*fp8rt_range_body)(int64_t begin, int64_t end, void *closure);

FP8RT_API fp8rt_status fp8rt_parallel_for(fp8rt_context context,
                                          fp8rt_stream stream, int64_t n,
                                          int64_t grain, fp8rt_range_body body,
                                          void *closure);

/* Entry point of a compiled kernel. `pointers` are its buffers in the order
 * that the compiler chose. Scalars that change from step to step (a scale, a
 * learning rate) are buffers of one element. `sizes` are its extents. */
typedef void (*fp8rt_cpu_kernel)(int64_t begin, int64_t end,
                                 void *const *pointers, const int64_t *sizes);

/* A kernel. The compiler emits one constant of this type per kernel. */
typedef struct fp8rt_kernel {
  const char *name;        /* for messages; not NULL */
  fp8rt_cpu_kernel body;   /* called once per chunk */
  fp8rt_cpu_kernel finish; /* NULL, or called once as finish(0, n, ...) after
                              all chunks: the last stage of a reduction, which
                              combines one partial result per chunk */
  int64_t grain;           /* work items per chunk */
  int32_t num_pointers;
  int32_t num_sizes;
} fp8rt_kernel;

/* Launches a kernel. The two arrays are read before the call returns. The
 * memory that their pointers refer to must stay valid until the stream has
 * completed the launch. `finish` runs even if n is 0. */
FP8RT_API fp8rt_status fp8rt_launch(fp8rt_context context, fp8rt_stream stream,
                                    const fp8rt_kernel *kernel, int64_t n,
                                    void *const *pointers,
                                    const int64_t *sizes);

/* Several tensors processed by one kernel. Tensor t has sizes[t] work items,
 * which are divided into chunks of the kernel's grain, starting at its item 0.
 * The chunks of all tensors form one sequence, which threads divide: chunk c of
 * tensor t is at position starts[t] + c * grain. Tensor t ends at or before
 * starts[t + 1]; starts has num_tensors + 1 elements, and its last element is
 * the end of all tensors. */
typedef struct fp8rt_bucket {
  int64_t num_tensors;
  const int64_t *sizes;
  const int64_t *starts; /* at least starts[t - 1] + sizes[t - 1] */
} fp8rt_bucket;

/* Runs body(begin, end, pointers of t, &sizes[t]) for every chunk of every
 * tensor t, then finish(0, sizes[t], ...) for every tensor. Tensor t has
 * kernel->num_pointers pointers, starting at pointers[t *
 * kernel->num_pointers]. No tensor may access memory that another tensor
 * writes. In a call of `body`, the pointers of t are followed by the pointers
 * of t + 1 (for the last tensor, by its own again). `body` may prefetch from
 * these addresses, but must not access them otherwise. */
FP8RT_API fp8rt_status fp8rt_launch_bucket(fp8rt_context context,
                                           fp8rt_stream stream,
                                           const fp8rt_kernel *kernel,
                                           const fp8rt_bucket *bucket,
                                           void *const *pointers);

/* Combines the block sums of a sum in the declared order, by halving over the
 * next power of two, as if padded with -0.0. Overwrites `partials`. The sum of
 * no elements is -0.0. For use inside `finish`. */
FP8RT_API float fp8rt_combine_sums(float *partials, int64_t count);

/* Returns the largest of `count` non-negative values: 0 for no values, and the
 * NaN 0x7FC00000 if any value is NaN. */
FP8RT_API float fp8rt_combine_maxima(const float *partials, int64_t count);

/*===----------------------------------------------------------------------===*\
|* Matrix multiplication
|*
|*   out[b][i][j] = activation(beta * out[b][i][j] +
|*                  lhs_scale_inv * rhs_scale_inv * sum over l of
|*                  lhs[b][i][l] * rhs[b][l][j]  + bias[j])
|*
|* The sum is accumulated in f32, in an order that depends only on the shape.
|* For operands and results above the subnormal range, the error is at most
|* 2 (k + 4) 2^-24 times the same expression evaluated on absolute values.
\*===----------------------------------------------------------------------===*/

typedef enum fp8rt_dtype {
  FP8RT_F32 = 0,
  FP8RT_BF16 = 1,
  FP8RT_E4M3 = 2, /* 0x7F is NaN, no infinities */
  FP8RT_E5M2 = 3, /* IEEE-like, with infinities */
  FP8RT_DTYPE_FORCE_32_BIT = 0x7fffffff
} fp8rt_dtype;

/* Memory layout of a matrix. Strides are in elements and not negative. A batch
 * stride of 0 repeats one matrix (operands only). An operand is fast if one of
 * its two inner strides is 1; other operands are copied first. */
typedef struct fp8rt_matrix {
  int32_t dtype;   /* fp8rt_dtype */
  int32_t scaling; /* fp8rt_scaling */
  int64_t row_stride;
  int64_t col_stride;
  int64_t batch_stride[2];
} fp8rt_matrix;

/* Inverse scales of an operand of 8-bit codes. They multiply the decoded
 * values. With more than one scale per operand, the product must not be
 * batched, and the scales have the memory layout of cuBLASLt, in blocks of
 * terms. Below, o is a row of lhs or a column of rhs, b is the index of a block
 * of terms, and B is the number of blocks. */
typedef enum fp8rt_scaling {
  FP8RT_SCALE_TENSOR = 0,  /* one f32; none for operands that are not codes */
  FP8RT_SCALE_1X128 = 1,   /* f32 at [b][o], for 128 terms */
  FP8RT_SCALE_128X128 = 2, /* f32 at [o / 128][b], in rows of B rounded up to a
                              multiple of 4; for at most one operand */
  FP8RT_SCALE_MX = 3       /* e8m0 of 32 terms, at
                              [o / 128][b / 4][o % 32][o / 32 % 4][b % 4]: tiles
                              of 512 bytes, including the last ones; for both
                              operands */
} fp8rt_scaling;

typedef enum fp8rt_activation {
  FP8RT_ACTIVATION_NONE = 0,
  FP8RT_ACTIVATION_RELU = 1 /* max(y, 0); a NaN stays NaN on a CPU, and is
                               handled as by cuBLASLt on a GPU */
} fp8rt_activation;

typedef struct fp8rt_gemm_desc {
  int64_t m, n, k;
  int64_t batch[2]; /* two dimensions: attention has sequences and heads */
  fp8rt_matrix lhs; /* m x k */
  fp8rt_matrix rhs; /* k x n */
  fp8rt_matrix out; /* m x n, f32 or, if beta is 0, bf16; col_stride 1, no
                       overlapping elements */
  int32_t beta; /* 0: `out` is only written, 1: the product is added to it */
  int32_t has_bias;
  int32_t bias_dtype; /* f32 or bf16, if has_bias */
  int32_t activation; /* fp8rt_activation */
} fp8rt_gemm_desc;

typedef struct fp8rt_gemm_args {
  const void *lhs;
  const void *rhs;
  float *out;                /* elements have type out.dtype, also if not f32 */
  const void *lhs_scale_inv; /* layout given by lhs.scaling; NULL means 1 */
  const void *rhs_scale_inv; /* likewise */
  const void *bias;          /* n elements, if has_bias */
  void *workspace; /* 64-byte aligned; NULL: memory of the context, which
                      keeps the largest size it ever needed */
} fp8rt_gemm_args;

/* Buffers of a matrix multiplication, in the order in which steps list them. */
enum {
  FP8RT_GEMM_LHS,
  FP8RT_GEMM_RHS,
  FP8RT_GEMM_OUT,
  FP8RT_GEMM_LHS_SCALE_INV,
  FP8RT_GEMM_RHS_SCALE_INV,
  FP8RT_GEMM_BIAS,
  FP8RT_GEMM_WORKSPACE, /* on a CPU only */
  FP8RT_NUM_GEMM_BUFFERS
};

/* Returns the arguments of a matrix multiplication whose buffers are at
 * `addresses`, in the order above. */
static inline fp8rt_gemm_args fp8rt_gemm_args_at(void *const *addresses) {
  fp8rt_gemm_args args;
  args.lhs = addresses[FP8RT_GEMM_LHS];
  args.rhs = addresses[FP8RT_GEMM_RHS];
  args.out = (float *)addresses[FP8RT_GEMM_OUT];
  args.lhs_scale_inv = addresses[FP8RT_GEMM_LHS_SCALE_INV];
  args.rhs_scale_inv = addresses[FP8RT_GEMM_RHS_SCALE_INV];
  args.bias = addresses[FP8RT_GEMM_BIAS];
  args.workspace = addresses[FP8RT_GEMM_WORKSPACE];
  return args;
}

/* Returns the size of the `workspace` that fp8rt_gemm needs. The size depends
 * only on the descriptor, so a compiler can plan it. */
FP8RT_API fp8rt_status fp8rt_gemm_workspace(const fp8rt_gemm_desc *desc,
                                            uint64_t *bytes);

FP8RT_API fp8rt_status fp8rt_gemm(fp8rt_context context, fp8rt_stream stream,
                                  const fp8rt_gemm_desc *desc,
                                  const fp8rt_gemm_args *args);

/* Returns the name of the library that multiplies operands of these types, such
 * as "oneDNN bf16". If there is none, returns NULL and sets the error
 * message. */
FP8RT_API const char *fp8rt_gemm_backend(fp8rt_dtype lhs, fp8rt_dtype rhs);

/*===----------------------------------------------------------------------===*\
|* Exchanges between ranks
|*
|* The rows of a tensor are divided among the ranks of a group: member k has
|* piece_bytes bytes from k * piece_bytes on, or fewer if the tensor ends
|* earlier. The last members may have fewer bytes, or none.
|*
|* - FP8RT_ALL_GATHER: a rank sends its piece, and receives the tensor.
|* - FP8RT_ALL_TO_ALL: a rank sends the tensor, a piece to each member. It
|*   receives its own piece from each member k, at k * piece_bytes. Bytes beyond
|*   the pieces are set to 0.
|*
|* One exchange may include several tensors. fp8rt_comm.h declares the ranks.
\*===----------------------------------------------------------------------===*/

enum { FP8RT_ALL_GATHER, FP8RT_ALL_TO_ALL, FP8RT_NUM_EXCHANGES };

/* A tensor of an exchange. */
typedef struct fp8rt_exchange {
  int32_t kind;  /* FP8RT_ALL_GATHER or FP8RT_ALL_TO_ALL */
  uint32_t axes; /* bit i: the ranks of a group differ along axis i of the mesh,
                    from major to minor; a group is ordered by rank */
  int64_t piece_bytes;
  int64_t total_bytes; /* of the tensor, at most the pieces of all members */
} fp8rt_exchange;

/* Buffers of each tensor of an exchange, in the order in which steps list
 * them. */
enum {
  FP8RT_EXCHANGE_SEND,
  FP8RT_EXCHANGE_RECEIVE,
  FP8RT_NUM_EXCHANGE_BUFFERS
};

/*===----------------------------------------------------------------------===*\
|* Compiled steps
|*
|* A step is a list of launches, matrix multiplications and exchanges. The
|* compiler emits the list as constants, and fp8rt_run_step executes it; only
|* the kernels are generated code.
\*===----------------------------------------------------------------------===*/

/* The address at byte `offset` of an argument of the step. If `argument` is -1,
 * the address at byte `offset` of the constant at `address`, or NULL if
 * `address` is NULL. */
typedef struct fp8rt_buffer {
  const void *address;
  int64_t argument;
  int64_t offset;
} fp8rt_buffer;

typedef struct fp8rt_op {
  const fp8rt_kernel *kernel;     /* launched over `n` work items, or NULL */
  const fp8rt_gemm_desc *product; /* used if `kernel` is NULL */
  int64_t n;
  /* The pointers of a kernel, the pointers of all tensors of a bucket, the
   * buffers of a matrix multiplication from FP8RT_GEMM_LHS on, or the buffers
   * of each tensor of an exchange from FP8RT_EXCHANGE_SEND on. */
  const fp8rt_buffer *buffers;
  const char *location;       /* in the source of the step, for messages */
  const fp8rt_bucket *bucket; /* NULL, or the tensors of a kernel launch, with
                                 `n` work items in total */
  const fp8rt_exchange *tensors; /* of an exchange, used if `kernel` and
                                    `product` are NULL */
  int64_t num_tensors;
  int32_t stream;    /* not 0: an exchange that runs beside kernels */
  int32_t event;     /* recorded after the op; numbered from 0; -1: none */
  int32_t num_waits; /* number of events of earlier ops to wait for */
  const int32_t *waits;
} fp8rt_op;

typedef struct fp8rt_step {
  uint32_t abi_version; /* FP8RT_ABI_VERSION of the compiler */
  int32_t num_arguments;
  const char *name;
  const char *const *argument_names; /* the last one is the arena */
  const fp8rt_op *ops;
  int64_t num_ops;
} fp8rt_step;

/* Runs the ops in order. If the context has a communicator, exchanges whose
 * stream is not 0 run on a separate thread, in order. `waits` and `event`
 * synchronize them with the other ops. `arguments` are the addresses of the
 * arguments. No address is NULL, and the arena is aligned to 64 bytes.
 * Allocates no memory. An error message starts with the step, the kernel and
 * its location. After an error, the results of earlier ops remain written. */
FP8RT_API fp8rt_status fp8rt_run_step(fp8rt_context context,
                                      fp8rt_stream stream,
                                      const fp8rt_step *step,
                                      void *const *arguments);

#ifdef __cplusplus
} /* extern "C" */
#endif

/* NOLINTEND(readability-identifier-naming) */

#endif /* FP8_RUNTIME_FP8RT_H */
