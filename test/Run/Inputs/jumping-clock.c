/* A clock that somebody sets all the time: each look at it is a day away from
   the one before, forwards and backwards in turn. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/time.h>
#include <time.h>

static time_t jump(void) {
  static int looks;
  return __atomic_fetch_add(&looks, 1, __ATOMIC_RELAXED) % 2 ? 86400 : -86400;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int (*next)(clockid_t, struct timespec *) =
      (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  int status = next(clock, now);
  if (status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
    now->tv_sec += jump();
  return status;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  struct timespec exact;
  (void)zone;
  if (clock_gettime(CLOCK_REALTIME, &exact) != 0)
    return -1;
  now->tv_sec = exact.tv_sec;
  now->tv_usec = exact.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *now) {
  struct timespec exact;
  if (clock_gettime(CLOCK_REALTIME, &exact) != 0)
    return -1;
  if (now)
    *now = exact.tv_sec;
  return exact.tv_sec;
}
