//===- CudaTranslation.cpp - --fp8-to-cuda --------------------------------===//

#include "CudaTranslation.h"
#include "OutputFile.h"
#include "fp8/Execution/CudaFile.h"
#include "fp8/InitAll.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Tools/mlir-translate/Translation.h"
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
      "cuda-function", llvm::cl::desc("For --fp8-to-cuda: which one (step)"),
      llvm::cl::value_desc("F"), llvm::cl::init("step")};
  llvm::cl::list<std::string> chips{
      "chips", llvm::cl::CommaSeparated,
      llvm::cl::desc("For --fp8-to-cuda: the chips (sm_90a)"),
      llvm::cl::value_desc("SM,...")};
  llvm::cl::opt<bool> deviceIR{
      "cuda-device-ir",
      llvm::cl::desc("For --fp8-to-cuda: write NAME.ll, too, the LLVM IR of "
                     "the kernels")};
};
} // namespace

static llvm::Error writeFiles(const CommandLine &line, const CudaFile &file) {
  SmallVector<std::pair<StringRef, StringRef>> contents = {
      {".image", file.image}, {".json", file.description}};
  if (line.deviceIR)
    contents.push_back({".ll", file.deviceIR});
  std::vector<run::OutputFile> files;
  for (auto [suffix, bytes] : contents) {
    auto output = run::OutputFile::create((line.output + suffix).str());
    if (!output)
      return output.takeError();
    output->os() << bytes;
    if (llvm::Error error = output->check())
      return error;
    files.push_back(std::move(*output));
  }
  for (run::OutputFile &output : files)
    if (llvm::Error error = output.keep())
      return error;
  return llvm::Error::success();
}

static LogicalResult translate(ModuleOp module, const CommandLine &line) {
  if (line.output.empty())
    return mlir::emitError(module.getLoc(),
                           "expected --cuda=NAME with --fp8-to-cuda, the files "
                           "to write without their suffix");
  run::ignoreFileSizeSignal();
  CudaFileOptions options;
  options.chips.assign(line.chips.begin(), line.chips.end());
  options.wantsDeviceIR = line.deviceIR;
  FailureOr<CudaFile> file = compileCudaFile(module, line.function, options);
  if (failed(file))
    return failure();
  if (llvm::Error error = writeFiles(line, *file))
    return mlir::emitError(module.getLoc(), llvm::toString(std::move(error)));
  return success();
}

void fp8::registerCudaTranslation() {
  static CommandLine line;
  static TranslateFromMLIRRegistration toCuda(
      "fp8-to-cuda",
      "a function of a module in form 1 or 2 for NVIDIA GPUs: the code of its "
      "kernels, and what a host tells libfp8rt",
      [](Operation *op, raw_ostream &) -> LogicalResult {
        auto module = dyn_cast<ModuleOp>(op);
        if (!module)
          return op->emitError("expected a module");
        return translate(module, line);
      },
      [](DialectRegistry &registry) {
        mlir::registerAllDialects(registry);
        mlir::registerAllExtensions(registry);
        fp8::registerAllDialects(registry);
      });
}
