//===- StepTrial.h - a step on every target ---------------------*- C++ -*-===//
#ifndef FP8_TEST_FUZZ_STEPS_STEPTRIAL_H
#define FP8_TEST_FUZZ_STEPS_STEPTRIAL_H

#include "Fuzzer.h"

namespace mlir::fp8::fuzz {

/// Returns the kind that runs steps on the reference, stock, cpu and sim, and
/// some on cuda if `mock` names the mock of a driver. The results of the target
/// `corrupted`, if it names one, are made wrong, to see that this is found.
TrialKind getStepTrials(StringRef mock, StringRef corrupted);

} // namespace mlir::fp8::fuzz

#endif // FP8_TEST_FUZZ_STEPS_STEPTRIAL_H
