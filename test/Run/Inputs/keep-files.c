/* Makes the removal of checkpoints fail, as where the folder forbids it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <string.h>

int remove(const char *path) {
  int (*next)(const char *) = (int (*)(const char *))dlsym(RTLD_NEXT, "remove");
  const char *end = strstr(path, ".safetensors");
  if (strstr(path, "/step-") && end && !strcmp(end, ".safetensors")) {
    errno = EPERM;
    return -1;
  }
  return next(path);
}
