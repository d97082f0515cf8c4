/*===- fp8rt_argument.h - arguments of compiled steps -------------*- C -*-===*\
|*
|* An object file has a table of this type for each function of a step. With it,
|* a host can allocate, initialize, save and load the arguments of any step.
|*
\*===----------------------------------------------------------------------===*/

#ifndef FP8_RUNTIME_FP8RT_ARGUMENT_H
#define FP8_RUNTIME_FP8RT_ARGUMENT_H

#include <stdint.h>

/* NOLINTBEGIN(readability-identifier-naming): C names */

typedef enum fp8rt_role {
  FP8RT_INPUT = 0,  /* read */
  FP8RT_STATE = 1,  /* read, and overwritten with the new state */
  FP8RT_RESULT = 2, /* written */
  FP8RT_ROLE_FORCE_32_BIT = 0x7fffffff
} fp8rt_role;

/* An argument of a step: a contiguous tensor in row-major order. */
typedef struct fp8rt_argument {
  const char *name; /* in the module, such as "layer.0/w" */
  const char *type; /* of an element, as in MLIR: "f32", "bf16", "f8E4M3FN" */
  const char *kind; /* of a state, such as "param" or "moment"; else "" */
  int32_t role;     /* fp8rt_role */
  int32_t rank;
  const int64_t *extents; /* `rank` elements; NULL if there are none */
  uint64_t bytes;
  double initial;      /* of each element, before the first step */
  int32_t has_initial; /* 1: the module specifies `initial` */
} fp8rt_argument;

/* NOLINTEND(readability-identifier-naming) */

#endif /* FP8_RUNTIME_FP8RT_ARGUMENT_H */
