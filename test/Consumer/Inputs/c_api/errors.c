/* Prints the errors of wrong calls of the C API.
 *
 *     errors FILE.mlir */
#include "fp8-c/fp8c.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const names[] = {"ok", "invalid", "rejected", "failed",
                                    "busy"};

static void print(const char *call, fp8c_status status) {
  printf("%s: %s: %s\n", call, names[status],
         status == FP8C_OK ? "" : fp8c_last_error());
  fflush(stdout);
}

static fp8c_context context;
static fp8c_step step;
static fp8c_options options;

static fp8c_status compile(const char *text) {
  fp8c_step made = NULL;
  fp8c_status status =
      fp8c_compile(context, text, strlen(text), &options, &made);
  if (status == FP8C_OK)
    fp8c_step_destroy(made);
  return status;
}

static void *print_last_error(void *unused) {
  printf("another thread: '%s'\n", fp8c_last_error());
  return unused;
}

static void test_compile(const char *text) {
  fp8c_step made = NULL;
  print("no context", fp8c_compile(NULL, text, 1, NULL, &made));
  print("no module", fp8c_compile(context, NULL, 1, NULL, &made));
  print("no step", fp8c_compile(context, text, 1, NULL, NULL));
  options.struct_size = 1;
  print("size", compile(text));
  options.struct_size = sizeof(options);
  options.train = "recipe=fast";
  print("recipe", compile(text));
  options.train = "recipe=row tile=4";
  print("option", compile(text));
  options.train = "block-size=many";
  print("number", compile(text));
  options.train = NULL;
  options.target = "tpu";
  print("target", compile(text));
  options.target = "cuda";
  print("device", compile(text));
  options.target = "cpu";
  options.target_options = "chip=sm_90";
  print("target option", compile(text));
  options.target_options = NULL;
  options.file_name = "empty.mlir";
  print("empty", compile(""));
  options.file_name = "syntax.mlir";
  print("syntax", compile("module {\n  func.func @f(\n}\n"));
  options.file_name = NULL;
}

static void test_run(void) {
  int64_t number, i;
  const fp8c_function *functions = fp8c_step_functions(step, &number);
  void *addresses[8];
  char *memory = calloc(8, 4096);
  const char *text;
  fp8c_object object;
  printf("functions: %d, arguments: %d\n", (int)number,
         (int)functions->num_arguments);
  for (i = 0; i < functions->num_arguments; ++i)
    addresses[i] = memory + 4096 * i;
  print("no step", fp8c_step_run(NULL, 0, addresses));
  print("function 9", fp8c_step_run(step, 9, addresses));
  print("function -1", fp8c_step_run(step, -1, addresses));
  print("no addresses", fp8c_step_run(step, 0, NULL));
  addresses[2] = NULL;
  print("null", fp8c_step_run(step, 0, addresses));
  addresses[2] = memory + 4096 * 2 + 2;
  print("odd", fp8c_step_run(step, 0, addresses));
  addresses[2] = (char *)addresses[0] + 16;
  print("overlap", fp8c_step_run(step, 0, addresses));
  /* Inputs may overlap. */
  addresses[2] = memory + 4096 * 2;
  addresses[3] = memory + 4096 * 2;
  print("shared inputs", fp8c_step_run(step, 0, addresses));
  print("report", fp8c_step_report(step, "html", &text));
  print("object", fp8c_step_object(step, NULL, &object));
  printf("step -1: %d\n", (int)fp8c_step_function_at(step, -1));
  free(memory);
}

/* The objects of a process are of no use in a process that it has forked. */
static void test_fork(void) {
  int status = 0;
  pid_t child;
  fflush(stdout);
  child = fork();
  if (child == 0) {
    void *addresses[8] = {0};
    print("child runs", fp8c_step_run(step, 0, addresses));
    print("child compiles", compile("module {}"));
    print("child destroys", fp8c_step_destroy(step));
    _exit(0);
  }
  waitpid(child, &status, 0);
  printf("child: %d\n", status);
}

int main(int argc, char **argv) {
  static char text[65536];
  pthread_t thread;
  FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
  if (!file)
    return 2;
  text[fread(text, 1, sizeof(text) - 1, file)] = 0;
  fclose(file);
  printf("first: '%s'\n", fp8c_last_error());
  print("no address", fp8c_context_create(NULL));
  pthread_create(&thread, NULL, print_last_error, NULL);
  pthread_join(thread, NULL);
  print("create", fp8c_context_create(&context));
  test_compile(text);
  print("compile", fp8c_compile(context, text, strlen(text), NULL, &step));
  print("busy context", fp8c_context_destroy(context));
  test_run();
  test_fork();
  print("destroy", fp8c_step_destroy(step));
  print("destroy", fp8c_context_destroy(context));
  print("nothing", fp8c_step_destroy(NULL));
  return 0;
}
