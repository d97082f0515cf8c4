//===- fp8-reduce.cpp - make a failing input small ------------------------===//

#include "Support/ToolMain.h"
#include "fp8/InitAll.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"

int main(int argc, char **argv) {
  mlir::fp8::initializeTool();
  mlir::DialectRegistry registry;
  mlir::fp8::registerAllDialects(registry);
  mlir::registerAllPasses();
  mlir::fp8::registerAllPasses();
  mlir::MLIRContext context(registry);
  return mlir::failed(mlir::mlirReduceMain(argc, argv, context));
}
