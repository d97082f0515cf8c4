/* Trains two layers on a GPU; prints the last loss and what was learned. */
#include "mlp.h"

#include <stdio.h>
#include <string.h>

enum { COUNT = mlp_step_num_arguments };

static fp8rt_cuda device;
static fp8rt_cuda_stream stream;
static fp8rt_address addresses[COUNT];
static void *host[COUNT];

static int upload(int i) {
  return fp8rt_cuda_upload(device, stream, addresses[i], host[i],
                           mlp_step.arguments[i].bytes);
}

static int fill(int i, int period, float factor) {
  int count = (int)(mlp_step.arguments[i].bytes / sizeof(float));
  for (int j = 0; j < count; ++j)
    ((float *)host[i])[j] = (float)(j % period - period / 2) * factor;
  return upload(i);
}

static int print(const char *name, int i) {
  int count = (int)(mlp_step.arguments[i].bytes / sizeof(float));
  if (fp8rt_cuda_download(device, stream, host[i], addresses[i],
                          mlp_step.arguments[i].bytes) ||
      fp8rt_cuda_stream_synchronize(device, stream))
    return 1;
  for (int j = 0; j < count; ++j)
    printf("%s %a\n", name, ((float *)host[i])[j]);
  return 0;
}

int main(void) {
  fp8rt_cuda_module module = NULL;
  fp8rt_cuda_step step;
  if (fp8rt_cuda_create(NULL, &device) ||
      fp8rt_cuda_stream_create(device, &stream) ||
      fp8rt_cuda_module_load(device, mlp_step.image, &module))
    goto failed;
  for (int i = 0; i < COUNT; ++i) {
    const fp8rt_cuda_argument *argument = &mlp_step.arguments[i];
    if (fp8rt_cuda_alloc(device, argument->bytes, &addresses[i]) ||
        fp8rt_cuda_alloc_host(device, argument->bytes, &host[i]))
      goto failed;
    if (argument->value) {
      memcpy(host[i], argument->value, argument->bytes);
      if (upload(i))
        goto failed;
    }
  }
  if (fill(mlp_step_arg_w1, 7, 0.125f) || fill(mlp_step_arg_w2, 5, 0.25f) ||
      fill(mlp_step_arg_x, 11, 0.25f) || fill(mlp_step_arg_y, 3, 1.0f))
    goto failed;
  *(float *)host[mlp_step_arg_lr] = 0.5f;
  if (upload(mlp_step_arg_lr) ||
      fp8rt_cuda_step_create(device, module, mlp_step.desc, addresses, &step))
    goto failed;
  for (int i = 0; i < 20; ++i)
    if (fp8rt_cuda_step_run(device, stream, step))
      goto failed;
  if (print("loss", mlp_step_arg_loss) || print("w1", mlp_step_arg_w1) ||
      print("w2", mlp_step_arg_w2) || fp8rt_cuda_step_destroy(device, step) ||
      fp8rt_cuda_module_unload(device, module))
    goto failed;
  for (int i = 0; i < COUNT; ++i)
    if (fp8rt_cuda_free(device, addresses[i]) ||
        fp8rt_cuda_free_host(device, host[i]))
      goto failed;
  if (fp8rt_cuda_destroy(device))
    goto failed;
  return 0;
failed:
  fprintf(stderr, "%s\n", fp8rt_last_error());
  return 1;
}
