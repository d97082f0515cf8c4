/*===- fp8rt.h - The runtime of compiled training steps -----------*- C -*-===*\
|*
|* What generated code and its hosts call: memory in one arena, kernels over
|* threads, matrix products through a library of the machine. Plain C; every
|* type that is not opaque has a fixed layout.
|*
|* Errors. A call returns FP8RT_OK or a code, and then fp8rt_last_error() is one
|* line that says what was expected and what was given. Outputs are written on
|* success only. No call throws, aborts, or prints.
|*
|* Threads. Any thread may call. Calls on one context that run work exclude each
|* other, except from inside a kernel, where they run on that thread alone.
|*
|* Floating point. Kernels run rounding to nearest even, with subnormals, with
|* every exception masked; the caller's environment is restored on return.
|*
|* Determinism. No result depends on the number of threads: work is cut into
|* chunks by index alone, and who runs a chunk is unobservable.
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
  FP8RT_OUT_OF_RANGE = 3,   /* an offset or a size beyond its arena */
  FP8RT_INVALID_HANDLE = 4, /* destroyed, of another kind or context */
  FP8RT_BUSY = 5,           /* objects of the context are alive */
  FP8RT_UNSUPPORTED = 6,
  FP8RT_LIBRARY_MISSING = 7, /* the message names the package */
  FP8RT_CORRUPTED = 8,       /* a write beside a guarded block */
  FP8RT_SYSTEM = 9,          /* the operating system refused */
  FP8RT_DEVICE_ERROR = 10,   /* a GPU, or a library for it, failed */
  FP8RT_FORCE_32_BIT = 0x7fffffff
} fp8rt_status;

/* Grows with every change that a compiled step or host can notice. Code that
 * was compiled for version v runs with a library of version v alone. */
#define FP8RT_ABI_VERSION 4
FP8RT_API uint32_t fp8rt_abi_version(void);

/* The message of the last call of this thread that failed, "" before the first.
 * Valid until the thread's next failure. */
FP8RT_API const char *fp8rt_last_error(void);

/* "invalid argument", ... A static string for any value. */
FP8RT_API const char *fp8rt_status_name(fp8rt_status status);

/*===----------------------------------------------------------------------===*\
|* Context
\*===----------------------------------------------------------------------===*/

typedef struct fp8rt_context_s *fp8rt_context;

enum {
  FP8RT_PIN_THREADS = 1u << 0, /* own threads: one CPU of the mask each */
  FP8RT_GUARD = 1u << 1        /* guard pages around every arena and block */
};

typedef struct fp8rt_options {
  size_t struct_size;  /* sizeof(fp8rt_options) */
  int32_t num_threads; /* with the caller's; 0: the CPUs this thread may use */
  uint32_t flags;      /* FP8RT_PIN_THREADS | FP8RT_GUARD */
} fp8rt_options;

/* NULL options: all zero. Starts num_threads - 1 threads, which sleep between
 * jobs. FP8RT_GUARD=1 in the environment sets FP8RT_GUARD. A process that forks
 * must not use a context in the child. */
FP8RT_API fp8rt_status fp8rt_context_create(const fp8rt_options *options,
                                            fp8rt_context *context);

/* Refuses with FP8RT_BUSY while an arena or block lives; streams and events go
 * with their context. NULL is fine. */
FP8RT_API fp8rt_status fp8rt_context_destroy(fp8rt_context context);

/* 0 for NULL. */
FP8RT_API int32_t fp8rt_num_threads(fp8rt_context context);

/*===----------------------------------------------------------------------===*\
|* Streams and events
|*
|* Work on one stream runs in the order of its submission; NULL is the default
|* stream. This library runs work before the call that submits it returns, so an
|* event is complete once recorded. Callers must not rely on that: whoever waits
|* as if work were deferred runs unchanged where it is.
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
/* Later work of `stream` follows what `event` recorded. Waiting for an event
 * that was never recorded is an error, not a wait. */
FP8RT_API fp8rt_status fp8rt_stream_wait(fp8rt_context context,
                                         fp8rt_stream stream,
                                         fp8rt_event event);
