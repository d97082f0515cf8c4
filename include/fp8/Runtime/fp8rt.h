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

#include "fp8/Runtime/fp8rt_context.h"
#include "fp8/Runtime/fp8rt_gemm.h"

/* NOLINTBEGIN(readability-identifier-naming): C names */

#ifdef __cplusplus
extern "C" {
#endif

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
