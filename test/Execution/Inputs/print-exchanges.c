/* Prints the exchanges of a step that was compiled for GPUs. */

#include "ranks.h"

#include <stdio.h>

int main(void) {
  const fp8rt_cuda_step_desc *desc = ranks_step.desc;
  int64_t i;
  for (i = 0; i < desc->num_ops; ++i) {
    const fp8rt_cuda_op *op = &desc->ops[i];
    if (op->exchange)
      printf("kind %d axes %u piece %lld total %lld stream %d of %d, %lld "
             "buffers\n",
             op->exchange->kind, op->exchange->axes,
             (long long)op->exchange->piece_bytes,
             (long long)op->exchange->total_bytes, op->stream,
             desc->num_streams, (long long)op->num_buffers);
  }
  return 0;
}
