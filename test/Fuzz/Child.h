//===- Child.h - a process with limits --------------------------*- C++ -*-===//
#ifndef FP8_TEST_FUZZ_CHILD_H
#define FP8_TEST_FUZZ_CHILD_H

#include "Report.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <memory>
#include <sys/types.h>

namespace mlir::fp8::fuzz {

struct Limits {
  /// Limit of CPU time, in seconds.
  unsigned seconds = 10;
  /// Limit in seconds of wall-clock time, for a child that hangs without
  /// computing. Other programs may take most of the processor.
  unsigned clockSeconds = 300;
  size_t megabytes = 3000;
};

/// A fork of this process, which has read the corpus and loaded all dialects.
class Child {
public:
  Child();
  ~Child();
  Child(const Child &) = delete;

  /// Starts a child that calls `work`.
  void start(const Limits &limits, llvm::function_ref<void(Report &)> work);

  bool isRunning() const { return pid != 0; }
  pid_t getPid() const { return pid; }

  /// Waits for the child. If another caller has already waited for it, uses the
  /// status that was returned then.
  void wait();
  void setEnded(int status);

  /// The output of the child and the reason of its end.
  Report &report() { return *shared; }

private:
  pid_t pid = 0;
  Report *shared;
};

} // namespace mlir::fp8::fuzz

#endif // FP8_TEST_FUZZ_CHILD_H
