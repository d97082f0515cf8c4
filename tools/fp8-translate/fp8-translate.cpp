//===- fp8-translate.cpp - fp8 to code outside MLIR -----------------------===//

#include "fp8/Conversion/NVVM/Passes.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "llvm/Support/PrettyStackTrace.h"

int main(int argc, char **argv) {
  llvm::setBugReportMsg("Please report this crash to the fp8 project, with the "
                        "input and the command line below.\n");
  mlir::fp8::registerGPUToPTXTranslations();
  return failed(mlir::mlirTranslateMain(argc, argv, "fp8 translation driver"));
}
