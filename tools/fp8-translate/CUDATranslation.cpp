//===- CUDATranslation.cpp - --fp8-to-cuda --------------------------------===//

#include "CUDATranslation.h"
#include "FileTranslation.h"
#include "fp8/Execution/CUDAFile.h"
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
      llvm::cl::desc("For --fp8-to-cuda: the function to compile (step)"),
      llvm::cl::value_desc("F"), llvm::cl::init("step")};
  llvm::cl::list<std::string> chips{
      "chips", llvm::cl::CommaSeparated,
      llvm::cl::desc("For --fp8-to-cuda: the chips (sm_90a)"),
      llvm::cl::value_desc("SM,...")};
  llvm::cl::opt<bool> decodeBlocks{
      "decode-blocks",
      llvm::cl::desc("For --fp8-to-cuda: kernels decode codes with scales of "
                     "blocks, as for a cuBLASLt before that of CUDA 12.9")};
  llvm::cl::opt<bool> deviceIR{
      "cuda-device-ir",
      llvm::cl::desc("For --fp8-to-cuda: write NAME.ll, too, the LLVM IR of "
                     "the kernels")};
};
} // namespace

static LogicalResult translate(ModuleOp module, const CommandLine &line) {
  if (line.output.empty())
    return mlir::emitError(module.getLoc(),
                           "expected --cuda=NAME with --fp8-to-cuda, the files "
                           "to write without their suffix");
  CUDAFileOptions options;
  options.chips.assign(line.chips.begin(), line.chips.end());
  options.wantsDeviceIR = line.deviceIR;
  options.decodeBlocks = line.decodeBlocks;
  FailureOr<CUDAFile> file = compileCUDAFile(module, line.function, options);
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
  static CommandLine line;
  registerFileTranslation(
      "fp8-to-cuda",
      "a function of a module in form 1 or 2 for NVIDIA GPUs: the code of its "
      "kernels, and what a host tells libfp8rt",
      [](ModuleOp module) { return translate(module, line); });
}
