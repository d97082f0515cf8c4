//===- Context.h - contexts, errors and messages of the C API ---*- C++ -*-===//
#ifndef FP8_LIB_CAPI_CONTEXT_H
#define FP8_LIB_CAPI_CONTEXT_H

#include "fp8-c/fp8c.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"

#include <atomic>
#include <mutex>
#include <string>

struct fp8c_context_s {
  fp8c_context_s();
  fp8c_context_s(const fp8c_context_s &) = delete;
  fp8c_context_s &operator=(const fp8c_context_s &) = delete;

  /// Returns true in the process that created the context.
  bool isOwnedByProcess() const;

  mlir::MLIRContext context;
  /// Held by the thread that compiles.
  std::mutex compiling;
  std::atomic<int64_t> numSteps = 0;

private:
  /// The process that created the context.
  int64_t process;
};

namespace mlir::fp8::capi {

/// Sets the message of this thread and returns `status`.
fp8c_status fail(fp8c_status status, const Twine &message);

/// Collects the diagnostics of this thread as text during its lifetime.
class Messages {
public:
  Messages() : outer(current) { current = this; }
  Messages(const Messages &) = delete;
  Messages &operator=(const Messages &) = delete;
  ~Messages() { current = outer; }

  /// Returns warnings and remarks.
  std::string takeOthers() { return std::move(others); }
  /// Sets the collected errors as the message of this thread and returns
  /// `status`.
  fp8c_status fail(fp8c_status status) const;

  /// Adds a diagnostic to the collection of the calling thread.
  static void add(Diagnostic &diagnostic);

private:
  inline static thread_local Messages *current = nullptr;
  Messages *outer;
  std::string errors, others;
};

} // namespace mlir::fp8::capi

#endif // FP8_LIB_CAPI_CONTEXT_H
