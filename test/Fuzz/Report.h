//===- Report.h - what a child says about its mutant ------------*- C++ -*-===//
#ifndef FP8_TEST_FUZZ_REPORT_H
#define FP8_TEST_FUZZ_REPORT_H

#include "llvm/ADT/StringRef.h"

#include <cstring>

namespace mlir::fp8::fuzz {

enum class Outcome {
  /// The child ended without a word.
  Crash,
  Timeout,
  OutOfMemory,
  /// A failure without a message, and a success with an error.
  SilentFailure,
  LoudSuccess,
  /// Verifiers refuse the IR behind a pass.
  InvalidIR,
  /// Text or bytecode does not give the module again that it was written of.
  TextDiffers,
  BytecodeDiffers,
  /// A target refuses a step that the evaluator runs, or gives other results.
  TargetRefuses,
  ResultDiffers,
  /// No findings: passes succeeded, or failed with a message.
  Success,
  Failure,
};

inline bool isFinding(Outcome outcome) { return outcome < Outcome::Success; }

/// Lies in memory that parent and child share, and has no pointers into the
/// memory of one of them.
struct Report {
  Outcome outcome;
  /// Number of valid changes of the IR.
  unsigned numMutations;
  /// The pass or the step of the fuzzer that the child is in.
  char stage[128];
  /// The first message of an error.
  char detail[1024];
  char pipeline[16 << 10];
  /// Addresses of code that hold in the parent, too: it is the same program.
  void *frames[64];
  int numFrames;
  /// True if the first frames belong to a signal handler.
  bool isSignal;
  /// The mutant, if the parent asked for it.
  size_t textSize;
  char text[16 << 20];

  /// Makes the report one of a child that has not begun. `text` stays.
  void clear() {
    outcome = Outcome::Crash;
    numMutations = 0;
    stage[0] = detail[0] = pipeline[0] = 0;
    numFrames = 0;
    isSignal = false;
    textSize = 0;
  }
};

/// Copies as much of `from` as there is room for.
template <size_t size>
void copyText(char (&to)[size], llvm::StringRef from) {
  from = from.take_front(size - 1);
  std::memcpy(to, from.data(), from.size());
  to[from.size()] = 0;
}

} // namespace mlir::fp8::fuzz

#endif // FP8_TEST_FUZZ_REPORT_H
