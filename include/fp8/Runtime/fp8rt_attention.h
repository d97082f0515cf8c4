/*===- fp8rt_attention.h - softmax attention and its gradients ----*- C -*-===*\
|*
|* For each row, with T the type of q, k and v:
|*
|*   s[j]       = sum over d of q[d] * k[j][d]
|*   t[j], f[j] = scores(s[j], indices, captured)
|*   max        = max over j of t[j], at least the lowest finite f32
|*   sum        = sum over j of exp(t[j] - max), at least 1
|*   o[e]       = sum over j of T(exp(t[j] - max) / sum * f[j]) * v[j][e]
|*
|* and for the gradients
|*
|*   p[j]  = exp(t[j] - max) / sum
|*   ds[j] = T(p[j] * (f[j] * sum over e of grad[e] * v[j][e]
|*                     - sum over e of grad[e] * o[e]) * g[j])
|*   dq = sum of ds * k,  dk = sum of ds * q,  dv = sum of T(p * f) * grad
|*
|* All arithmetic is f32; T() rounds to nearest even. A list of instructions
|* computes t, the factor f and the derivative g of t by s.
|*
|* Rows are computed in blocks. Memory grows with the number of keys, not with
|* the number of pairs of a row and a key. Blocks depend only on the shape, so
|* results do not depend on the number of threads.
|*
|* Errors and threads are as described in fp8rt.h.
|*
\*===----------------------------------------------------------------------===*/

#ifndef FP8_RUNTIME_FP8RT_ATTENTION_H
#define FP8_RUNTIME_FP8RT_ATTENTION_H

#include "fp8/Runtime/fp8rt.h"

/* NOLINTBEGIN(readability-identifier-naming): C names */

