//===- StepTrial.h - a step on every target ---------------------*- C++ -*-===//
#ifndef FP8_TEST_FUZZ_STEPS_STEPTRIAL_H
#define FP8_TEST_FUZZ_STEPS_STEPTRIAL_H

#include "Fuzzer.h"

namespace mlir::fp8::fuzz {

/// Returns the kind that runs steps on the reference, upstream, cpu and sim,
/// and some on cuda if `mock` names a mock of the driver. The results of the
/// target `corrupted`, if not empty, are made wrong, to test the comparison.
TrialKind getStepTrials(StringRef mock, StringRef corrupted);

} // namespace mlir::fp8::fuzz

#endif // FP8_TEST_FUZZ_STEPS_STEPTRIAL_H
