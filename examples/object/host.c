/* Trains a step that was compiled to mlp.o, and prints its loss, bit for bit:
 *
 *     host STEPS
 *
 * Everything about its arguments comes from the table of the object, so the
 * program is the same for another step. */
#include "mlp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = sizeof(mlp_step_arguments) / sizeof(mlp_step_arguments[0]) };

/* Fills an argument of f32 with its initial value, or else with small numbers.
 * Other arguments stay zero. */
static void fill(float *values, const fp8rt_argument *argument) {
  uint64_t i;
  if (strcmp(argument->type, "f32") != 0 || argument->role == FP8RT_RESULT)
    return;
  for (i = 0; i < argument->bytes / sizeof(float); ++i)
    values[i] = argument->has_initial ? (float)argument->initial
                                      : (float)((int)(i % 7) - 3) * 0.125f;
}

/* Returns the index of the argument `name`, or -1. */
static int find(const char *name) {
  int i;
  for (i = 0; i < COUNT; ++i)
    if (strcmp(mlp_step_arguments[i].name, name) == 0)
      return i;
  return -1;
}

/* Allocates all arguments and, behind them, the arena. */
static fp8rt_status allocate(fp8rt_context context, void **addresses) {
  fp8rt_status status = FP8RT_OK;
  int i;
  for (i = 0; i < COUNT && status == FP8RT_OK; ++i) {
    const fp8rt_argument *argument = &mlp_step_arguments[i];
    status = fp8rt_alloc(context, argument->bytes, 0, &addresses[i]);
    if (status == FP8RT_OK)
      fill(addresses[i], argument);
  }
  if (status != FP8RT_OK)
    return status;
  return fp8rt_alloc(context, MLP_STEP_ARENA_BYTES, MLP_STEP_ARENA_ALIGNMENT,
                     &addresses[COUNT]);
}

int main(int argc, char **argv) {
  fp8rt_context context = NULL;
  void *addresses[COUNT + 1] = {NULL};
  int loss = find("loss"), rate = find("lr"), failed = 1;
  long step;
  int i;
  if (argc != 2 || loss < 0 || rate < 0) {
    fprintf(stderr, "usage: %s STEPS, of a step with lr and loss\n", argv[0]);
    return 2;
  }
  if (fp8rt_context_create(NULL, &context) || allocate(context, addresses))
    goto done;
  *(float *)addresses[rate] = 0.5f;
  for (step = 0; step < atol(argv[1]); ++step) {
    if (fp8rt_run_step(context, NULL, &mlp_step_desc, addresses))
      goto done;
    printf("loss %a\n", *(float *)addresses[loss]);
  }
  failed = 0;
done:
  if (failed)
    fprintf(stderr, "%s\n", fp8rt_last_error());
  for (i = 0; i <= COUNT; ++i)
    fp8rt_free(context, addresses[i]);
  fp8rt_context_destroy(context);
  return failed;
}
