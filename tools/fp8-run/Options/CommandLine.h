//===- CommandLine.h - Command-line options of fp8-run ----------*- C++ -*-===//

#ifndef FP8_TOOLS_FP8_RUN_COMMANDLINE_H
#define FP8_TOOLS_FP8_RUN_COMMANDLINE_H

#include "Options/Options.h"
#include "fp8/IR/QuantizePolicy.h"
#include "fp8/Inspect/Choices.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"

namespace mlir::fp8::run {

/// Returns a copy of `text` that lives as long as the process.
inline llvm::StringRef keepText(llvm::StringRef text) {
  static llvm::BumpPtrAllocator allocator;
  return text.copy(allocator);
}

/// Returns `text` followed by the names of all choices. Marks the default.
template <typename Enum>
llvm::StringRef describe(const char *text, Enum defaultValue) {
  std::string result = text;
  const char *separator = ": ";
  for (const auto &row : Choices<Enum>::rows) {
    result += separator + row.name.str();
    if (row.value == defaultValue)
      result += " (default)";
    separator = ", ";
  }
  return keepText(result);
}

/// Returns `text` followed by the names and descriptions of all targets.
inline llvm::StringRef describeTargets(const char *text) {
  std::string result = text;
  const char *separator = ": ";
  for (const Target *target : getTargets()) {
    result +=
        separator + (target->getName() + " (" + target->getHelp() + ")").str();
    separator = ", ";
  }
  return keepText(result);
}

/// The options, as local variables of parseOptions(). The tool has no global
/// options of its own.
struct CommandLine {
  // --help prints an example below the name of each category.
  llvm::cl::OptionCategory graph{
      "Graph options", "The step that the file holds, as in fp8-run step.mlir "
                       "--steps=10 --loss=total --microbatches=4"};
  llvm::cl::OptionCategory precision{
      "Precision options",
      "Formats of matmuls and of states, as in fp8-run step.mlir --steps=10 "
      "--recipe=delayed --storage=fp8-split8"};
  llvm::cl::OptionCategory memory{
      "Memory options", "Activations and gradients, as in fp8-run step.mlir "
                        "--steps=10 --remat=selective"};
  llvm::cl::OptionCategory run{
      "Run options", "Steps, values and machines, as in fp8-run step.mlir "
                     "--steps=10 --inputs=data.safetensors --arg=lr=0.001"};
  llvm::cl::OptionCategory output{
      "Output options", "Files and reports, as in fp8-run step.mlir --steps=10 "
                        "--csv=loss.csv --html=report.html --report"};
  llvm::cl::OptionCategory debugging{
      "Debugging options", "A run that goes wrong, as in fp8-run step.mlir "
                           "--steps=10 --recipe=current --check-finite"};

