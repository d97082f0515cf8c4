//===- Corpus.h - the modules that are mutated ------------------*- C++ -*-===//
#ifndef FP8_TEST_FUZZ_CORPUS_H
#define FP8_TEST_FUZZ_CORPUS_H

#include "Pipeline.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::fp8::fuzz {

/// A part of a test file between two lines of -----.
struct Section {
  std::string file;
  std::string text;
  /// Options of the file's RUN lines.
  std::vector<Pipeline> pipelines;
  bool allowsUnregistered = false;
  /// The name of the step function, if trials run steps.
  std::string entry;

  /// Returns the module, or null if the text is not a valid module. Parses the
  /// text at the first call.
  ModuleOp getModule(MLIRContext *context);

  bool isRead = false;
  /// False once the unchanged section has failed, for example because it has
  /// nothing to run.
  bool isRunnable = true;
  OwningOpRef<ModuleOp> module;
};

/// Sections, in an order that the seed determines.
using Corpus = std::vector<Section>;

/// Reads the .mlir files of `paths`, which are files or folders. The order
/// depends on the contents of sections, not on their files.
FailureOr<Corpus> readCorpus(ArrayRef<std::string> paths, uint64_t seed);

} // namespace mlir::fp8::fuzz

#endif // FP8_TEST_FUZZ_CORPUS_H