#ifdef __cplusplus
extern "C" {
#endif

/*===----------------------------------------------------------------------===*\
|* Scores
\*===----------------------------------------------------------------------===*/

/* Instructions. Operands a, b and c are numbers of earlier instructions.
 * Operands that an instruction does not have are 0. Integers have 32 bits and
 * are signed; a condition is 0 or 1. */
typedef enum fp8rt_score_code {
  FP8RT_SCORE_F32,       /* the float with the bits `value` */
  FP8RT_SCORE_INT,       /* the integer `value` */
  FP8RT_SCORE_PRODUCT,   /* s */
  FP8RT_SCORE_ROW_INDEX, /* the index of row dimension `value` */
  FP8RT_SCORE_KEY_INDEX, /* j */
  FP8RT_SCORE_CAPTURED,  /* the element of captured tensor `value` */
  FP8RT_SCORE_ADD,       /* a + b; floats up to FP8RT_SCORE_SELECT */
  FP8RT_SCORE_SUB,
  FP8RT_SCORE_MUL,
  FP8RT_SCORE_DIV,
  FP8RT_SCORE_NEG,
  FP8RT_SCORE_MAX, /* NaN if an operand is NaN; 0 is larger than -0 */
  FP8RT_SCORE_MIN,
  FP8RT_SCORE_EXP,
  FP8RT_SCORE_TANH,
  FP8RT_SCORE_ROUND_BF16,
  FP8RT_SCORE_COMPARE, /* a condition; `value` is an fp8rt_score_relation */
  FP8RT_SCORE_SELECT,  /* a ? b : c */
  FP8RT_SCORE_ADD_INT, /* up to SELECT_INT: integers modulo 2^32 */
  FP8RT_SCORE_SUB_INT,
  FP8RT_SCORE_MUL_INT,
  FP8RT_SCORE_AND_INT,
  FP8RT_SCORE_OR_INT,
  FP8RT_SCORE_XOR_INT,
  FP8RT_SCORE_COMPARE_INT, /* `value` is an fp8rt_score_relation */
  FP8RT_SCORE_COMPARE_UNSIGNED,
  FP8RT_SCORE_SELECT_INT, /* a ? b : c */
  FP8RT_SCORE_TO_F32,     /* integer a, rounded to nearest */
  FP8RT_NUM_SCORE_CODES
} fp8rt_score_code;

/* A relation is a sum of these bits. A comparison with a NaN is true only if
 * the relation has the bit FP8RT_OR_UNORDERED. */
typedef enum fp8rt_score_relation {
  FP8RT_LESS = 1,
  FP8RT_EQUAL = 2,
  FP8RT_GREATER = 4,
  FP8RT_OR_UNORDERED = 8 /* of floats */
} fp8rt_score_relation;

typedef struct fp8rt_score_op {
  int32_t code; /* fp8rt_score_code */
  int32_t a, b, c;
  int64_t value;
} fp8rt_score_op;

/* Types of captured elements. An i1 takes one byte. */
typedef enum fp8rt_captured_type {
  FP8RT_CAPTURED_F32,
  FP8RT_CAPTURED_BF16,
  FP8RT_CAPTURED_I1,
  FP8RT_CAPTURED_I8,
  FP8RT_CAPTURED_I16,
  FP8RT_CAPTURED_I32,
  FP8RT_NUM_CAPTURED_TYPES
} fp8rt_captured_type;

/*===----------------------------------------------------------------------===*\
|* Description
\*===----------------------------------------------------------------------===*/

enum {
  FP8RT_ATTENTION_ROW_DIMS = 6,
  FP8RT_ATTENTION_CAPTURED = 8,
  FP8RT_ATTENTION_SCORE_OPS = 64
};

/* Buffers, in the order in which a call lists them. Captured tensors follow.
 * Both functions use the first six; only fp8rt_attention_backward uses the
 * others. */
enum {
  FP8RT_ATTENTION_Q,
  FP8RT_ATTENTION_K,
  FP8RT_ATTENTION_V,
  FP8RT_ATTENTION_O,
  FP8RT_ATTENTION_MAX,
  FP8RT_ATTENTION_SUM,
  FP8RT_ATTENTION_GRAD,
  FP8RT_ATTENTION_DQ,
  FP8RT_ATTENTION_DK,
  FP8RT_ATTENTION_DV,
  FP8RT_NUM_ATTENTION_TENSORS
};

/* Layout of a tensor. Strides are in elements, not negative, and 0 for a
 * dimension that the tensor does not have. */
typedef struct fp8rt_attention_tensor {
  int64_t dtype; /* FP8RT_F32 or FP8RT_BF16, or an fp8rt_captured_type */
  int64_t row_stride[FP8RT_ATTENTION_ROW_DIMS];
  int64_t key_stride;
  int64_t element_stride; /* of d or e */
} fp8rt_attention_tensor;

/* The rows have `num_row_dims` dimensions, of which the first `num_batch_dims`
 * are batch dimensions. k, v, dk and dv have no row dimensions except batch
 * dimensions. dk and dv have every batch dimension, and dq has every row
 * dimension. The elements of a result must not overlap: with the dimensions
 * sorted by stride, each stride is at least the previous stride times the
 * previous extent. */
typedef struct fp8rt_attention_desc {
  int32_t is_backward;
  int32_t num_row_dims, num_batch_dims, num_captured;
  int64_t rows[FP8RT_ATTENTION_ROW_DIMS]; /* extents; 1 for unused ones */
  int64_t keys, d, e;
  fp8rt_attention_tensor tensors[FP8RT_NUM_ATTENTION_TENSORS];
  fp8rt_attention_tensor captured[FP8RT_ATTENTION_CAPTURED];
  int32_t num_ops;
  /* Instructions whose values are t, g and f. -1: g or f is 1. */
  int32_t score, derivative, factor;
  fp8rt_score_op ops[FP8RT_ATTENTION_SCORE_OPS];
  /* If not -1: a row whose index in this dimension is i has the score
   * `causal_fill` for every key after i, whatever s is. Keys after the last row
   * of a tile are skipped if all its rows give them a probability of 0. Other
   * such keys count with a probability of 0, so a NaN or an infinity there
   * makes a row NaN. Tiles depend on the shape. */
  int32_t causal_dim;
  float causal_fill;
} fp8rt_attention_desc;

/* Both functions use memory of the context, which keeps the largest size that
 * it ever needed. Inside a kernel, a call reserves its own memory. A
 * description whose sizes do not fit an address space causes
 * FP8RT_OUT_OF_RANGE. `buffers` has the addresses of the tensors and of the
 * captured tensors. */
FP8RT_API fp8rt_status fp8rt_attention(fp8rt_context context,
                                       fp8rt_stream stream,
                                       const fp8rt_attention_desc *desc,
                                       void *const *buffers);
FP8RT_API fp8rt_status fp8rt_attention_backward(
    fp8rt_context context, fp8rt_stream stream,
    const fp8rt_attention_desc *desc, void *const *buffers);

/* Returns the number of bytes of memory of the context that a thread needs. */
FP8RT_API fp8rt_status
fp8rt_attention_workspace(const fp8rt_attention_desc *desc, uint64_t *bytes);

/* The body of a kernel that stands for a call of one of the two functions.
 * fp8rt_launch makes the call: the first pointer is the description, and the
 * buffers follow. It expects n = 1 and no `finish`, and ignores the grain and
 * the sizes; fp8rt_launch_bucket rejects the kernel. The body itself ends the
 * program: it is only called if the host and the step use two copies of the
 * runtime. */
FP8RT_API void fp8rt_attention_kernel(int64_t begin, int64_t end,
                                      void *const *pointers,
                                      const int64_t *sizes);

#ifdef __cplusplus
} /* extern "C" */
#endif

/* NOLINTEND(readability-identifier-naming) */

#endif /* FP8_RUNTIME_FP8RT_ATTENTION_H */
