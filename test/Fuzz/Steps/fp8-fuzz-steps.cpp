//===- fp8-fuzz-steps.cpp - mutants of training steps on all targets ------===//
//
// For tests: runs functions of tests and examples that fp8-run supports,
// first without changes, then mutants of them, and compares the results of
// all targets with the evaluator's. See docs/internals/Numerics.md.
//
//===----------------------------------------------------------------------===//

#include "Entries.h"
#include "StepTrial.h"
#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::fuzz;

namespace {
struct Flags {
  /// Unregisters the options of this tool, so that children can register the
  /// options of fp8-run.
  void remove() {
    llvm::cl::Option *all[] = {std::addressof(paths),
                               &seed,
                               &count,
                               &seconds,
                               &jobs,
                               &folder,
                               &known,
                               &mock,
                               &corrupted,
                               &replay};
    for (llvm::cl::Option *option : all)
      option->removeArgument();
  }

  llvm::cl::OptionCategory category{"fp8-fuzz-steps options"};
  llvm::cl::list<std::string> paths{
      llvm::cl::Positional, llvm::cl::OneOrMore,
      llvm::cl::desc("<files or folders of tests>"), llvm::cl::cat(category)};
  llvm::cl::opt<uint64_t> seed{"seed", llvm::cl::init(1),
                               llvm::cl::desc("Seed of the random mutants"),
                               llvm::cl::cat(category)};
  llvm::cl::opt<size_t> count{
      "count", llvm::cl::init(1000),
      llvm::cl::desc(
          "Number of mutants to try; 0 to try each step once, unchanged"),
      llvm::cl::cat(category)};
  llvm::cl::opt<unsigned> seconds{
      "seconds", llvm::cl::init(0),
      llvm::cl::desc("Start no mutant after this many seconds; 0 for no limit"),
      llvm::cl::cat(category)};
  llvm::cl::opt<unsigned> jobs{
      "jobs", llvm::cl::init(1),
      llvm::cl::desc("Number of mutants to try in parallel"),
      llvm::cl::cat(category)};
  llvm::cl::opt<std::string> folder{
      "save", llvm::cl::value_desc("folder"),
      llvm::cl::desc(
          "Save one failing step for each kind of failure in this folder"),
      llvm::cl::cat(category)};
  llvm::cl::opt<std::string> known{
      "known", llvm::cl::value_desc("file"),
      llvm::cl::desc("File of known failures, which are counted separately. "
                     "Each line is REGEX # REASON"),
      llvm::cl::cat(category)};
  llvm::cl::opt<std::string> mock{
      "mock", llvm::cl::value_desc("library"),
      llvm::cl::desc(
          "Library that mocks the CUDA driver; one step in eight runs with it"),
      llvm::cl::cat(category)};
  llvm::cl::opt<std::string> corrupted{
      "corrupt", llvm::cl::value_desc("target"),
      llvm::cl::desc("Corrupt the results of this target, to test that the "
                     "failure is found"),
      llvm::cl::cat(category)};
  llvm::cl::opt<bool> replay{
      "replay",
      llvm::cl::desc("Try the files unchanged, with the fp8-run command of "
                     "their first line. Files of --save have this form"),
      llvm::cl::cat(category)};
};
} // namespace

/// Returns the section of a saved step, with the flags of its command.
static FailureOr<Section> readSaved(StringRef path, std::string &flags) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer) {
    llvm::WithColor::error()
        << path << ": " << buffer.getError().message() << "\n";
    return failure();
  }
  StringRef text = (*buffer)->getBuffer(), line = text.split('\n').first;
  if (!line.consume_front("// RUN: fp8-run %s ")) {
    llvm::WithColor::error()
        << path << ": expected a first line '// RUN: fp8-run %s FLAGS'\n";
    return failure();
  }
  flags = line.str();
  Section section;
  section.file = path.str();
  section.text = text.str();
  return section;
}

int main(int argc, char **argv) {
  auto flags = std::make_unique<Flags>();
  llvm::cl::HideUnrelatedOptions(flags->category);
  llvm::cl::ParseCommandLineOptions(
      argc, argv, "fp8 fuzzer of steps: mutants on all targets\n");
  // Do not run the assembler of a CUDA toolkit: its time and memory are not
  // under test.
  setenv("CUDA_HOME", "/nonexistent", /*overwrite=*/1);
  std::vector<std::string> paths(flags->paths.begin(), flags->paths.end());
  std::string folder = flags->folder, mock = flags->mock;
  std::string corrupted = flags->corrupted;
  uint64_t seed = flags->seed;
  size_t count = flags->count;
  unsigned seconds = flags->seconds, jobs = std::max(1u, +flags->jobs);
  bool replay = flags->replay;
  KnownFailures known;
  if (!flags->known.empty()) {
    FailureOr<KnownFailures> read = KnownFailures::read(flags->known);
    if (failed(read))
      return EXIT_FAILURE;
    known = std::move(*read);
  }
  flags->remove();

  // Dialects of steps: modules with other dialects are not read.
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<arith::ArithDialect, FP8Dialect, func::FuncDialect,
                      linalg::LinalgDialect, math::MathDialect, scf::SCFDialect,
                      tensor::TensorDialect>();
  if (replay) {
    Fuzzer fuzzer(&context, {}, seed, getStepTrials(mock, corrupted),
                  std::move(known), folder);
    for (const std::string &path : paths) {
      std::string command;
      FailureOr<Section> section = readSaved(path, command);
      if (failed(section))
        return EXIT_FAILURE;
      fuzzer.runOnce(*section, command);
    }
    return fuzzer.printSummary() ? EXIT_SUCCESS : EXIT_FAILURE;
  }
  FailureOr<Corpus> corpus = readCorpus(paths, seed);
  if (failed(corpus))
    return EXIT_FAILURE;
  *corpus = splitEntries(std::move(*corpus), &context);
  if (count == 0)
    count = corpus->size();
  Fuzzer fuzzer(&context, std::move(*corpus), seed,
                getStepTrials(mock, corrupted), std::move(known), folder);
  fuzzer.run(count, seconds, jobs);
  return fuzzer.printSummary() ? EXIT_SUCCESS : EXIT_FAILURE;
}
