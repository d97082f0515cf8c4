//===- fp8-translate.cpp - fp8 to code outside MLIR -----------------------===//

#include "Support/ToolMain.h"
#include "fp8/Conversion/NVVM/Passes.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"

int main(int argc, char **argv) {
  mlir::fp8::initializeTool();
  mlir::fp8::registerGPUToPTXTranslations();
  return failed(mlir::mlirTranslateMain(argc, argv, "fp8 translation driver"));
}
