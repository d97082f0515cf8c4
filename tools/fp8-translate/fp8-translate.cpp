//===- fp8-translate.cpp - Translations from fp8 to other formats ---------===//

#include "CUDATranslation.h"
#include "ObjectTranslation.h"
#include "Support/ToolMain.h"
#include "fp8/Target/NVIDIA/Translations.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/WithColor.h"

/// Translations of this tool. Upstream's parser requires one without listing
/// any.
static constexpr llvm::StringLiteral kTranslations[] = {
    "fp8-to-object", "fp8-to-update-kernels",
    "fp8-to-cuda",   "fp8-to-cuda-object",
    "gpu-to-ptx",    "gpu-to-cubin",
    "gpu-to-fatbin", "gpu-to-device-llvm"};

/// Returns true if `arguments` request a translation, or only text such as
/// --help.
static bool namesTranslation(llvm::ArrayRef<char *> arguments) {
  return llvm::any_of(arguments, [](llvm::StringRef argument) {
    if (!argument.consume_front("-"))
      return false;
    argument.consume_front("-");
    return argument.starts_with("help") || argument == "version" ||
           argument == "h" || llvm::is_contained(kTranslations, argument);
  });
}

int main(int argc, char **argv) {
  mlir::fp8::initializeTool();
  mlir::fp8::hideLibraryOptions();
  if (!namesTranslation({argv, static_cast<size_t>(argc)})) {
    llvm::WithColor::error(llvm::errs(), "fp8-translate")
        << "expected one of --"
        << llvm::join(llvm::ArrayRef(kTranslations), ", --")
        << ", as in fp8-translate step.mlir --fp8-to-object --object=step\n";
    return 1;
  }
  mlir::fp8::registerGPUToPTXTranslations();
  mlir::fp8::registerObjectTranslation();
  mlir::fp8::registerCUDATranslation();
  return failed(mlir::mlirTranslateMain(
      argc, argv,
      "fp8 translation driver\n\n  fp8-translate step.mlir --fp8-to-object "
      "--object=step\n  fp8-translate step.mlir --fp8-to-cuda --cuda=step "
      "--chips=sm_90a\n  fp8-translate step.mlir --fp8-to-cuda-object "
      "--object=step\n  fp8-translate kernels.mlir --gpu-to-ptx "
      "--chip=sm_90a\n  fp8-translate kernels.mlir --gpu-to-fatbin "
      "--chips=sm_90a,sm_100a\n\nptxas from CUDA_HOME or the PATH generates "
      "machine code. The folder FP8_CACHE_DIR caches it if the environment "
      "sets it.\n"));
}
