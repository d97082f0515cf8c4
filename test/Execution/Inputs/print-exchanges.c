/* Prints the exchanges of a step that was compiled for GPUs. */

#include "ranks.h"

#include <stdio.h>

int main(void) {
  const fp8rt_cuda_step_desc *desc = ranks_step.desc;
  int64_t i;
  for (i = 0; i < desc->num_ops; ++i) {
    const fp8rt_cuda_op *op = &desc->ops[i];
    int64_t tensor;
    for (tensor = 0; tensor < op->num_tensors; ++tensor)
      printf("kind %d axes %u piece %lld total %lld stream %d of %d, %lld "
             "buffers\n",
             op->tensors[tensor].kind, op->tensors[tensor].axes,
             (long long)op->tensors[tensor].piece_bytes,
             (long long)op->tensors[tensor].total_bytes, op->stream,
             desc->num_streams, (long long)op->num_buffers);
  }
  return 0;
}
