//===- fp8-opt.cpp - the fp8 optimizer driver -----------------------------===//

#include "Support/ToolMain.h"
#include "fp8/InitAll.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::fp8::initializeTool();
  mlir::DialectRegistry registry;
  mlir::fp8::registerAllDialects(registry);
  mlir::registerAllPasses();
  mlir::fp8::registerAllPasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "fp8 optimizer driver\n", registry));
}
