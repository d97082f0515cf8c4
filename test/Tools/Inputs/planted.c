/* A library that says when it has been loaded. */
#include <unistd.h>

__attribute__((constructor)) static void announce(void) {
  static const char text[] = "planted library loaded\n";
  if (write(2, text, sizeof(text) - 1) < 0)
    _exit(1);
}
