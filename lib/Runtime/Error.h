//===- Error.h - error codes and messages of the C API ----------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_ERROR_H
#define FP8_LIB_RUNTIME_ERROR_H

#include "fp8/Runtime/fp8rt.h"

#include <exception>
#include <new>

namespace fp8rt {

/// Stores the message for fp8rt_last_error() of this thread. Returns `status`.
[[gnu::format(printf, 2, 3)]] fp8rt_status fail(fp8rt_status status,
                                                const char *format, ...);

/// Runs the body of an entry point and converts exceptions of the standard
/// library to error codes. `body` receives the name of the entry point.
template <typename Body>
fp8rt_status guarded(const char *function, Body &&body) noexcept {
  try {
    return body(function);
  } catch (const std::bad_alloc &) {
    return fail(FP8RT_OUT_OF_MEMORY, "%s: out of memory", function);
  } catch (const std::exception &error) {
    return fail(FP8RT_SYSTEM, "%s: %s", function, error.what());
  }
}

fp8rt_status failNull(const char *function, const char *argument);
fp8rt_status failHandle(const char *function, const char *kind);

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_ERROR_H
