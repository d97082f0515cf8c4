/* Counts what a step and the runtime allocate: the allocator and mmap are
 * replaced by functions that count. What the library of matrix products does
 * for itself does not count. */
#define _GNU_SOURCE
#include "mlp.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_long allocations;

static void countCall(void *caller) {
  static const char *const libraries[] = {"libdnnl", "libopenblas", "libgomp"};
  Dl_info info;
  if (dladdr(caller, &info) && info.dli_fname)
    for (int i = 0; i < 3; ++i)
      if (strstr(info.dli_fname, libraries[i]))
        return;
  ++allocations;
}

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t bytes) {
  countCall(__builtin_return_address(0));
  return __libc_malloc(bytes);
}
void *calloc(size_t count, size_t bytes) {
  countCall(__builtin_return_address(0));
  return __libc_calloc(count, bytes);
}
void *realloc(void *old, size_t bytes) {
  countCall(__builtin_return_address(0));
  return __libc_realloc(old, bytes);
}
int posix_memalign(void **result, size_t alignment, size_t bytes) {
  countCall(__builtin_return_address(0));
  *result = __libc_memalign(alignment, bytes);
  return 0;
}
void *aligned_alloc(size_t alignment, size_t bytes) {
  countCall(__builtin_return_address(0));
  return __libc_memalign(alignment, bytes);
}
void *mmap(void *address, size_t bytes, int protection, int flags, int file,
           off_t offset) {
  countCall(__builtin_return_address(0));
  return (void *)syscall(SYS_mmap, address, bytes, protection, flags, file,
                         offset);
}

static float w1[4 * 8], w2[8 * 2], x[16 * 4], y[16 * 2];

int main(void) {
  fp8rt_context context;
  fp8rt_arena arena;
  void *memory;
  float lr = 0.5f, loss = 0;
  for (int i = 0; i < 16 * 4; ++i)
    x[i] = (float)(i % 5);
  /* Two, because the first product opens its library. */
  fp8rt_options options = {sizeof(options), 2, 0};
  if (fp8rt_context_create(&options, &context) ||
      fp8rt_arena_create(context, MLP_STEP_ARENA_BYTES, 0, &arena) ||
      fp8rt_arena_at(context, arena, 0, MLP_STEP_ARENA_BYTES, &memory) ||
      mlp_step(context, NULL, w1, w2, x, y, &lr, &loss, memory)) {
    fprintf(stderr, "%s\n", fp8rt_last_error());
    return 1;
  }
  long before = allocations;
  for (int i = 0; i < 10; ++i)
    if (mlp_step(context, NULL, w1, w2, x, y, &lr, &loss, memory))
      return 1;
  long inside = allocations - before;
  printf("counted before: %s\n", before ? "yes" : "no");
  printf("inside 10 steps: %ld\n", inside);

  /* Errors name the step, and what is wrong with the call. */
  mlp_step(context, NULL, NULL, w2, x, y, &lr, &loss, memory);
  printf("%s\n", fp8rt_last_error());
  mlp_step(context, NULL, w1, w2, x, y, &lr, &loss, (char *)memory + 4);
  printf("%s\n", fp8rt_last_error());
  mlp_step(NULL, NULL, w1, w2, x, y, &lr, &loss, memory);
  printf("%s\n", fp8rt_last_error());
  return 0;
}
