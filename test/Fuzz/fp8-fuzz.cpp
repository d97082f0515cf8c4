//===- fp8-fuzz.cpp - passes on mutants of the tests' modules -------------===//
//
// For tests: changes modules of tests at random, and runs passes on modules
// that are still valid. Each mutant is tried in a separate process. See
// docs/internals/Numerics.md.
//
//===----------------------------------------------------------------------===//

#include "Fuzzer.h"
#include "fp8/InitAll.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::fuzz;

static llvm::cl::OptionCategory category("fp8-fuzz options");
static llvm::cl::list<std::string>
    paths(llvm::cl::Positional, llvm::cl::OneOrMore,
          llvm::cl::desc("<files or folders of tests>"),
          llvm::cl::cat(category));
static llvm::cl::opt<uint64_t>
    seed("seed", llvm::cl::init(1),
         llvm::cl::desc("Seed of the random mutants"), llvm::cl::cat(category));
static llvm::cl::opt<size_t> count("count", llvm::cl::init(1000),
                                   llvm::cl::desc("Number of mutants to try"),
                                   llvm::cl::cat(category));
static llvm::cl::opt<unsigned> seconds(
    "seconds", llvm::cl::init(0),
    llvm::cl::desc("Start no mutant after this many seconds; 0 for no limit"),
    llvm::cl::cat(category));
static llvm::cl::opt<unsigned>
    jobs("jobs", llvm::cl::init(1),
         llvm::cl::desc("Number of mutants to try in parallel"),
         llvm::cl::cat(category));
static llvm::cl::opt<std::string> folder(
    "save", llvm::cl::value_desc("folder"),
    llvm::cl::desc("Save one mutant for each kind of failure in this folder"),
    llvm::cl::cat(category));
static llvm::cl::opt<std::string>
    knownFile("known", llvm::cl::value_desc("file"),
              llvm::cl::desc("File of known failures, which are counted "
                             "separately. Each line is REGEX # REASON"),
              llvm::cl::cat(category));
static llvm::cl::opt<bool>
    replay("replay",
           llvm::cl::desc("Try the modules unchanged, with the pipelines of "
                          "their RUN lines. Files of --save have this form"),
           llvm::cl::cat(category));

/// Does work in the parent that each child would otherwise repeat.
static void warmUp(MLIRContext *context) {
  context->loadAllAvailableDialects();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
      "func.func @f(%a: f32) -> f32 { return %a : f32 }", context);
  PassManager pm(context);
  if (succeeded(parsePassPipeline("canonicalize,cse", pm)))
    (void)pm.run(*module);
}

int main(int argc, char **argv) {
  llvm::cl::HideUnrelatedOptions(category);
  llvm::cl::ParseCommandLineOptions(
      argc, argv, "fp8 fuzzer of passes: mutants of modules of tests\n");
  // Do not run the assembler of a CUDA toolkit: its time and memory are not
  // under test.
  setenv("CUDA_HOME", "/nonexistent", /*overwrite=*/1);
  DialectRegistry registry;
  fp8::registerAllDialects(registry);
  mlir::registerAllPasses();
  fp8::registerAllPasses();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  warmUp(&context);

  KnownFailures known;
  if (!knownFile.empty()) {
    FailureOr<KnownFailures> read = KnownFailures::read(knownFile);
    if (failed(read))
      return EXIT_FAILURE;
    known = std::move(*read);
  }
  FailureOr<Corpus> corpus = readCorpus(paths, seed);
  if (failed(corpus))
    return EXIT_FAILURE;
  if (replay) {
    Fuzzer fuzzer(&context, {}, seed, getPassTrials(), std::move(known),
                  folder);
    for (Section &section : *corpus) {
      if (section.pipelines.empty())
        section.pipelines.emplace_back();
      for (const Pipeline &pipeline : section.pipelines)
        fuzzer.runOnce(section, toText(pipeline));
    }
    return fuzzer.printSummary() ? EXIT_SUCCESS : EXIT_FAILURE;
  }
  Fuzzer fuzzer(&context, std::move(*corpus), seed, getPassTrials(),
                std::move(known), folder);
  fuzzer.run(count, seconds, std::max(1u, unsigned(jobs)));
  return fuzzer.printSummary() ? EXIT_SUCCESS : EXIT_FAILURE;
}
