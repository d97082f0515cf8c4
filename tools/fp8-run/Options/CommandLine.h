//===- CommandLine.h - Command-line options of fp8-run ----------*- C++ -*-===//

#ifndef FP8_TOOLS_FP8_RUN_COMMANDLINE_H
#define FP8_TOOLS_FP8_RUN_COMMANDLINE_H

#include "Options/Options.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"

namespace mlir::fp8::run {

/// CommandLine.h - Command-line options of fp8-run
template <typename Enum>
llvm::StringRef describe(const char *text, Enum defaultValue) {
  static llvm::BumpPtrAllocator allocator;
  std::string result = text;
  const char *separator = ": ";
  for (const auto &row : Choices<Enum>::rows) {
    result += separator + row.name.str();
    if (row.value == defaultValue)
      result += " (default)";
    separator = ", ";
  }
  return llvm::StringRef(result).copy(allocator);
}

/// The options, local to parseOptions(): the tool has no global options of its
/// own.
struct CommandLine {
  llvm::cl::OptionCategory graph{"Graph options"};
  llvm::cl::OptionCategory precision{"Precision options"};
  llvm::cl::OptionCategory memory{"Memory options"};
  llvm::cl::OptionCategory run{"Run options"};
  llvm::cl::OptionCategory output{"Output options"};
  llvm::cl::OptionCategory debugging{"Debugging options"};

