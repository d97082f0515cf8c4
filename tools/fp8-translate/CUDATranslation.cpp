//===- CUDATranslation.cpp - Translation --fp8-to-cuda --------------------===//

#include "CUDATranslation.h"
#include "FileTranslation.h"
#include "fp8/Kernels/Options.h"
#include "fp8/Target/NVIDIA/CUDAFile.h"
#include "fp8/Target/NVIDIA/Translations.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
struct CommandLine {
  llvm::cl::opt<std::string> output{
      "cuda",
      llvm::cl::desc("For --fp8-to-cuda: write NAME.image, the code of the "
                     "kernels, and NAME.json, the step"),
      llvm::cl::value_desc("NAME")};
  llvm::cl::opt<std::string> function{
      "cuda-function",
      llvm::cl::desc("For --fp8-to-cuda: the function to compile (default: "
                     "step)"),
      llvm::cl::value_desc("F"), llvm::cl::init("step")};
  llvm::cl::opt<BlockDecoding> decodeBlocks{
      "decode-blocks",
      llvm::cl::desc(
          "For --fp8-to-cuda and --fp8-to-cuda-object: which block-scaled FP8 "
          "operands kernels decode to f32, so that the library multiplies "
          "f32"),
      llvm::cl::init(BlockDecoding::Never)};
  llvm::cl::opt<AttentionLowering> attention{
      "attention",
      llvm::cl::desc("For --fp8-to-cuda and --fp8-to-cuda-object: lowering of "
                     "fp8.attention and fp8.attention_backward"),
      llvm::cl::init(AttentionLowering::Kernels)};
  llvm::cl::opt<bool> deterministic{
      "deterministic",
      llvm::cl::desc("With --attention=library: let cuDNN compute attention "
                     "with the same bits in every run, which takes longer")};
  llvm::cl::opt<bool> deviceIR{
      "cuda-device-ir",
      llvm::cl::desc("For --fp8-to-cuda: also write NAME.ll, the LLVM IR of "
                     "the kernels")};
};
} // namespace

static CommandLine &getLine() {
  static CommandLine line;
  return line;
}

CUDAFileOptions fp8::getCUDAFileOptions() {
  const CommandLine &line = getLine();
  CUDAFileOptions options;
  llvm::append_range(options.chips, getTranslationChips());
  options.wantsDeviceIR = line.deviceIR;
  options.decodeBlocks = line.decodeBlocks;
  options.attention = line.attention;
  options.deterministic = line.deterministic;
  return options;
}

static LogicalResult translate(ModuleOp module) {
  const CommandLine &line = getLine();
  if (line.output.empty())
    return mlir::emitError(module.getLoc(),
                           "expected --cuda=NAME with --fp8-to-cuda, the files "
                           "to write without their suffix");
  FailureOr<CUDAFile> file =
      compileCUDAFile(module, line.function, getCUDAFileOptions());
  if (failed(file))
    return failure();
  SmallVector<std::pair<StringRef, StringRef>> contents = {
      {".image", file->image}, {".json", file->description}};
  if (line.deviceIR)
    contents.push_back({".ll", file->deviceIR});
  if (llvm::Error error = writeFiles(line.output, contents))
    return mlir::emitError(module.getLoc(), llvm::toString(std::move(error)));
  return success();
}

void fp8::registerCUDATranslation() {
  getLine();
  registerFileTranslation("fp8-to-cuda",
                          "a function of a module in Model or Scaled form for "
                          "NVIDIA GPUs: the code of its kernels, and the "
                          "description that a host passes to libfp8rt",
                          translate);
}
