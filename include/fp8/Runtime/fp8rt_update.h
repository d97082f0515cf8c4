/*===- fp8rt_update.h - updates of tensors of any shapes ----------*- C -*-===*\
|*
|* An update is an optimizer step, compiled without the number and the shapes of
|* the tensors that it updates: their sizes and addresses are arguments of each
|* run. A tensor is a list of planes: the parameter, its gradient, its moments,
|* and, for states in 8 bits, codes and scales. Elements are contiguous and in
|* row-major order.
|*
|* Errors and threads are as described in fp8rt.h.
|*
\*===----------------------------------------------------------------------===*/

#ifndef FP8_RUNTIME_FP8RT_UPDATE_H
#define FP8_RUNTIME_FP8RT_UPDATE_H

#include "fp8/Runtime/fp8rt.h"
#include "fp8/Runtime/fp8rt_argument.h"

/* NOLINTBEGIN(readability-identifier-naming): C names */

#ifdef __cplusplus
extern "C" {
#endif

/*===----------------------------------------------------------------------===*\
|* Description of an update: constants, which the compiler emits
\*===----------------------------------------------------------------------===*/

/* A plane that each tensor has. */
typedef struct fp8rt_update_plane {
  const char *name; /* "param" or, for example, "grad", "exp_avg.scale_inv" */
  const char *type; /* of an element, as in MLIR: "f32", "bf16", "f8E4M3FN" */
  int32_t role;     /* fp8rt_role */
  int32_t element_bytes;
  /* Number of tensor elements per element of the plane. 1: the plane has as
   * many elements as the tensor. N: it has one element for every N elements of
   * the tensor, rounded up. 0: it has one element. */
  int64_t granule;
  int32_t has_initial; /* each element is `initial` before the first update */
  float initial;
} fp8rt_update_plane;

/* A number that all tensors of a run share, such as a learning rate. */
typedef struct fp8rt_update_scalar {
  const char *name;
  const char *type;  /* "f32" or "i32" */
  int32_t has_range; /* the value is at least `lower` and below `upper` */
  double lower, upper;
} fp8rt_update_scalar;

typedef enum fp8rt_update_kind {
  FP8RT_UPDATE_PLANE = 0,
  FP8RT_UPDATE_SCALAR = 1,
  FP8RT_UPDATE_SHARED = 2,   /* in the part of the workspace of all tensors */
  FP8RT_UPDATE_OWN = 3,      /* in the part of the workspace of one tensor */
  FP8RT_UPDATE_PARTIALS = 4, /* partial results of a reduction */
  FP8RT_UPDATE_CONSTANT = 5,
  FP8RT_UPDATE_KIND_FORCE_32_BIT = 0x7fffffff
} fp8rt_update_kind;

/* The address that a kernel receives. */
typedef struct fp8rt_update_operand {
  int32_t kind;        /* fp8rt_update_kind */
  int32_t index;       /* of the plane or scalar */
  int64_t offset;      /* of FP8RT_UPDATE_SHARED and _OWN, in bytes */
  int64_t items;       /* of FP8RT_UPDATE_PARTIALS: work items per result */
  int64_t bytes;       /* likewise: size of a result */
  const void *address; /* of FP8RT_UPDATE_CONSTANT */
} fp8rt_update_operand;

typedef struct fp8rt_update_launch {
  const fp8rt_kernel *kernel;
  const fp8rt_update_operand *operands; /* kernel->num_pointers */
  int64_t n;          /* work items of a tensor; 0: as many as its elements */
  int32_t is_shared;  /* launched once, not once for each tensor */
  int32_t num_inputs; /* operands that are read; written ones follow */
  int32_t num_outputs;
  const char *location; /* in the source of the update, for messages */
} fp8rt_update_launch;

/* An i32 in the workspace of a tensor, first + stride * its number. */
typedef struct fp8rt_update_number {
  int64_t offset;
  int32_t first;
  int32_t stride;
} fp8rt_update_number;

/* A state that is computed in the workspace of a tensor, and copied to its
 * plane after all launches. */
typedef struct fp8rt_update_copy {
  int64_t offset;
  int32_t plane;
  int32_t bytes;
} fp8rt_update_copy;

typedef struct fp8rt_update {
  uint32_t abi_version; /* FP8RT_ABI_VERSION of the compiler */
  int32_t num_planes;
  const char *name;
  const fp8rt_update_plane *planes;
  const fp8rt_update_scalar *scalars;
  const fp8rt_update_launch *launches;
  const fp8rt_update_number *numbers;
  const fp8rt_update_copy *copies;
  int32_t num_scalars;
  int32_t num_launches;
  int32_t num_numbers;
  int32_t num_copies;
  int64_t shared_bytes; /* workspace of all tensors */
  int64_t own_bytes;    /* workspace of each tensor, besides partial results */
} fp8rt_update;

/*===----------------------------------------------------------------------===*\
|* Run
\*===----------------------------------------------------------------------===*/

typedef struct fp8rt_update_args {
  int64_t num_tensors;
  const int64_t *sizes; /* number of elements of each tensor, may be 0 */
  /* Number of each tensor, or NULL for 0, 1, 2, ... Random bits depend on the
   * number, so a tensor must have the same number in every run. fp8-run numbers
   * the parameters that it stores in other formats, in the order of their
   * names. */
  const int32_t *numbers;
  /* update->num_planes addresses for each tensor, starting at planes[t *
   * update->num_planes]. An address may be NULL if the plane has no elements.
   * A result may be NULL for all tensors: launches that write only such results
   * are left out. */
  void *const *planes;
  void *const *scalars; /* update->num_scalars addresses */
  void *workspace;      /* aligned to 64 bytes; holds no data between runs */
} fp8rt_update_args;

/* Returns the size of `workspace` for tensors of these sizes, in bytes. */
FP8RT_API fp8rt_status fp8rt_update_workspace(const fp8rt_update *update,
                                              int64_t num_tensors,
                                              const int64_t *sizes,
                                              uint64_t *bytes);

/* Updates all tensors. No tensor may access memory that another tensor writes.
 * Checks ranges of scalars and NULL addresses first. Allocates no memory. After
 * any other error, results of earlier launches remain written. */
FP8RT_API fp8rt_status fp8rt_run_update(fp8rt_context context,
                                        fp8rt_stream stream,
                                        const fp8rt_update *update,
                                        const fp8rt_update_args *args);

/* Updates parts of tensors, for example if several processes share each tensor.
 * args->sizes and args->planes describe the parts. Part t starts at element
 * offsets[t] of its tensor. Elements get the random bits that they have in the
 * whole tensor. Offsets are multiples of all granules, and so are the sizes of
 * all parts except the last part of a tensor. A state of one element, such as
 * `amax`, describes the part afterwards: the host replaces it by the maximum
 * over all parts before the next run. FP8RT_UNSUPPORTED: the update reads such
 * a value in the same run. */
FP8RT_API fp8rt_status fp8rt_run_update_parts(fp8rt_context context,
                                              fp8rt_stream stream,
                                              const fp8rt_update *update,
                                              const fp8rt_update_args *args,
                                              const int64_t *offsets);

/*===----------------------------------------------------------------------===*\
|* Updates of libfp8rt_updates
\*===----------------------------------------------------------------------===*/

/* Sets `update` to an update of the library, in the code for this CPU.
 * docs/Runtime.md lists optimizers and storages; `gradient` is "f32" or "bf16";
 * `function` is "step" or, if the storage is not "fp32", "pack" or "unpack".
 * Sets no message. FP8RT_INVALID_ARGUMENT: there is no such update.
 * FP8RT_UNSUPPORTED: the CPU lacks AVX2 or another part of x86-64-v3. */
FP8RT_API fp8rt_status fp8rt_updates_find(const char *optimizer,
                                          const char *storage,
                                          const char *gradient,
                                          const char *function,
                                          const fp8rt_update **update);

#ifdef __cplusplus
} /* extern "C" */
#endif

/* NOLINTEND(readability-identifier-naming) */

#endif /* FP8_RUNTIME_FP8RT_UPDATE_H */