  llvm::cl::opt<std::string> inputFile{llvm::cl::Positional, llvm::cl::Required,
                                       llvm::cl::desc("FILE.mlir"),
                                       llvm::cl::cat(graph)};
  llvm::cl::opt<std::string> entry{
      "entry", llvm::cl::desc("The function that is the training step"),
      llvm::cl::value_desc("F"), llvm::cl::cat(graph)};
  llvm::cl::opt<std::string> train{
      "train",
      llvm::cl::desc("Options of --fp8-train-pipeline, such as "
                     "\"recipe=delayed pow2=true storage=fp8-split8\"; the "
                     "flags that fp8-run shares with it override them"),
      llvm::cl::value_desc("OPTIONS"), llvm::cl::cat(precision)};
  llvm::cl::opt<std::string> recipe{
      "recipe",
      llvm::cl::desc(
          describe<Recipe>("Quantize contractions, with scales of this origin; "
                           "the default of --fp8-train-pipeline is current",
                           Recipe::None)),
      llvm::cl::value_desc("R"), llvm::cl::cat(precision)};
  llvm::cl::opt<std::string> scope{
      "scope",
      llvm::cl::desc(describe("The contractions that are quantized",
                              ContractionScope::Linear)),
      llvm::cl::value_desc("S"), llvm::cl::cat(precision)};
  llvm::cl::opt<std::string> format{
      "format",
      llvm::cl::desc("The format of quantized tensors: hybrid (default; e4m3 "
                     "for values, e5m2 for gradients), e4m3, e5m2"),
      llvm::cl::value_desc("F"), llvm::cl::cat(precision)};
  llvm::cl::list<std::string> overrides{
      "override",
      llvm::cl::desc(
          "Quantize tensors whose names match in another way: wide (not "
          "at all), e4m3, e5m2, tensor, row, mx or block:MxN"),
      llvm::cl::value_desc("PATTERN=WHAT"), llvm::cl::cat(precision)};
  llvm::cl::list<std::string> wideSteps{
      "wide-steps",
      llvm::cl::desc(
          "Do not quantize tensors whose names match in these steps"),
      llvm::cl::value_desc("PATTERN@FROM-TO"), llvm::cl::cat(precision)};
  llvm::cl::opt<std::string> storage{
      "storage",
      llvm::cl::desc(
          describe("Store parameters that contractions read, and their "
                   "moments, by a preset; from step N on by another one",
                   StoragePreset::FP32)),
      llvm::cl::value_desc("P[,N:P...]"), llvm::cl::cat(precision)};
  llvm::cl::list<std::string> storageOverrides{
      "storage-override",
      llvm::cl::desc(
          "Store parameters whose names match by another preset, and "
          "their 8-bit moments with a scale per group:N or block:MxN"),
      llvm::cl::value_desc("PATTERN=P[:GRANULES]"), llvm::cl::cat(precision)};
  llvm::cl::opt<bool> lateNorm{
      "late-norm",
      llvm::cl::desc("Clip gradients by the norm of the step before, so that "
                     "updates need not wait for the last gradient"),
      llvm::cl::cat(memory)};
  llvm::cl::opt<std::string> outstanding{
      "max-outstanding-bytes",
      llvm::cl::desc("With --target=cpu, sim or cuda: bytes of gradients that "
                     "may wait for their updates (default: 268435456)"),
      llvm::cl::value_desc("N"), llvm::cl::cat(memory)};
  llvm::cl::opt<std::string> storagePolicy{
      "storage-policy",
      llvm::cl::desc(
          describe("The origin of the scale of a stored e4m3 parameter",
                   ScalePolicy::Bounded)),
      llvm::cl::value_desc("S"), llvm::cl::cat(precision)};
  llvm::cl::opt<std::string> target{
      "target",
      llvm::cl::desc(
          "The target that runs the step: cpu (default), cuda (an NVIDIA GPU), "
          "reference (the evaluator), sim (GPU kernels, simulated and checked) "
          "or upstream (upstream's passes; default with --dump and --health)"),
      llvm::cl::value_desc("T"), llvm::cl::cat(run)};
  llvm::cl::opt<std::string> targetOptions{
      "target-options",
      llvm::cl::desc(
          "Options of the target, such as \"chip=sm_90a tf32=true\"; "
          "flags of the same names override them"),
      llvm::cl::value_desc("OPTIONS"), llvm::cl::cat(run)};
  llvm::cl::opt<std::string> chip{
      "chip",
      llvm::cl::desc(
          "The chip that kernels are compiled for: with --target=sim, "
          "sm_80 by default; with --target=cuda, that of the GPU in the "
          "machine"),
      llvm::cl::value_desc("SM"), llvm::cl::cat(run)};
  llvm::cl::opt<bool> convolutions{
      "convolutions",
      llvm::cl::desc(
          "Quantize convolutions that are matrix products, such as those "
          "of 1 x 1, like linear layers"),
      llvm::cl::cat(graph)};
  llvm::cl::opt<bool> fastSums{
      "fast-sums",
      llvm::cl::desc(
          "With --target=cuda: sums of 8-bit products may keep fewer bits "
          "than f32 has"),
      llvm::cl::cat(run)};
  llvm::cl::opt<std::string> decodeBlocks{
      "decode-blocks",
      llvm::cl::desc("With --target=cuda: codes with scales of blocks that "
                     "kernels decode, for matmuls of f32: never (default), "
                     "where-needed, always"),
      llvm::cl::value_desc("WHICH"), llvm::cl::cat(run)};
  llvm::cl::opt<bool> tf32{
      "tf32",
      llvm::cl::desc(
          "With --target=cuda: products of f32 may round their operands "
          "to TF32"),
      llvm::cl::cat(run)};
  llvm::cl::opt<std::string> saveKernels{
      "save-kernels",
      llvm::cl::desc("With --target=cuda: write the code of the kernels, as "
                     "FUNCTION.image, which the driver gets, and FUNCTION.ll"),
      llvm::cl::value_desc("DIR"), llvm::cl::cat(debugging)};
  // --threads belongs to LLVM's support for link-time optimization.
  llvm::cl::opt<std::string> threads{
      "num-threads",
      llvm::cl::desc(
          "With --target=cpu: how many threads (by default, the CPUs that "
          "the process may use); no result depends on it"),
      llvm::cl::value_desc("N"), llvm::cl::cat(run)};
  llvm::cl::opt<std::string> wideType{
      "wide-type",
      llvm::cl::desc(
          describe("The type of activations and gradients", WideType::F32)),
      llvm::cl::value_desc("T"), llvm::cl::cat(precision)};
  llvm::cl::opt<std::string> remat{
      "remat",
      llvm::cl::desc(describe(
          "Values of the forward pass that the backward pass recomputes",
          RematMode::None)),
      llvm::cl::value_desc("M"), llvm::cl::cat(memory)};
  llvm::cl::opt<std::string> rematBudget{
      "remat-budget",
      llvm::cl::desc(
          "Keep at most this many bytes of activations for the backward pass, "
          "and recompute as little as that takes (default: no bound)"),
      llvm::cl::value_desc("BYTES"), llvm::cl::cat(memory)};
  llvm::cl::opt<std::string> microbatches{
      "microbatches",
      llvm::cl::desc(
          "Accumulate gradients over N micro-batches per optimizer step "
          "(default: 1). The input file describes one micro-batch"),
      llvm::cl::value_desc("N"), llvm::cl::cat(graph)};
  llvm::cl::list<std::string> groups{
      "groups",
      llvm::cl::desc(
          "Add micro-batches in G groups, first within each group; G,H divides "
          "each group again. Ranks with several micro-batches add them so"),
      llvm::cl::value_desc("G,..."), llvm::cl::CommaSeparated,
      llvm::cl::cat(graph)};
  llvm::cl::opt<std::string> mesh{
      "mesh",
      llvm::cl::desc(
          "Run N data-parallel ranks, each on batches of its own: dp:N, or "
          "several axes such as replica:2,dp:4. Rank 0 writes the files"),
      llvm::cl::value_desc("AXIS:N,..."), llvm::cl::cat(run)};
  llvm::cl::opt<std::string> comm{
      "comm",
      llvm::cl::desc("How the ranks of --mesh exchange data: loopback, as "
                     "threads of this process"),
      llvm::cl::value_desc("C"), llvm::cl::cat(run)};
  llvm::cl::opt<std::string> commTimeout{
      "comm-timeout",
      llvm::cl::desc("With --mesh: how long a rank waits for the others, in "
                     "milliseconds (default: 600000)"),
      llvm::cl::value_desc("MS"), llvm::cl::cat(run)};
  llvm::cl::list<std::string> shared{
      "shared",
      llvm::cl::desc("Arguments whose names match are the same for all "
                     "micro-batches, as those of rank 0 are"),
      llvm::cl::value_desc("PATTERN"), llvm::cl::cat(graph)};
  llvm::cl::opt<std::string> steps{
      "steps",
      llvm::cl::desc(
          "How many steps to run; SIGINT or SIGTERM ends the run after "
          "the current one, with all files written, and exit status 130 or "
          "143; a second signal ends it at once"),
      llvm::cl::value_desc("N"), llvm::cl::cat(run)};
  llvm::cl::opt<std::string> inputs{
      "inputs",
      llvm::cl::desc(
          "Tensors by argument name, or random values: states start from "
          "them; others are used at every step or, if the file has one "
          "leading dimension more, of extent S, slice k mod S at step k"),
      llvm::cl::value_desc("F.safetensors|random:SEED"), llvm::cl::cat(run)};
  llvm::cl::opt<std::string> inputsStorage{
      "inputs-storage",
      llvm::cl::desc(
          "The preset by which the file of --inputs stores its states, as "
          "a checkpoint of a run with --storage=P does; the step starts "
          "from their values"),
      llvm::cl::value_desc("P"), llvm::cl::cat(run)};
  llvm::cl::list<std::string> arguments{
      "arg",
      llvm::cl::desc(
          "One argument, by number or name: a value for every element, a "
          "counter, a file or random values in [LO, HI)"),
      llvm::cl::value_desc("I=VALUE|counter:START|F.npy|random:SEED[:LO:HI]"),
      llvm::cl::cat(run)};
  llvm::cl::opt<std::string> loss{
      "loss", llvm::cl::desc("The results that are losses, by number or name"),
      llvm::cl::value_desc("I,..."), llvm::cl::cat(graph)};
  llvm::cl::opt<std::string> outputs{
      "outputs", llvm::cl::desc("Write the results of the last step"),
      llvm::cl::value_desc("F.safetensors"), llvm::cl::cat(output)};
  llvm::cl::opt<bool> unpack{
      "unpack",
      llvm::cl::desc(
          "Write to --outputs the f32 values of stored states in place of "
          "their planes"),
      llvm::cl::cat(output)};
  llvm::cl::opt<std::string> csv{
      "csv", llvm::cl::desc("Write step,loss,seconds: a line after each step"),
      llvm::cl::value_desc("F.csv"), llvm::cl::cat(output)};
  llvm::cl::opt<std::string> plot{"plot", llvm::cl::desc("Draw the loss"),
                                  llvm::cl::value_desc("F.svg"),
                                  llvm::cl::cat(output)};
  llvm::cl::opt<std::string> dump{
      "dump",
      llvm::cl::desc("Write input, codes and scale_inv of every fp8.quantize "
                     "in the last step"),
      llvm::cl::value_desc("F.safetensors"), llvm::cl::cat(debugging)};
  llvm::cl::opt<std::string> health{
      "health",
      llvm::cl::desc("Write saturations, underflows and non-finite amaxes "
                     "of every fp8.quantize, over all steps"),
      llvm::cl::value_desc("F.json"), llvm::cl::cat(debugging)};
  llvm::cl::opt<std::string> checkpoint{
      "checkpoint",
      llvm::cl::desc(
          "Write checkpoints to this folder: at the end, and as often as "
          "--checkpoint-every says; the last two are kept"),
      llvm::cl::value_desc("DIR"), llvm::cl::cat(run)};
  llvm::cl::opt<std::string> checkpointEvery{
      "checkpoint-every", llvm::cl::desc("Write a checkpoint every N steps"),
      llvm::cl::value_desc("N"), llvm::cl::cat(run)};
  llvm::cl::opt<bool> resume{
      "resume",
      llvm::cl::desc("Go on from the latest valid checkpoint of --checkpoint; "
                     "--steps counts from the first step of the first run"),
      llvm::cl::cat(run)};
  llvm::cl::opt<bool> explain{
      "explain",
      llvm::cl::desc("Print each argument, what updates it and how it "
                     "starts"),
      llvm::cl::cat(output)};
  llvm::cl::opt<std::string> report{
      "report",
      llvm::cl::desc(
          "Print the kernels of the compiled step, the bytes that they "
          "move and the memory that the step takes: table (default) or "
          "json"),
      llvm::cl::value_desc("F"), llvm::cl::ValueOptional,
      llvm::cl::cat(output)};
  llvm::cl::opt<bool> bench{
      "bench", llvm::cl::desc("Print the median time of a step as JSON"),
      llvm::cl::cat(output)};
  llvm::cl::opt<std::string> peakFlops{
      "peak-flops",
      llvm::cl::desc(
          "Floating-point operations that the machine can do in a second: "
          "--bench prints which fraction of them the products of a step "
          "reach"),
      llvm::cl::value_desc("F"), llvm::cl::cat(output)};
  llvm::cl::opt<std::string> items{
      "items",
      llvm::cl::desc(
          "Items that a step takes, such as tokens: --bench prints how "
          "many it takes per second"),
      llvm::cl::value_desc("N"), llvm::cl::cat(output)};
};

/// Parses `AXIS:N,...`. Returns false after an error.
bool parseMesh(StringRef text, Options &options);

/// Rejects combinations of options that are meaningless for any file and graph.
bool checkCombinations(const CommandLine &line, const Options &options);

} // namespace mlir::fp8::run

#endif // FP8_TOOLS_FP8_RUN_COMMANDLINE_H