FP8RT_API fp8rt_status fp8rt_event_synchronize(fp8rt_context context,
                                               fp8rt_event event);

/*===----------------------------------------------------------------------===*\
|* Memory
|*
|* Sizes and offsets are bytes. An alignment is a power of two up to 4096; 0
|* means 64. New memory is zero.
|*
|* Guarded memory lies between two pages that trap. Its end, rounded up to the
|* alignment, touches the upper one; the gap below is filled and checked when
|* the memory is released.
\*===----------------------------------------------------------------------===*/

typedef struct fp8rt_arena_s *fp8rt_arena;

/* One reservation, of which pages are used when they are first touched. */
FP8RT_API fp8rt_status fp8rt_arena_create(fp8rt_context context, uint64_t bytes,
                                          uint64_t alignment,
                                          fp8rt_arena *arena);
FP8RT_API fp8rt_status fp8rt_arena_destroy(fp8rt_context context,
                                           fp8rt_arena arena);
/* The address of bytes [offset, offset + bytes), which lie in the arena. */
FP8RT_API fp8rt_status fp8rt_arena_at(fp8rt_context context, fp8rt_arena arena,
                                      uint64_t offset, uint64_t bytes,
                                      void **address);
FP8RT_API fp8rt_status fp8rt_arena_size(fp8rt_context context,
                                        fp8rt_arena arena, uint64_t *bytes);

FP8RT_API fp8rt_status fp8rt_alloc(fp8rt_context context, uint64_t bytes,
                                   uint64_t alignment, void **address);
/* `address` comes from fp8rt_alloc of this context, or is NULL. */
FP8RT_API fp8rt_status fp8rt_free(fp8rt_context context, void *address);

/*===----------------------------------------------------------------------===*\
|* Kernels
|*
|* Items 0 .. n-1 are cut into chunks [c * grain, min((c + 1) * grain, n)). A
|* body is called once for each chunk, on any thread, in any order, with exactly
|* that range: begin / grain is the index of the chunk. It must not throw.
\*===----------------------------------------------------------------------===*/

typedef void (*fp8rt_range_body)(int64_t begin, int64_t end, void *closure);

FP8RT_API fp8rt_status fp8rt_parallel_for(fp8rt_context context,
                                          fp8rt_stream stream, int64_t n,
                                          int64_t grain, fp8rt_range_body body,
                                          void *closure);

/* The entry of a compiled kernel. `pointers` are its buffers in the order that
 * the compiler chose; scalars that change from step to step (a scale, a
 * learning rate) are buffers of one element. `sizes` are its extents. */
typedef void (*fp8rt_cpu_kernel)(int64_t begin, int64_t end,
                                 void *const *pointers, const int64_t *sizes);

/* What the compiler emits as one constant per kernel. */
typedef struct fp8rt_kernel {
  const char *name;        /* for messages; not NULL */
  fp8rt_cpu_kernel body;   /* called per chunk */
  fp8rt_cpu_kernel finish; /* NULL, or called as finish(0, n, ...) once, after
                              every chunk: the last stage of a reduction, whose
                              chunks left one partial result each in a buffer */
  int64_t grain;           /* items per chunk */
  int32_t num_pointers;
  int32_t num_sizes;
} fp8rt_kernel;

/* The two arrays are read before the call returns, what their pointers point to
 * until the stream has passed. `finish` runs even if n is 0. */
FP8RT_API fp8rt_status fp8rt_launch(fp8rt_context context, fp8rt_stream stream,
                                    const fp8rt_kernel *kernel, int64_t n,
                                    void *const *pointers,
                                    const int64_t *sizes);

/* Several tensors of one kernel. Tensor t has sizes[t] items, which are cut
 * into chunks of the kernel's grain from its item 0 on. What threads share is
 * the order of all chunks: chunk c of tensor t lies at starts[t] + c * grain,
 * and tensor t ends before starts[t + 1], so that the last of the num_tensors +
 * 1 is where all end. */
typedef struct fp8rt_bucket {
  int64_t num_tensors;
  const int64_t *sizes;
  const int64_t *starts; /* not before starts[t - 1] + sizes[t - 1] */
} fp8rt_bucket;

