/*===- BenchKernel.h - A kernel that fp8-bench can run ------------*- C -*-===*\
|*
|* Hand kernels are registered in this form, and so can compiled ones be: a
|* shared object that is given by --kernels=FILE and exports
|*
|*   const fp8_bench_kernel fp8_bench_kernels[] = {..., {0}};
|*
|* is run beside them, on the same buffers, in the same rounds.
|*
\*===----------------------------------------------------------------------===*/

#ifndef FP8_TOOLS_BENCH_BENCHKERNEL_H
#define FP8_TOOLS_BENCH_BENCHKERNEL_H

#include "fp8/Runtime/fp8rt.h"

/* NOLINTBEGIN(readability-identifier-naming): C names */

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fp8_bench_kernel {
  const char *benchmark; /* which case: see `fp8-bench --list` */
  const char *name;      /* as the table shows it: "generated" */
  const char *pointers;  /* the case's buffers in the kernel's order, as in
                            "x scale codes": the kernel's `pointers` */
  const char *sizes;     /* likewise its sizes, as in "rows cols" */
  const char *items;     /* the size that is the n of the launch */
  const fp8rt_kernel *kernel;
} fp8_bench_kernel;

#ifdef __cplusplus
} /* extern "C" */
#endif

/* NOLINTEND(readability-identifier-naming) */

#endif /* FP8_TOOLS_BENCH_BENCHKERNEL_H */
