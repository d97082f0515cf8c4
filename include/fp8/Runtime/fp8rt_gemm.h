/*===- fp8rt_gemm.h - matrix multiplication -----------------------*- C -*-===*\
|*
|*   out[b][i][j] = activation(beta * out[b][i][j] +
|*                  lhs_scale_inv * rhs_scale_inv * sum over l of
|*                  lhs[b][i][l] * rhs[b][l][j]  + bias[j])
|*
|* The sum is accumulated in f32, in an order that depends only on the shape.
|* For operands and results above the subnormal range, the error is at most
|* 2 (k + 4) 2^-24 times the same expression evaluated on absolute values.
|*
|* Included by fp8rt.h, which describes errors and threads.
|*
\*===----------------------------------------------------------------------===*/

#ifndef FP8_RUNTIME_FP8RT_GEMM_H
#define FP8_RUNTIME_FP8RT_GEMM_H

#include "fp8/Runtime/fp8rt_context.h"

/* NOLINTBEGIN(readability-identifier-naming): C names */

#ifdef __cplusplus
extern "C" {
#endif

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

#ifdef __cplusplus
} /* extern "C" */
#endif

/* NOLINTEND(readability-identifier-naming) */

#endif /* FP8_RUNTIME_FP8RT_GEMM_H */