/* Runs body(begin, end, pointers of t, &sizes[t]) for every chunk of every
 * tensor t, then finish(0, sizes[t], ...) for each. Tensor t has
 * kernel->num_pointers pointers, those from t * kernel->num_pointers on. No
 * tensor touches what another one writes. Behind the pointers of t, `body`
 * finds those of t + 1, or of t once more if it is the last: what they point to
 * it may fetch ahead, and nothing else. */
FP8RT_API fp8rt_status fp8rt_launch_bucket(fp8rt_context context,
                                           fp8rt_stream stream,
                                           const fp8rt_kernel *kernel,
                                           const fp8rt_bucket *bucket,
                                           void *const *pointers);

/* The end of a sum in the declared order: block sums combined by halving over
 * the next power of two, as if padded with -0.0. `partials` is overwritten. The
 * sum of nothing is -0.0. For use inside `finish`. */
FP8RT_API float fp8rt_combine_sums(float *partials, int64_t count);

/* The largest of `count` values that are not negative; 0 for none; the NaN
 * 0x7FC00000 if there is any NaN. */
FP8RT_API float fp8rt_combine_maxima(const float *partials, int64_t count);

/*===----------------------------------------------------------------------===*\
|* Matrix product
|*
|*   out[b][i][j] = activation(beta * out[b][i][j] +
|*                  lhs_scale_inv * rhs_scale_inv * sum over l of
|*                  lhs[b][i][l] * rhs[b][l][j]  + bias[j])
|*
|* accumulated in f32 in an order that depends on the shape alone. The error is
|* bounded by 2 (k + 4) 2^-24 times the same expression of absolute values, for
|* operands and results above the subnormal range.
\*===----------------------------------------------------------------------===*/

typedef enum fp8rt_dtype {
  FP8RT_F32 = 0,
  FP8RT_BF16 = 1,
  FP8RT_E4M3 = 2, /* 0x7F is NaN, no infinities */
  FP8RT_E5M2 = 3, /* IEEE-like, with infinities */
  FP8RT_DTYPE_FORCE_32_BIT = 0x7fffffff
} fp8rt_dtype;

/* How a matrix lies in memory. Strides count elements and are not negative; an
 * operand's batch stride 0 repeats one matrix. Fast where one of the two inner
 * strides is 1; other operands are copied first. */
typedef struct fp8rt_matrix {
  int32_t dtype;   /* fp8rt_dtype */
  int32_t scaling; /* fp8rt_scaling */
  int64_t row_stride;
  int64_t col_stride;
  int64_t batch_stride[2];
} fp8rt_matrix;

/* What the inverse scales of an operand of 8-bit codes are, which multiply what
 * a code decodes to. Where there are many the product has no batches, and they
 * lie as cuBLASLt reads them, in blocks of terms; o is a row of lhs or a column
 * of rhs, b a block, numbered from 0, and B how many there are. */
typedef enum fp8rt_scaling {
  FP8RT_SCALE_TENSOR = 0,  /* one f32; of other operands, none */
  FP8RT_SCALE_1X128 = 1,   /* f32 at [b][o] */
  FP8RT_SCALE_128X128 = 2, /* f32 at [o / 128][b], rows of B, rounded up to a
                              multiple of 4; not of both operands */
  FP8RT_SCALE_MX = 3       /* e8m0 of 32 terms, at
                              [o / 128][b / 4][o % 32][o / 32 % 4][b % 4]: tiles
                              of 512, the last ones whole; of both operands */
} fp8rt_scaling;

typedef enum fp8rt_activation {
  FP8RT_ACTIVATION_NONE = 0,
  FP8RT_ACTIVATION_RELU = 1 /* max(y, 0); of a NaN one on a CPU, what cuBLASLt
                               makes of it on a GPU */
} fp8rt_activation;

typedef struct fp8rt_gemm_desc {
  int64_t m, n, k;
  int64_t batch[2]; /* two, because attention batches by sequence and head */
  fp8rt_matrix lhs; /* m x k */
  fp8rt_matrix rhs; /* k x n */
  fp8rt_matrix out; /* m x n, f32 or, for beta 0, bf16; col_stride 1, no
                       overlap */
  int32_t beta;     /* 0: `out` is only written, 1: added to */
  int32_t has_bias;
  int32_t bias_dtype; /* f32 or bf16, if there is one */
  int32_t activation; /* fp8rt_activation */
} fp8rt_gemm_desc;

