/* arc4random(), which glibc has since 2.36: with this one, a wheel runs with
 * glibc 2.35. */

#include <stdint.h>
#include <sys/random.h>

uint32_t arc4random(void);

uint32_t arc4random(void) {
  uint32_t value = 0;
  while (getrandom(&value, sizeof(value), 0) != sizeof(value)) {
  }
  return value;
}
