//===- PipelineChooser.h - random pipelines for mutants ---------*- C++ -*-===//
#ifndef FP8_TEST_FUZZ_PIPELINECHOOSER_H
#define FP8_TEST_FUZZ_PIPELINECHOOSER_H

#include "Corpus.h"
#include "Random.h"

#include <map>

namespace mlir::fp8::fuzz {

/// Draws pipelines from the passes and options that tests use. A pass with a
/// test is therefore found without a list.
class PipelineChooser {
public:
  explicit PipelineChooser(const Corpus &corpus);

  /// Draws a pipeline of the section's own RUN lines, a whole pipeline with
  /// random options, or passes in a random order.
  Pipeline choose(const Section &section, Random &random) const;

private:
  Element chooseOptions(StringRef name, Random &random) const;
  Pipeline chooseWhole(Random &random) const;
  Pipeline chooseOrder(Random &random) const;

  std::vector<std::string> passes;
  std::map<std::string, std::vector<std::string>, std::less<>> optionsOf;
};

} // namespace mlir::fp8::fuzz

#endif // FP8_TEST_FUZZ_PIPELINECHOOSER_H