typedef struct fp8rt_gemm_args {
  const void *lhs;
  const void *rhs;
  float *out;                /* of elements of out.dtype, whatever it is */
  const void *lhs_scale_inv; /* as lhs.scaling says; NULL for one of 1 */
  const void *rhs_scale_inv; /* likewise */
  const void *bias;          /* n elements, if the descriptor has a bias */
  void *workspace;           /* 64-byte aligned; NULL: memory of the context,
                                which keeps the largest it ever needed */
} fp8rt_gemm_args;

/* The buffers of a product, in the order in which steps list them. */
enum {
  FP8RT_GEMM_LHS,
  FP8RT_GEMM_RHS,
  FP8RT_GEMM_OUT,
  FP8RT_GEMM_LHS_SCALE_INV,
  FP8RT_GEMM_RHS_SCALE_INV,
  FP8RT_GEMM_BIAS,
  FP8RT_GEMM_WORKSPACE, /* of a CPU alone */
  FP8RT_NUM_GEMM_BUFFERS
};

/* The arguments of a product whose buffers are at `addresses`, in the order
 * above. */
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

/* What fp8rt_gemm needs in `workspace`: a function of the descriptor alone, so
 * that a compiler can plan it. */
FP8RT_API fp8rt_status fp8rt_gemm_workspace(const fp8rt_gemm_desc *desc,
                                            uint64_t *bytes);

FP8RT_API fp8rt_status fp8rt_gemm(fp8rt_context context, fp8rt_stream stream,
                                  const fp8rt_gemm_desc *desc,
                                  const fp8rt_gemm_args *args);

/* Which library multiplies operands of these types, as in "oneDNN bf16"; NULL,
 * with an error to read, if there is none. */
FP8RT_API const char *fp8rt_gemm_backend(fp8rt_dtype lhs, fp8rt_dtype rhs);

/*===----------------------------------------------------------------------===*\
|* Compiled steps
|*
|* A step is a straight list of launches and products. The compiler writes it as
|* constants, which one function here walks: what is code are the kernels alone.
\*===----------------------------------------------------------------------===*/

/* Byte `offset` of an argument of the step or, if `argument` is -1, of what
 * `address` points to: a constant, or nothing. */
typedef struct fp8rt_buffer {
  const void *address;
  int64_t argument;
  int64_t offset;
} fp8rt_buffer;

typedef struct fp8rt_op {
  const fp8rt_kernel *kernel;     /* launched over `n` items, or NULL */
  const fp8rt_gemm_desc *product; /* if there is no kernel */
  int64_t n;
  /* Of a kernel its pointers, of a bucket those of every tensor; of a product
   * those of FP8RT_GEMM_LHS and on. */
  const fp8rt_buffer *buffers;
  const char *location;       /* in the source of the step, for messages */
  const fp8rt_bucket *bucket; /* of a kernel, of `n` items in all, or NULL */
} fp8rt_op;

typedef struct fp8rt_step {
  uint32_t abi_version; /* FP8RT_ABI_VERSION of the compiler */
  int32_t num_arguments;
  const char *name;
  const char *const *argument_names; /* the last one is the arena */
  const fp8rt_op *ops;
  int64_t num_ops;
} fp8rt_step;

/* Runs the ops in order; `arguments` are the addresses of the arguments, none
 * of which is NULL, and the arena is aligned to 64 bytes. Allocates nothing.
 * The message of an error begins with the step, the kernel and its location.
 * What ops before it have written stays. */
FP8RT_API fp8rt_status fp8rt_run_step(fp8rt_context context,
                                      fp8rt_stream stream,
                                      const fp8rt_step *step,
                                      void *const *arguments);

#ifdef __cplusplus
} /* extern "C" */
#endif

/* NOLINTEND(readability-identifier-naming) */

#endif /* FP8_RUNTIME_FP8RT_H */
