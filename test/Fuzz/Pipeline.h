//===- Pipeline.h - passes with their options -------------------*- C++ -*-===//
#ifndef FP8_TEST_FUZZ_PIPELINE_H
#define FP8_TEST_FUZZ_PIPELINE_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace mlir::fp8::fuzz {

/// A pass or a named pipeline: `NAME` or `NAME{OPTION=VALUE ...}`.
struct Element {
  std::string name;
  /// Each `OPTION=VALUE`, or `OPTION` alone.
  std::vector<std::string> options;

  std::string str() const;
};

using Pipeline = std::vector<Element>;

/// Returns `pipeline` as parsePassPipeline() reads it.
std::string toText(const Pipeline &pipeline);

/// Returns the flags of fp8-opt that run the `text` of a pipeline, quoted for
/// a shell.
std::string toFlags(llvm::StringRef text);

/// Splits the text of options at spaces outside of brackets and quotes.
std::vector<std::string> splitOptions(llvm::StringRef options);

/// Splits the `text` of a pipeline into its elements.
Pipeline parseElements(llvm::StringRef text);

/// Returns the pipelines that the RUN lines of a test pass to fp8-opt. Several
/// commands of fp8-opt that are connected by pipes are one pipeline.
std::vector<Pipeline> readRunLines(llvm::StringRef test);

} // namespace mlir::fp8::fuzz

#endif // FP8_TEST_FUZZ_PIPELINE_H
