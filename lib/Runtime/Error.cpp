//===- Error.cpp - error codes and messages of the C API ------------------===//

#include "Error.h"

#include <cstdarg>
#include <cstdio>

// The buffer has a fixed size, so that storing a message cannot fail.
static thread_local char lastError[512];

fp8rt_status fp8rt::fail(fp8rt_status status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(lastError, sizeof(lastError), format, arguments);
  va_end(arguments);
  return status;
}

fp8rt_status fp8rt::failNull(const char *function, const char *argument) {
  return fail(FP8RT_INVALID_ARGUMENT, "%s: %s is NULL", function, argument);
}

fp8rt_status fp8rt::failHandle(const char *function, const char *kind) {
  return fail(FP8RT_INVALID_HANDLE, "%s: not a live %s of this context",
              function, kind);
}

const char *fp8rt_last_error(void) { return lastError; }

uint32_t fp8rt_abi_version(void) { return FP8RT_ABI_VERSION; }

const char *fp8rt_status_name(fp8rt_status status) {
  switch (status) {
  case FP8RT_OK:
    return "ok";
  case FP8RT_INVALID_ARGUMENT:
    return "invalid argument";
  case FP8RT_OUT_OF_MEMORY:
    return "out of memory";
  case FP8RT_OUT_OF_RANGE:
    return "out of range";
  case FP8RT_INVALID_HANDLE:
    return "invalid handle";
  case FP8RT_BUSY:
    return "busy";
  case FP8RT_UNSUPPORTED:
    return "unsupported";
  case FP8RT_LIBRARY_MISSING:
    return "library missing";
  case FP8RT_CORRUPTED:
    return "corrupted memory";
  case FP8RT_SYSTEM:
    return "system error";
  case FP8RT_DEVICE_ERROR:
    return "device error";
  case FP8RT_COMM_FAILED:
    return "communication failed";
  case FP8RT_FORCE_32_BIT:
    break;
  }
  return "unknown status";
}
