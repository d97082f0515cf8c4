/* Trains two layers; prints the last loss and what was learned, bit for bit. */
#include "mlp.h"

#include <stdio.h>

static float w1[4 * 8], w2[8 * 2], x[16 * 4], y[16 * 2];

static void fill(float *values, int count, int period, float factor) {
  for (int i = 0; i < count; ++i)
    values[i] = (float)(i % period - period / 2) * factor;
}

int main(void) {
  fp8rt_context context;
  fp8rt_arena arena;
  void *memory;
  float lr = 0.5f, loss = 0;
  fill(w1, 4 * 8, 7, 0.125f);
  fill(w2, 8 * 2, 5, 0.25f);
  fill(x, 16 * 4, 11, 0.25f);
  fill(y, 16 * 2, 3, 1.0f);
  if (fp8rt_context_create(NULL, &context) ||
      fp8rt_arena_create(context, MLP_STEP_ARENA_BYTES,
                         MLP_STEP_ARENA_ALIGNMENT, &arena) ||
      fp8rt_arena_at(context, arena, 0, MLP_STEP_ARENA_BYTES, &memory))
    goto failed;
  for (int i = 0; i < 20; ++i)
    if (mlp_step(context, NULL, w1, w2, x, y, &lr, &loss, memory))
      goto failed;
  printf("loss %a\n", loss);
  for (int i = 0; i < 4 * 8; ++i)
    printf("w1 %a\n", w1[i]);
  for (int i = 0; i < 8 * 2; ++i)
    printf("w2 %a\n", w2[i]);
  if (fp8rt_arena_destroy(context, arena) || fp8rt_context_destroy(context))
    goto failed;
  return 0;
failed:
  fprintf(stderr, "%s\n", fp8rt_last_error());
  return 1;
}
