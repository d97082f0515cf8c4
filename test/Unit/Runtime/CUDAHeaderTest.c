/* The header for C, and the sizes that hosts without a compiler of C rely on:
 * tools/bench/gpu/fp8_step.py declares the same structs. */

#include "fp8/Runtime/fp8rt_cuda.h"

typedef char launch_size[sizeof(fp8rt_cuda_launch) == 24 ? 1 : -1];
typedef char buffer_size[sizeof(fp8rt_cuda_buffer) == 16 ? 1 : -1];
typedef char bucket_size[sizeof(fp8rt_cuda_bucket) == 32 ? 1 : -1];
typedef char op_size[sizeof(fp8rt_cuda_op) == 136 ? 1 : -1];
typedef char desc_size[sizeof(fp8rt_cuda_step_desc) == 48 ? 1 : -1];
typedef char info_size[sizeof(fp8rt_cuda_info) == 152 ? 1 : -1];
typedef char options_size[sizeof(fp8rt_cuda_options) == 48 ? 1 : -1];
typedef char attention_size[sizeof(fp8rt_attention_desc) == 2944 ? 1 : -1];
typedef char score_size[sizeof(fp8rt_score_op) == 24 ? 1 : -1];
typedef char gemm_size[sizeof(fp8rt_gemm_desc) == 176 ? 1 : -1];

fp8rt_status fp8rt_test_open_nothing(void);
fp8rt_status fp8rt_test_open_nothing(void) {
  return fp8rt_cuda_create(0, 0);
}
