//===- fp8-translate.cpp - fp8 to code outside MLIR -----------------------===//

#include "CudaTranslation.h"
#include "ObjectTranslation.h"
#include "Support/ToolMain.h"
#include "fp8/Conversion/NVVM/Passes.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"

int main(int argc, char **argv) {
  mlir::fp8::initializeTool();
  mlir::fp8::registerGPUToPTXTranslations();
  mlir::fp8::registerObjectTranslation();
  mlir::fp8::registerCudaTranslation();
  return failed(mlir::mlirTranslateMain(argc, argv, "fp8 translation driver"));
}
