/* Compiles a training step in this process and trains it on its own memory.
 *
 *     train FILE.mlir OPTIONS STEPS
 *
 * prints the loss of every step, bit for bit. */
#include "fp8-c/fp8c.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads a file that fits into memory. Returns NULL if it cannot. */
static char *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  char *text = NULL;
  long end;
  if (!file)
    return NULL;
  if (fseek(file, 0, SEEK_END) == 0 && (end = ftell(file)) >= 0) {
    rewind(file);
    *size = (size_t)end;
    text = malloc(*size + 1);
    if (text && fread(text, 1, *size, file) != *size) {
      free(text);
      text = NULL;
    }
  }
  fclose(file);
  return text;
}

/* Sets an f32 argument to its initial value, or else to small numbers, and
 * anything else to zeros. */
static void fill(void *memory, const fp8c_argument *argument) {
  int64_t i;
  memset(memory, 0, (size_t)argument->num_bytes);
  if (argument->dtype != FP8C_F32)
    return;
  for (i = 0; i < argument->num_bytes / 4; ++i)
    ((float *)memory)[i] = argument->has_initial ? (float)argument->initial
                                                 : (float)(i % 7 - 3) * 0.125f;
}

/* Returns the argument `name` of a function, or NULL. */
static float *find(const fp8c_function *function, void *const *addresses,
                   const char *name) {
  int64_t i;
  for (i = 0; i < function->num_arguments; ++i)
    if (strcmp(function->arguments[i].name, name) == 0)
      return addresses[i];
  return NULL;
}

int main(int argc, char **argv) {
  fp8c_context context = NULL;
  fp8c_step step = NULL;
  fp8c_options options;
  const fp8c_function *function;
  void **addresses = NULL;
  char *text;
  size_t size = 0;
  int64_t i, number;
  int status = 1;
  if (argc != 4) {
    fprintf(stderr, "usage: %s FILE.mlir OPTIONS STEPS\n", argv[0]);
    return 2;
  }
  text = read_file(argv[1], &size);
  if (!text) {
    fprintf(stderr, "cannot read %s\n", argv[1]);
    return 1;
  }
  memset(&options, 0, sizeof(options));
  options.struct_size = sizeof(options);
  options.train = argv[2];
  options.file_name = argv[1];
  if (fp8c_context_create(&context) ||
      fp8c_compile(context, text, size, &options, &step)) {
    fprintf(stderr, "%s\n", fp8c_last_error());
    goto done;
  }
  /* All functions that train have the arguments of the first one. */
  function = fp8c_step_functions(step, NULL);
  addresses = calloc((size_t)function->num_arguments, sizeof(void *));
  if (!addresses)
    goto done;
  for (i = 0; i < function->num_arguments; ++i) {
    addresses[i] = malloc((size_t)function->arguments[i].num_bytes + 1);
    if (!addresses[i])
      goto done;
    fill(addresses[i], &function->arguments[i]);
  }
  *find(function, addresses, "lr") = 0.5f;
  for (number = 0; number < atol(argv[3]); ++number) {
    if (fp8c_step_run(step, fp8c_step_function_at(step, number), addresses)) {
      fprintf(stderr, "%s\n", fp8c_last_error());
      goto done;
    }
    printf("loss %a\n", *find(function, addresses, "loss"));
  }
  status = 0;
done:
  if (addresses)
    for (i = 0; i < function->num_arguments; ++i)
      free(addresses[i]);
  free(addresses);
  free(text);
  if (fp8c_step_destroy(step) || fp8c_context_destroy(context))
    status = 1;
  return status;
}
