//===- fp8-lsp-server.cpp - fp8 in an editor ------------------------------===//

#include "Support/ToolMain.h"
#include "fp8/InitAll.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "llvm/Support/InitLLVM.h"

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  mlir::fp8::initializeTool();
  mlir::DialectRegistry registry;
  mlir::fp8::registerAllDialects(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
