//===- Report.h - report of a child about its mutant ------------*- C++ -*-===//
#ifndef FP8_TEST_FUZZ_REPORT_H
#define FP8_TEST_FUZZ_REPORT_H

#include "llvm/ADT/StringRef.h"

#include <cstring>

namespace mlir::fp8::fuzz {

enum class Outcome {
  /// The child ended without a report.
  Crash,
  Timeout,
  OutOfMemory,
  /// A failure without a message, and a success with an error.
  SilentFailure,
  LoudSuccess,
  /// The IR after a pass does not verify.
  InvalidIR,
  /// Reading the text or bytecode of a module gives a different module.
  TextDiffers,
  BytecodeDiffers,
  /// A target rejects a step that the evaluator runs, or gives other results.
  TargetRefuses,
  ResultDiffers,
  /// No findings: passes succeeded, or failed with a message.
  Success,
  Failure,
};

inline bool isFinding(Outcome outcome) { return outcome < Outcome::Success; }

/// The outcome of a child, in memory that parent and child share. It contains
/// no pointers to memory of only one of them.
struct Report {
  Outcome outcome;
  /// Number of valid changes of the IR.
  unsigned numMutations;
  /// The pass or the step of the fuzzer that the child is in.
  char stage[128];
  /// The first message of an error.
  char detail[1024];
  char pipeline[16 << 10];
  /// Return addresses. They are valid in the parent, too, because parent and
  /// child are the same program.
  void *frames[64];
  int numFrames;
  /// True if the first frames belong to a signal handler.
  bool isSignal;
  /// The mutant, if the parent asked for it.
  size_t textSize;
  char text[16 << 20];

  /// Resets the report for a new child. `text` is unchanged.
  void clear() {
    outcome = Outcome::Crash;
    numMutations = 0;
    stage[0] = detail[0] = pipeline[0] = 0;
    numFrames = 0;
    isSignal = false;
    textSize = 0;
  }
};

/// Copies as much of `from` as fits.
template <size_t size>
void copyText(char (&to)[size], llvm::StringRef from) {
  from = from.take_front(size - 1);
  std::memcpy(to, from.data(), from.size());
  to[from.size()] = 0;
}

} // namespace mlir::fp8::fuzz

#endif // FP8_TEST_FUZZ_REPORT_H
