/*===- fp8c.h - compiler of training steps for C ------------------*- C -*-===*\
|*
|* Compiles a training step in this process and runs it on memory of the caller.
|* C99. The library libFP8C holds the compiler; its users need no part of LLVM.
|*
|* Errors. A call returns FP8C_OK or an error code. After an error,
|* fp8c_last_error() returns its message: the location in the module, the
|* expected and the actual value, and the lines of notes. Outputs are written
|* only on success, except for the arguments of a run. No call throws or prints.
|*
|* Threads. Any thread may call any function. Calls on one context that compile
|* wait for each other. A step is used by one thread at a time: a call on a step
|* that another thread is using fails with FP8C_BUSY. Different steps run at the
|* same time, except those of one mesh: see fp8c_step_run. After a fork, the
|* child process cannot use the objects of its parent; calls fail with
|* FP8C_INVALID_ARGUMENT.
|*
|* Lifetimes. Strings and arrays of a step live as long as the step.
|*
\*===----------------------------------------------------------------------===*/

#ifndef FP8_C_FP8C_H
#define FP8_C_FP8C_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define FP8C_API __attribute__((visibility("default")))
#else
#define FP8C_API
#endif

/* NOLINTBEGIN(readability-identifier-naming): C names */

#ifdef __cplusplus
extern "C" {
#endif

/*===----------------------------------------------------------------------===*\
|* Errors and version
\*===----------------------------------------------------------------------===*/

typedef enum fp8c_status {
  FP8C_OK = 0,
  FP8C_INVALID_ARGUMENT = 1, /* of a call of this interface */
  FP8C_REJECTED = 2,         /* a module or an option is not supported */
  FP8C_FAILED = 3,           /* a step did not run */
  FP8C_BUSY = 4,             /* in use, by another thread or by steps */
  FP8C_FORCE_32_BIT = 0x7fffffff
} fp8c_status;

/* Version of this interface. It increases with every incompatible change. */
#define FP8C_VERSION 1
FP8C_API uint32_t fp8c_version(void);

/* Returns the message of the last failed call of this thread, or "" if no call
 * has failed. Valid until the next failure on this thread. */
FP8C_API const char *fp8c_last_error(void);

/*===----------------------------------------------------------------------===*\
|* Context
\*===----------------------------------------------------------------------===*/

typedef struct fp8c_context_s *fp8c_context;

/* Creates a context, the memory of compilations. It grows with each of them. */
FP8C_API fp8c_status fp8c_context_create(fp8c_context *context);

/* Destroys a context. Fails with FP8C_BUSY while steps of it exist. NULL is
 * allowed. */
FP8C_API fp8c_status fp8c_context_destroy(fp8c_context context);

/*===----------------------------------------------------------------------===*\
|* Compilation
\*===----------------------------------------------------------------------===*/

/* The functions of a host that exchange bytes between processes, as
 * fp8/Runtime/fp8rt_comm.h declares them. */
struct fp8rt_transport;

/* Options are text, as the tools take them. NULL stands for the default. */
typedef struct fp8c_options {
  size_t struct_size;         /* sizeof(fp8c_options) */
  const char *train;          /* options of --fp8-train-pipeline, as in
                                 "recipe=delayed storage=fp8-split8"; without a
                                 recipe nothing is quantized */
  const char *target;         /* a target of fp8-run that uses memory of the
                                 host; default: "cpu" */
  const char *target_options; /* options of the target: "num-threads=2" */
  const char *file_name;      /* name of the module in messages */
  const char *mesh;           /* axes and numbers of ranks, as in "dp:4". More
                                 than one rank: processes that an MPI launcher
                                 has started, or that `transport` connects. All
                                 compile the same steps in the same order, start
                                 from the same states, and run each step
                                 together, with the same scalars, each with a
                                 batch of its own. An exchange waits
                                 FP8RT_COMM_TIMEOUT seconds, or 60 */
  const struct fp8rt_transport
      *transport; /* connects the ranks of `mesh`; NULL: MPI. Steps with the
                     same mesh and the same `self`, which is not NULL, share a
                     connection. It is copied, and used until the process ends,
                     which calls `destroy` unless that is NULL. If several steps
                     pass one transport, or compilation fails, `destroy` may
                     not be called */
} fp8c_options;

typedef struct fp8c_step_s *fp8c_step;

/* Compiles a step from `size` bytes of MLIR text or bytecode, which must come
 * from a trusted source. `options` may be NULL. */
FP8C_API fp8c_status fp8c_compile(fp8c_context context, const void *module,
                                  size_t size, const fp8c_options *options,
                                  fp8c_step *step);

/* Destroys a step. Fails with FP8C_BUSY while another thread uses it. NULL is
 * allowed. */
FP8C_API fp8c_status fp8c_step_destroy(fp8c_step step);

/* Returns the warnings and remarks of the compilation, one a line, or "". */
FP8C_API const char *fp8c_step_messages(fp8c_step step);

/*===----------------------------------------------------------------------===*\
|* Functions of a step
\*===----------------------------------------------------------------------===*/

typedef enum fp8c_dtype {
  FP8C_F64 = 0,
  FP8C_F32 = 1,
  FP8C_F16 = 2,
  FP8C_BF16 = 3,
  FP8C_F8E4M3FN = 4,
  FP8C_F8E5M2 = 5,
  FP8C_F8E8M0FNU = 6,
  FP8C_BOOL = 7, /* one byte, 0 or 1 */
  FP8C_I8 = 8,   /* integers are signed or unsigned, as the step uses them */
  FP8C_I16 = 9,
  FP8C_I32 = 10,
  FP8C_I64 = 11,
  FP8C_DTYPE_FORCE_32_BIT = 0x7fffffff
} fp8c_dtype;

typedef enum fp8c_role {
  FP8C_INPUT = 0,  /* read */
  FP8C_SCALAR = 1, /* read; one element, of rank 0 */
  FP8C_STATE = 2,  /* read, and overwritten in place by a result */
  FP8C_RESULT = 3, /* written */
  FP8C_ROLE_FORCE_32_BIT = 0x7fffffff
} fp8c_role;

typedef struct fp8c_argument {
  const char *name;
  fp8c_dtype dtype;
  fp8c_role role;
  int32_t rank;
  const int64_t *extents;
  int64_t num_bytes;   /* contiguous, in row-major order */
  const char *kind;    /* of a state, such as "param" or "moment"; else "" */
  int32_t has_initial; /* 1: the module specifies the initial value */
  double initial;      /* of every element, if has_initial */
  int32_t is_added;    /* 1: storage has added this argument; its first value
                          is a result of `pack`, or else `initial` */
  int32_t is_loss;     /* 1: a result that is a loss */
} fp8c_argument;

/* A result of a function, in the order of the module. */
typedef struct fp8c_result {
  const char *name;
  int64_t argument; /* index of the argument that it is written to */
} fp8c_result;

/* A function. `step` is always there, and the first one. Others exist if the
 * step needs them:
 *
 * - `step0` and others with `ranges` replace `step` at some steps. They have
 *   the same arguments.
 * - `pack` computes stored states from the values of states, and `unpack` is
 *   the inverse. Arguments of all functions with the same name are the same
 *   tensors; a name that `pack` reads and writes is a value and its codes.
 * - `init` computes initial values of arguments of the same names, before
 *   states are stored. Its argument, if it has one, is a seed.
 */
typedef struct fp8c_function {
  const char *name;
  int64_t num_arguments;
  const fp8c_argument *arguments;
  int64_t num_results;
  const fp8c_result *results;
  int64_t num_ranges;
  const int64_t *ranges; /* num_ranges pairs: the first and the last step,
                            counted from 0, at which it replaces `step` */
} fp8c_function;

/* Returns the functions of a step, or NULL for NULL. */
FP8C_API const fp8c_function *fp8c_step_functions(fp8c_step step,
                                                  int64_t *num_functions);

/* Returns the index of the function that runs as step `number`, or -1 for a
 * negative number. */
FP8C_API int64_t fp8c_step_function_at(fp8c_step step, int64_t number);

/* Runs function `function` on memory of the caller. `addresses` are those of
 * its arguments. They are aligned to their elements, and do not overlap, and
 * scalars are in their `fp8.range`: all is checked, and nothing has run if a
 * check fails. The address of an argument without elements may be NULL.
 *
 * If a function that trains fails on one rank of a mesh, it fails on all of
 * them, now or at their next run, even if only a check of addresses failed.
 * Such a failure ends the mesh for the process: functions that train then fail
 * in all steps of the mesh, and no step can be compiled for it. A module that
 * does not compile on one rank is rejected on all of them, and ends nothing.
 *
 * Steps of one mesh do not run at the same time: this call and fp8c_compile
 * fail with FP8C_BUSY while another thread exchanges data with the ranks of the
 * mesh. FP8C_BUSY changes nothing and does not end the mesh, but the other
 * ranks wait for this one.
 *
 * Functions that train are compiled already. `pack`, `unpack` and `init` are
 * compiled when they first run. The target `cpu` reads and writes the memory
 * where it is, and allocates no tensors. */
FP8C_API fp8c_status fp8c_step_run(fp8c_step step, int64_t function,
                                   void *const *addresses);

/* Returns the report of fp8-run --report for the functions that train, as
 * "table" or "json". Only the target `cpu` has reports. */
FP8C_API fp8c_status fp8c_step_report(fp8c_step step, const char *format,
                                      const char **text);

/* An object file that links with libfp8rt alone, and its C header: the files of
 * fp8-translate --fp8-to-object. */
typedef struct fp8c_object {
  const char *object;
  size_t object_size;
  const char *header;
  size_t header_size;
} fp8c_object;

/* Compiles `step` and the functions that belong to it to an object for the CPU
 * of this machine. `name` is the base name of the files, and the start of the
 * names of C functions. Only the target `cpu` has objects. */
FP8C_API fp8c_status fp8c_step_object(fp8c_step step, const char *name,
                                      fp8c_object *object);

#ifdef __cplusplus
} /* extern "C" */
#endif

/* NOLINTEND(readability-identifier-naming) */

#endif /* FP8_C_FP8C_H */