  /// One file. The parser of LLVM would report other numbers of files without
  /// naming them.
  llvm::cl::list<std::string> inputFiles{
      llvm::cl::Positional, llvm::cl::desc("FILE.mlir"), llvm::cl::cat(graph)};
  llvm::cl::opt<std::string> entry{
      "entry",
      llvm::cl::desc("Name of the function to run as the training step"),
      llvm::cl::value_desc("F"), llvm::cl::cat(graph)};
  llvm::cl::opt<std::string> train{
      "train",
      llvm::cl::desc("Options of --fp8-train-pipeline, such as "
                     "\"recipe=delayed pow2=true storage=fp8-split8\"; "
                     "flags of fp8-run with the same meaning override them"),
      llvm::cl::value_desc("OPTIONS"), llvm::cl::cat(precision)};
  llvm::cl::opt<std::string> recipe{
      "recipe",
      llvm::cl::desc(
          describe<Recipe>("Quantize contractions with the scales of a recipe; "
                           "the default of --fp8-train-pipeline is current",
                           Recipe::None)),
      llvm::cl::value_desc("R"), llvm::cl::cat(precision)};
  llvm::cl::opt<std::string> scope{
      "scope",
      llvm::cl::desc(
          describe("Contractions to quantize", ContractionScope::Linear)),
      llvm::cl::value_desc("S"), llvm::cl::cat(precision)};
  llvm::cl::opt<std::string> format{
      "format",
      llvm::cl::desc(
          "Format of quantized tensors: hybrid (default; e4m3 for "
          "activations and weights, e5m2 for gradients), e4m3, e5m2"),
      llvm::cl::value_desc("F"), llvm::cl::cat(precision)};
  llvm::cl::list<std::string> overrides{
      "override",
      llvm::cl::desc(keepText("How to quantize tensors with matching "
                              "names; wide does not quantize them: " +
                              kQuantizePolicies.str())),
      llvm::cl::value_desc("PATTERN=WHAT"), llvm::cl::cat(precision)};
  llvm::cl::list<std::string> wideSteps{
      "wide-steps",
      llvm::cl::desc("Do not quantize tensors with matching names from step "
                     "FROM to step TO"),
      llvm::cl::value_desc("PATTERN@FROM-TO"), llvm::cl::cat(precision)};
  llvm::cl::opt<std::string> storage{
      "storage",
      llvm::cl::desc(
          describe("Storage preset of parameters that contractions read and of "
                   "their moments; N:P switches to preset P at step N",
                   StoragePreset::FP32)),
      llvm::cl::value_desc("P[,N:P...]"), llvm::cl::cat(precision)};
  llvm::cl::list<std::string> storageOverrides{
      "storage-override",
      llvm::cl::desc(
          "Storage preset of parameters with matching names, and scaling "
          "blocks of their 8-bit moments: group:N or block:MxN"),
      llvm::cl::value_desc("PATTERN=P[:GRANULES]"), llvm::cl::cat(precision)};
  llvm::cl::opt<bool> lateNorm{
      "late-norm",
      llvm::cl::desc("Clip gradients by the norm of the previous step, so that "
                     "updates need not wait for the last gradient"),
      llvm::cl::cat(memory)};
  llvm::cl::opt<std::string> outstanding{
      "max-outstanding-bytes",
      llvm::cl::desc(
          "With --target=cpu, sim or cuda: maximum size of gradients "
          "that wait for their updates, in bytes (default: "
          "268435456)"),
      llvm::cl::value_desc("N"), llvm::cl::cat(memory)};
  llvm::cl::opt<std::string> storagePolicy{
      "storage-policy",
      llvm::cl::desc(
          describe("Computation of the scale of a stored e4m3 parameter",
                   ScalePolicy::Bounded)),
      llvm::cl::value_desc("S"), llvm::cl::cat(precision)};
  llvm::cl::opt<std::string> target{
      "target",
      llvm::cl::desc(
          describeTargets("Target that runs the step; the default is cpu, or "
                          "upstream with --dump or --health")),
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
          "Chip to compile kernels for; by default sm_80 with --target=sim, "
          "and the chip of the installed GPU with --target=cuda"),
      llvm::cl::value_desc("SM"), llvm::cl::cat(run)};
  llvm::cl::opt<bool> convolutions{
      "convolutions",
      llvm::cl::desc("Quantize convolutions that are matmuls, such as 1 x 1 "
                     "convolutions, like linear layers"),
      llvm::cl::cat(graph)};
  llvm::cl::opt<bool> fastSums{
      "fast-sums",
      llvm::cl::desc(
          "With --target=cuda: let 8-bit matmuls accumulate with fewer bits "
          "than f32 has"),
      llvm::cl::cat(run)};
  llvm::cl::opt<std::string> decodeBlocks{
      "decode-blocks",
      llvm::cl::desc("With --target=cuda: which block-scaled FP8 operands "
                     "kernels decode to f32, so that the library multiplies "
                     "f32: never (default), where-needed, always"),
      llvm::cl::value_desc("WHICH"), llvm::cl::cat(run)};
  llvm::cl::opt<bool> deterministic{
      "deterministic",
      llvm::cl::desc("With --target=cuda: let cuDNN compute attention with the "
                     "same bits in every run, which takes longer"),
      llvm::cl::cat(run)};
  llvm::cl::opt<bool> tf32{
      "tf32",
      llvm::cl::desc(
          "With --target=cuda: let f32 matmuls round their operands to TF32"),
      llvm::cl::cat(run)};
  llvm::cl::opt<std::string> saveKernels{
      "save-kernels",
      llvm::cl::desc("With --target=cuda: write the code of kernels to this "
                     "folder: FUNCTION.image (input of the driver) and "
                     "FUNCTION.ll"),
      llvm::cl::value_desc("DIR"), llvm::cl::cat(debugging)};
  // --threads belongs to LLVM's support for link-time optimization.
  llvm::cl::opt<std::string> threads{
      "num-threads",
      llvm::cl::desc(
          "With --target=cpu: number of threads (default: the CPUs that "
          "the process may use); no result depends on it"),
      llvm::cl::value_desc("N"), llvm::cl::cat(run)};
  llvm::cl::opt<std::string> wideType{
      "wide-type",
      llvm::cl::desc(
          describe("Type of activations and gradients", WideType::F32)),
      llvm::cl::value_desc("T"), llvm::cl::cat(precision)};
  llvm::cl::opt<std::string> attention{
      "attention",
      llvm::cl::desc(describe("Lowering of attention by --target=cpu, sim and "
                              "cuda, where the library is cuDNN; other targets "
                              "decompose attention",
                              AttentionLowering::Kernels)),
      llvm::cl::value_desc("L"), llvm::cl::cat(memory)};
  llvm::cl::opt<std::string> remat{
      "remat",
      llvm::cl::desc(describe(
          "Rematerialization (activation checkpointing): activations that the "
          "backward pass recomputes",
          RematMode::None)),
      llvm::cl::value_desc("M"), llvm::cl::cat(memory)};
  llvm::cl::opt<std::string> rematBudget{
      "remat-budget",
      llvm::cl::desc(
          "Maximum size of activations saved for the backward pass, in bytes; "
          "as little as possible is recomputed (default: no limit)"),
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
          "Add the gradients of micro-batches in G groups, first within each "
          "group; G,H divides each group again. With --mesh, each rank is such "
          "a group"),
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
      llvm::cl::desc("Connection of the ranks of --mesh: loopback, between "
                     "processes that fp8-run starts on this machine, or mpi, "
                     "between processes that mpirun starts (default: mpi "
                     "under mpirun, else loopback)"),
      llvm::cl::value_desc("C"), llvm::cl::cat(run)};
  llvm::cl::opt<std::string> shard{
      "shard",
      llvm::cl::desc(describe("States that are divided among the ranks of "
                              "--mesh, so that each rank holds some rows",
                              ShardPolicy::DDP)),
      llvm::cl::value_desc("policy"), llvm::cl::cat(run)};
  llvm::cl::opt<std::string> shardMinElements{
      "shard-min-elements",
      llvm::cl::desc(
          "With --shard: do not divide parameters with fewer elements"),
      llvm::cl::value_desc("n"), llvm::cl::cat(run)};
  llvm::cl::opt<std::string> wire{
      "wire",
      llvm::cl::desc(describe("The type in which ranks exchange gradients; "
                              "bf16 rounds them once",
                              Wire::F32)),
      llvm::cl::value_desc("type"), llvm::cl::cat(run)};
  llvm::cl::opt<std::string> reshard{
      "reshard",
      llvm::cl::desc(describe("Whether the backward pass gathers "
                              "parameters again, to save memory",
                              Reshard::Never)),
      llvm::cl::value_desc("mode"), llvm::cl::cat(run)};
  llvm::cl::opt<std::string> exchangeBytes{
      "exchange-bytes",
      llvm::cl::desc(keepText(
          "Combine exchanges of parameters up to this total size, in bytes of "
          "f32 elements (default: " +
          std::to_string(kExchangeBytes) +
          "); 0: one exchange for each block of parameters, such as h.3.")),
      llvm::cl::value_desc("bytes"), llvm::cl::cat(run)};
  llvm::cl::list<std::string> shardOverrides{
      "shard-override",
      llvm::cl::desc("With --shard: PATTERN=whole keeps parameters with "
                     "matching names whole; PATTERN=unit:N divides them into "
                     "units of N rows that stay together"),
      llvm::cl::value_desc("rule"), llvm::cl::cat(run)};
  llvm::cl::opt<std::string> commTimeout{
      "comm-timeout",
      llvm::cl::desc(keepText("With --mesh: how long a rank waits for the "
                              "others, in milliseconds (default: " +
                              std::to_string(Options().commTimeout) + ")")),
      llvm::cl::value_desc("MS"), llvm::cl::cat(run)};
  llvm::cl::list<std::string> shared{
      "shared",
      llvm::cl::desc("Arguments with matching names, like arguments of rank 0, "
                     "have one value for all micro-batches"),
      llvm::cl::value_desc("PATTERN"), llvm::cl::cat(graph)};
  llvm::cl::opt<std::string> steps{
      "steps",
      llvm::cl::desc(
          "Number of steps. SIGINT or SIGTERM ends the run after the "
          "current step, writes all files and exits with status 130 or 143; "
          "a second signal ends the run at once"),
      llvm::cl::value_desc("N"), llvm::cl::cat(run)};
  llvm::cl::opt<std::string> inputs{
      "inputs",
      llvm::cl::desc(
          "Values of arguments by name, or random values. States start from "
          "them; other arguments use them at every step. A tensor with an "
          "additional leading dimension S provides slice k mod S at step k"),
      llvm::cl::value_desc("F.safetensors|random:SEED"), llvm::cl::cat(run)};
  llvm::cl::opt<std::string> inputsStorage{
      "inputs-storage",
      llvm::cl::desc(
          "Storage preset of the states in the file of --inputs, such as a "
          "checkpoint of a run with --storage=P; the step starts from their "
          "values"),
      llvm::cl::value_desc("P"), llvm::cl::cat(run)};
  llvm::cl::list<std::string> arguments{
      "arg",
      llvm::cl::desc(
          "Values of the argument with this number or name: one value for "
          "all elements, a counter, a file or random values in [LO, HI)"),
      llvm::cl::value_desc("I=VALUE|counter:START|F.npy|random:SEED[:LO:HI]"),
      llvm::cl::cat(run)};
  llvm::cl::opt<std::string> loss{
      "loss", llvm::cl::desc("Results that are losses, by number or name"),
      llvm::cl::value_desc("I,..."), llvm::cl::cat(graph)};
  llvm::cl::opt<std::string> outputs{
      "outputs",
      llvm::cl::desc("Write the results of the last step to this file"),
      llvm::cl::value_desc("F.safetensors"), llvm::cl::cat(output)};
  llvm::cl::opt<bool> unpack{
      "unpack",
      llvm::cl::desc(
          "Decode stored states: --outputs contains their f32 values instead "
          "of their planes"),
      llvm::cl::cat(output)};
  llvm::cl::opt<std::string> saveInputs{
      "save-inputs",
      llvm::cl::desc("Write the values of all arguments in all steps to this "
                     "file, which --inputs reads"),
      llvm::cl::value_desc("F.safetensors"), llvm::cl::cat(output)};
  llvm::cl::opt<std::string> csv{
      "csv", llvm::cl::desc("Write a line step,loss,seconds after each step"),
      llvm::cl::value_desc("F.csv"), llvm::cl::cat(output)};
  llvm::cl::opt<std::string> plot{"plot", llvm::cl::desc("Plot the loss"),
                                  llvm::cl::value_desc("F.svg"),
                                  llvm::cl::cat(output)};
  llvm::cl::opt<std::string> html{
      "html",
      llvm::cl::desc("Write a page of pictures: the loss, the memory of the "
                     "step, the scales of its tensors, and its launches"),
      llvm::cl::value_desc("F.html"), llvm::cl::cat(output)};
  llvm::cl::opt<std::string> compare{
      "compare",
      llvm::cl::desc("Also draw the losses in this file, which an earlier "
                     "--csv wrote, on the page of --html"),
      llvm::cl::value_desc("F.csv"), llvm::cl::cat(output)};
  llvm::cl::opt<std::string> trace{
      "trace",
      llvm::cl::desc(
          "Write the launches of the last step as a trace for "
          "Perfetto: in the order of the plan, and by time on a CPU or GPU"),
      llvm::cl::value_desc("F.json"), llvm::cl::cat(output)};
  llvm::cl::opt<bool> checkFinite{
      "check-finite",
      llvm::cl::desc("End the run at the first loss that is not finite, and "
                     "name the first op whose result is not finite, with its "
                     "line"),
      llvm::cl::cat(debugging)};
  llvm::cl::opt<std::string> dump{
      "dump",
      llvm::cl::desc("Write the input, codes and scale_inv of every "
                     "fp8.quantize in the last step"),
      llvm::cl::value_desc("F.safetensors"), llvm::cl::cat(debugging)};
  llvm::cl::opt<std::string> health{
      "health",
      llvm::cl::desc("Write the numbers of saturations, underflows and "
                     "non-finite amaxes of every fp8.quantize, and of second "
                     "moments stored as zero, summed over all steps"),
      llvm::cl::value_desc("F.json"), llvm::cl::cat(debugging)};
  llvm::cl::opt<std::string> checkpoint{
      "checkpoint",
      llvm::cl::desc(
          "Write checkpoints to this folder, at the end of the run and every "
          "--checkpoint-every steps; the last two are kept"),
      llvm::cl::value_desc("DIR"), llvm::cl::cat(run)};
  llvm::cl::opt<std::string> checkpointEvery{
      "checkpoint-every", llvm::cl::desc("Write a checkpoint every N steps"),
      llvm::cl::value_desc("N"), llvm::cl::cat(run)};
  llvm::cl::opt<bool> resume{
      "resume",
      llvm::cl::desc(
          "Continue from the latest valid checkpoint of --checkpoint; "
          "--steps counts from the first step of the first run"),
      llvm::cl::cat(run)};
  llvm::cl::opt<bool> explain{
      "explain",
      llvm::cl::desc("Print each argument, its update and its initial value"),
      llvm::cl::cat(output)};
  llvm::cl::opt<std::string> report{
      "report",
      llvm::cl::desc(describe(
          "Print the kernels of the compiled step, the bytes that they "
          "move, and the memory of the step",
          ReportFormat::Table)),
      llvm::cl::value_desc("F"), llvm::cl::ValueOptional,
      llvm::cl::cat(output)};
  llvm::cl::opt<bool> bench{
      "bench", llvm::cl::desc("Print the median time of a step as JSON"),
      llvm::cl::cat(output)};
  llvm::cl::opt<std::string> peakFlops{
      "peak-flops",
      llvm::cl::desc(
          "Peak throughput of the machine, in FLOP/s; --bench prints the "
          "fraction of it that the matmuls of a step reach"),
      llvm::cl::value_desc("F"), llvm::cl::cat(output)};
  llvm::cl::opt<std::string> items{
      "items",
      llvm::cl::desc(
          "Number of items per step, such as tokens; --bench prints the "
          "items per second"),
      llvm::cl::value_desc("N"), llvm::cl::cat(output)};
};

/// Reports flags that are not options, unless LLVM does so better.
bool checkFlags(ArrayRef<char *> arguments);

/// Parses the files of the command line, which must be one.
bool parseInputFile(ArrayRef<std::string> files, Options &options);

/// Parses `AXIS:N,...`. Returns false after an error.
bool parseMesh(StringRef text, Options &options);

/// Returns true if an MPI launcher started this process. Open MPI, and the
/// launchers that follow PMI, set one of these variables.
bool wasStartedByMPI();

/// Reports combinations of options that are meaningless for any file and graph.
bool checkCombinations(const CommandLine &line, const Options &options);

} // namespace mlir::fp8::run

#endif // FP8_TOOLS_FP8_RUN_COMMANDLINE_H
