/*===- fp8rt_context.h - errors, contexts and streams -------------*- C -*-===*\
|*
|* Included by fp8rt.h, which describes errors and threads.
|*
\*===----------------------------------------------------------------------===*/

#ifndef FP8_RUNTIME_FP8RT_CONTEXT_H
#define FP8_RUNTIME_FP8RT_CONTEXT_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define FP8RT_API __attribute__((visibility("default")))
#else
#define FP8RT_API
#endif

/* NOLINTBEGIN(readability-identifier-naming): C names */

#ifdef __cplusplus
extern "C" {
#endif

/*===----------------------------------------------------------------------===*\
|* Errors and version
\*===----------------------------------------------------------------------===*/

typedef enum fp8rt_status {
  FP8RT_OK = 0,
  FP8RT_INVALID_ARGUMENT = 1,
  FP8RT_OUT_OF_MEMORY = 2,
  FP8RT_OUT_OF_RANGE = 3,    /* an offset or a size exceeds its arena */
  FP8RT_INVALID_HANDLE = 4,  /* destroyed, or of another kind or context */
  FP8RT_BUSY = 5,            /* objects of the context still exist */
  FP8RT_UNSUPPORTED = 6,     /* not implemented, or not by this machine */
  FP8RT_LIBRARY_MISSING = 7, /* the message names the package to install */
  FP8RT_CORRUPTED = 8,       /* a write outside the bounds of a guarded block */
  FP8RT_SYSTEM = 9,          /* an operating system call failed */
  FP8RT_DEVICE_ERROR = 10,   /* a GPU, or a library for it, failed */
  FP8RT_COMM_FAILED = 11,    /* another rank ended, or did not arrive in time */
  FP8RT_FORCE_32_BIT = 0x7fffffff
} fp8rt_status;

/* Version of the interface. It increases with every change that a compiled step
 * or a host can observe. Code compiled for version v runs only with a library
 * of version v. */
#define FP8RT_ABI_VERSION 5
FP8RT_API uint32_t fp8rt_abi_version(void);

/* Returns the message of the last failed call of this thread, or "" if no call
 * has failed. Valid until the next failure on this thread. */
FP8RT_API const char *fp8rt_last_error(void);

/* Returns the name of a status, such as "invalid argument". Returns a static
 * string for every value. */
FP8RT_API const char *fp8rt_status_name(fp8rt_status status);

/*===----------------------------------------------------------------------===*\
|* Context
\*===----------------------------------------------------------------------===*/

typedef struct fp8rt_context_s *fp8rt_context;

enum {
  FP8RT_PIN_THREADS = 1u << 0, /* pin each worker thread to one allowed CPU */
  FP8RT_GUARD = 1u << 1        /* guard pages around every arena and block */
};

typedef struct fp8rt_options {
  size_t struct_size;  /* sizeof(fp8rt_options) */
  int32_t num_threads; /* includes the caller; 0: number of allowed CPUs */
  uint32_t flags;      /* FP8RT_PIN_THREADS | FP8RT_GUARD */
} fp8rt_options;

/* Creates a context. NULL options stand for all zeros. Starts num_threads - 1
 * worker threads, which sleep between jobs. The environment variable
 * FP8RT_GUARD=1 sets the flag FP8RT_GUARD. After a fork, the child process must
 * not use the context. */
FP8RT_API fp8rt_status fp8rt_context_create(const fp8rt_options *options,
                                            fp8rt_context *context);

/* Destroys a context, with its streams and events. Fails with FP8RT_BUSY while
 * an arena or block exists. NULL is allowed. */
FP8RT_API fp8rt_status fp8rt_context_destroy(fp8rt_context context);

/* Returns the number of threads of a context, or 0 for NULL. */
FP8RT_API int32_t fp8rt_num_threads(fp8rt_context context);

/*===----------------------------------------------------------------------===*\
|* Streams and events
|*
|* Work on one stream runs in submission order; NULL is the default stream. This
|* library completes work before the submitting call returns, so an event is
|* complete as soon as it is recorded. Callers must not rely on this. Code that
|* waits as if work were asynchronous is also correct with an asynchronous
|* implementation.
\*===----------------------------------------------------------------------===*/

typedef struct fp8rt_stream_s *fp8rt_stream;
typedef struct fp8rt_event_s *fp8rt_event;

FP8RT_API fp8rt_status fp8rt_stream_create(fp8rt_context context,
                                           fp8rt_stream *stream);
FP8RT_API fp8rt_status fp8rt_stream_destroy(fp8rt_context context,
                                            fp8rt_stream stream);
FP8RT_API fp8rt_status fp8rt_stream_synchronize(fp8rt_context context,
                                                fp8rt_stream stream);

FP8RT_API fp8rt_status fp8rt_event_create(fp8rt_context context,
                                          fp8rt_event *event);
FP8RT_API fp8rt_status fp8rt_event_destroy(fp8rt_context context,
                                           fp8rt_event event);
FP8RT_API fp8rt_status fp8rt_event_record(fp8rt_context context,
                                          fp8rt_event event,
                                          fp8rt_stream stream);
/* Makes later work of `stream` wait for the work that `event` recorded. Waiting
 * for an event that was never recorded is an error. */
FP8RT_API fp8rt_status fp8rt_stream_wait(fp8rt_context context,
                                         fp8rt_stream stream,
                                         fp8rt_event event);
FP8RT_API fp8rt_status fp8rt_event_synchronize(fp8rt_context context,
                                               fp8rt_event event);

#ifdef __cplusplus
} /* extern "C" */
#endif

/* NOLINTEND(readability-identifier-naming) */

#endif /* FP8_RUNTIME_FP8RT_CONTEXT_H */
