//===- Entries.h - modules of one step each ---------------------*- C++ -*-===//
#ifndef FP8_TEST_FUZZ_STEPS_ENTRIES_H
#define FP8_TEST_FUZZ_STEPS_ENTRIES_H

#include "Corpus.h"

namespace mlir::fp8::fuzz {

/// Returns a section for each function of `corpus` that fp8-run may take, with
/// the functions that it calls and no others. Other sections are dropped.
Corpus splitEntries(Corpus corpus, MLIRContext *context);

} // namespace mlir::fp8::fuzz

#endif // FP8_TEST_FUZZ_STEPS_ENTRIES_H
