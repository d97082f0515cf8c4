//===- CommandLine.h - the options of fp8-run as they are given -*- C++ -*-===//

#ifndef FP8_TOOLS_FP8_RUN_COMMANDLINE_H
#define FP8_TOOLS_FP8_RUN_COMMANDLINE_H

#include "Options/Options.h"
#include "llvm/Support/CommandLine.h"

namespace mlir::fp8::run {

/// Local to parseOptions(): the tool has no global options of its own.
struct CommandLine {
  llvm::cl::OptionCategory category{"fp8-run options"};

  llvm::cl::opt<std::string> inputFile{llvm::cl::Positional, llvm::cl::Required,
                                       llvm::cl::desc("FILE.mlir"),
                                       llvm::cl::cat(category)};
  llvm::cl::opt<std::string> entry{
      "entry", llvm::cl::desc("The function that is the training step"),
      llvm::cl::value_desc("F"), llvm::cl::cat(category)};
  llvm::cl::opt<std::string> recipe{
      "recipe",
      llvm::cl::desc("Quantize contractions, with scales of this origin: none "
                     "(default; that of --fp8-train-pipeline is current), "
                     "current, delayed, row, block or mx"),
      llvm::cl::value_desc("R"), llvm::cl::cat(category)};
  llvm::cl::opt<std::string> scope{
      "scope",
      llvm::cl::desc(
          "Which contractions are quantized: linear (those of linear "
          "layers; default) or all"),
      llvm::cl::value_desc("S"), llvm::cl::cat(category)};
  llvm::cl::opt<std::string> format{
      "format",
      llvm::cl::desc(
          "The format of quantized tensors: hybrid (default; e4m3 for "
          "values and e5m2 for gradients), e4m3 or e5m2"),
      llvm::cl::value_desc("F"), llvm::cl::cat(category)};
  llvm::cl::list<std::string> overrides{
      "override",
      llvm::cl::desc(
          "Quantize tensors whose names match in another way: wide (not "
          "at all), e4m3, e5m2, tensor, row, mx or block:MxN"),
      llvm::cl::value_desc("PATTERN=WHAT"), llvm::cl::cat(category)};
  llvm::cl::list<std::string> wideSteps{
      "wide-steps",
      llvm::cl::desc(
          "Do not quantize tensors whose names match in these steps"),
      llvm::cl::value_desc("PATTERN@FROM-TO"), llvm::cl::cat(category)};
  llvm::cl::opt<std::string> storage{
      "storage",
      llvm::cl::desc(
          "Store parameters that contractions read, and their moments, as "
          "this preset says: fp32, bf16-residual, fp8-split8, "
          "fp8-split16, anyprecision or msamp; from step N on by another "
          "one"),
      llvm::cl::value_desc("P[,N:P...]"), llvm::cl::cat(category)};
  llvm::cl::list<std::string> storageOverrides{
      "storage-override",
      llvm::cl::desc(
          "Store parameters whose names match by another preset, and "
          "their 8-bit moments with a scale per group:N or block:MxN"),
      llvm::cl::value_desc("PATTERN=P[:GRANULES]"), llvm::cl::cat(category)};
  llvm::cl::opt<bool> lateNorm{
      "late-norm",
      llvm::cl::desc(
          "Clip gradients by the norm of the step before, so that updates "
          "need not wait for the last one"),
      llvm::cl::cat(category)};
  llvm::cl::opt<std::string> outstanding{
      "max-outstanding-bytes",
      llvm::cl::desc(
          "With --target=cpu, sim or cuda: how many bytes of gradients "
          "may wait for their updates (268435456)"),
      llvm::cl::value_desc("N"), llvm::cl::cat(category)};
  llvm::cl::opt<std::string> storagePolicy{
      "storage-policy",
      llvm::cl::desc(
          "Where the scale of a stored e4m3 parameter comes from: bounded "
          "(default) or current"),
      llvm::cl::value_desc("S"), llvm::cl::cat(category)};
  llvm::cl::opt<std::string> target{
      "target",
      llvm::cl::desc(
          "What runs the step: reference, stock (default with --dump and "
          "--health), cpu (default), cuda (an NVIDIA GPU) or sim (runs "
          "the kernels of a GPU on the CPU and checks them)"),
      llvm::cl::value_desc("T"), llvm::cl::cat(category)};
  llvm::cl::opt<std::string> chip{
      "chip",
      llvm::cl::desc(
          "The chip that kernels are compiled for: with --target=sim, "
          "sm_80 by default; with --target=cuda, that of the GPU in the "
          "machine"),
      llvm::cl::value_desc("SM"), llvm::cl::cat(category)};
  llvm::cl::opt<bool> convolutions{
      "convolutions",
      llvm::cl::desc(
          "Quantize convolutions that are matrix products, such as those "
          "of 1 x 1, like linear layers"),
      llvm::cl::cat(category)};
  llvm::cl::opt<bool> fastSums{
      "fast-sums",
      llvm::cl::desc(
          "With --target=cuda: sums of 8-bit products may keep fewer bits "
          "than f32 has"),
      llvm::cl::cat(category)};
  llvm::cl::opt<std::string> decodeBlocks{
      "decode-blocks",
      llvm::cl::desc(
          "With --target=cuda: which codes with scales of blocks kernels "
          "decode, for products of f32: never (default: what cuBLASLt does not "
          "multiply on the GPU is an error), where-needed (what it does not "
          "multiply), always (for one older than that of CUDA 12.9)"),
      llvm::cl::value_desc("WHICH"), llvm::cl::cat(category)};
  llvm::cl::opt<bool> tf32{
      "tf32",
      llvm::cl::desc(
          "With --target=cuda: products of f32 may round their operands "
          "to TF32"),
      llvm::cl::cat(category)};
  llvm::cl::opt<std::string> saveKernels{
      "save-kernels",
      llvm::cl::desc("With --target=cuda: write the code of the kernels, as "
                     "FUNCTION.image, which the driver gets, and FUNCTION.ll"),
      llvm::cl::value_desc("DIR"), llvm::cl::cat(category)};
  // LLVM's support for link-time optimization has --threads.
  llvm::cl::opt<std::string> threads{
      "num-threads",
      llvm::cl::desc(
          "With --target=cpu: how many threads (by default, the CPUs that "
          "the process may use); no result depends on it"),
      llvm::cl::value_desc("N"), llvm::cl::cat(category)};
  llvm::cl::opt<std::string> wideType{
      "wide-type",
      llvm::cl::desc("The type that activations and gradients are kept in: f32 "
                     "(default; as they are) or bf16"),
      llvm::cl::value_desc("T"), llvm::cl::cat(category)};
  llvm::cl::opt<std::string> remat{
      "remat",
      llvm::cl::desc(
          "What the backward computes again instead of reading what the "
          "forward kept: none (default), selective (all but products) or "
          "full"),
      llvm::cl::value_desc("M"), llvm::cl::cat(category)};
  llvm::cl::opt<std::string> rematBudget{
      "remat-budget",
      llvm::cl::desc("Keep at most this many bytes from the forward for the "
                     "backward, and compute again as little as that takes"),
      llvm::cl::value_desc("BYTES"), llvm::cl::cat(category)};
  llvm::cl::opt<std::string> microbatches{
      "microbatches",
      llvm::cl::desc(
          "Take each step from the mean of the gradients of N consecutive "
          "inputs; the graph in the file takes one of them"),
      llvm::cl::value_desc("N"), llvm::cl::cat(category)};
  llvm::cl::list<std::string> shared{
      "shared",
      llvm::cl::desc("Arguments whose names match are the same for all "
                     "micro-batches, as those of rank 0 are"),
      llvm::cl::value_desc("PATTERN"), llvm::cl::cat(category)};
  llvm::cl::opt<std::string> steps{
      "steps",
      llvm::cl::desc(
          "How many steps to run; SIGINT or SIGTERM ends the run after "
          "the current one, with all files written, and exit status 130 or "
          "143; a second signal ends it at once"),
      llvm::cl::value_desc("N"), llvm::cl::cat(category)};
  llvm::cl::opt<std::string> inputs{
      "inputs",
      llvm::cl::desc(
          "Tensors by argument name, or random values: states start from "
          "them; others are used at every step or, if the file has one "
          "leading dimension more, of extent S, slice k mod S at step k"),
      llvm::cl::value_desc("F.safetensors|random:SEED"),
      llvm::cl::cat(category)};
  llvm::cl::opt<std::string> inputsStorage{
      "inputs-storage",
      llvm::cl::desc(
          "The preset by which the file of --inputs stores its states, as "
          "a checkpoint of a run with --storage=P does; the step starts "
          "from their values"),
      llvm::cl::value_desc("P"), llvm::cl::cat(category)};
  llvm::cl::list<std::string> arguments{
      "arg",
      llvm::cl::desc(
          "One argument, by number or name: a value for every element, a "
          "counter, a file or random values in [LO, HI)"),
      llvm::cl::value_desc("I=VALUE|counter:START|F.npy|random:SEED[:LO:HI]"),
      llvm::cl::cat(category)};
  llvm::cl::opt<std::string> loss{
      "loss", llvm::cl::desc("The results that are losses, by number or name"),
      llvm::cl::value_desc("I,..."), llvm::cl::cat(category)};
  llvm::cl::opt<std::string> outputs{
      "outputs", llvm::cl::desc("Write the results of the last step"),
      llvm::cl::value_desc("F.safetensors"), llvm::cl::cat(category)};
  llvm::cl::opt<bool> unpack{
      "unpack",
      llvm::cl::desc(
          "Write to --outputs the f32 values of stored states in place of "
          "their planes"),
      llvm::cl::cat(category)};
  llvm::cl::opt<std::string> csv{
      "csv", llvm::cl::desc("Write step,loss,seconds: a line after each step"),
      llvm::cl::value_desc("F.csv"), llvm::cl::cat(category)};
  llvm::cl::opt<std::string> plot{"plot", llvm::cl::desc("Draw the loss"),
                                  llvm::cl::value_desc("F.svg"),
                                  llvm::cl::cat(category)};
  llvm::cl::opt<std::string> dump{
      "dump",
      llvm::cl::desc("Write input, codes and scale_inv of every fp8.quantize "
                     "in the last step"),
      llvm::cl::value_desc("F.safetensors"), llvm::cl::cat(category)};
  llvm::cl::opt<std::string> health{
      "health",
      llvm::cl::desc("Write saturations, underflows and non-finite amaxes "
                     "of every fp8.quantize, over all steps"),
      llvm::cl::value_desc("F.json"), llvm::cl::cat(category)};
  llvm::cl::opt<std::string> checkpoint{
      "checkpoint",
      llvm::cl::desc(
          "Write checkpoints to this folder: at the end, and as often as "
          "--checkpoint-every says; the last two are kept"),
      llvm::cl::value_desc("DIR"), llvm::cl::cat(category)};
  llvm::cl::opt<std::string> checkpointEvery{
      "checkpoint-every", llvm::cl::desc("Write a checkpoint every N steps"),
      llvm::cl::value_desc("N"), llvm::cl::cat(category)};
  llvm::cl::opt<bool> resume{
      "resume",
      llvm::cl::desc("Go on from the latest valid checkpoint of --checkpoint; "
                     "--steps counts from the first step of the first run"),
      llvm::cl::cat(category)};
  llvm::cl::opt<bool> explain{
      "explain",
      llvm::cl::desc("Print each argument, what updates it and how it "
                     "starts"),
      llvm::cl::cat(category)};
  llvm::cl::opt<std::string> report{
      "report",
      llvm::cl::desc(
          "Print the kernels of the compiled step, the bytes that they "
          "move and the memory that the step takes: table (default) or "
          "json"),
      llvm::cl::value_desc("F"), llvm::cl::ValueOptional,
      llvm::cl::cat(category)};
  llvm::cl::opt<bool> bench{
      "bench", llvm::cl::desc("Print the median time of a step as JSON"),
      llvm::cl::cat(category)};
  llvm::cl::opt<std::string> peakFlops{
      "peak-flops",
      llvm::cl::desc(
          "Floating-point operations that the machine can do in a second: "
          "--bench prints which fraction of them the products of a step "
          "reach"),
      llvm::cl::value_desc("F"), llvm::cl::cat(category)};
  llvm::cl::opt<std::string> items{
      "items",
      llvm::cl::desc(
          "Items that a step takes, such as tokens: --bench prints how "
          "many it takes per second"),
      llvm::cl::value_desc("N"), llvm::cl::cat(category)};
};

/// Refuses, with a message, what no file and no graph can make meaningful.
bool checkCombinations(const CommandLine &line, const Options &options);

} // namespace mlir::fp8::run

#endif // FP8_TOOLS_FP8_RUN_COMMANDLINE_H
