//===- fp8-opt.cpp - the fp8 optimizer driver -----------------------------===//

#include "fp8/Conversion/NVVM/Passes.h"
#include "fp8/Conversion/Passes.h"
#include "fp8/Emitter/Passes.h"
#include "fp8/IR/FP8.h"
#include "fp8/Pipelines/Pipelines.h"
#include "fp8/Transforms/Passes.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/PrettyStackTrace.h"

int main(int argc, char **argv) {
  llvm::setBugReportMsg("Please report this crash to the fp8 project, with the "
                        "input and the command line below.\n");
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::fp8::registerFP8Dialect(registry);
  mlir::registerAllPasses();
  mlir::fp8::registerFP8Passes();
  mlir::fp8::registerFP8ConversionPasses();
  mlir::fp8::registerFP8EmitterPasses();
  mlir::fp8::registerFP8Pipelines();
  mlir::fp8::registerFP8NVVMPasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "fp8 optimizer driver\n", registry));
}
