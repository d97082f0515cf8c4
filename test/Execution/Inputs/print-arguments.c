/* Prints the table of the arguments of a step, for a CPU or a GPU. */
#include "mlp.h"

#include <stdio.h>

enum { COUNT = sizeof(mlp_step_arguments) / sizeof(mlp_step_arguments[0]) };

int main(void) {
  static const char *const roles[] = {"input", "state", "result"};
  for (int i = 0; i < COUNT; ++i) {
    const fp8rt_argument *argument = &mlp_step_arguments[i];
    printf("%d %s: %s %s", i, argument->name, roles[argument->role],
           argument->type);
    for (int d = 0; d < argument->rank; ++d)
      printf(" %lld", (long long)argument->extents[d]);
    printf(", %llu bytes", (unsigned long long)argument->bytes);
    if (argument->kind[0])
      printf(", %s", argument->kind);
    if (argument->has_initial)
      printf(", starts as %g", argument->initial);
    printf("\n");
  }
  return 0;
}
