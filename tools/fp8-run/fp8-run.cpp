//===- fp8-run.cpp - Runs a training step on this machine -----------------===//

#include "Files/OutputFile.h"
#include "Options/Options.h"
#include "Session.h"

#include "Support/ToolMain.h"
#include "llvm/Support/InitLLVM.h"

#include <cstdlib>

using namespace mlir::fp8::run;

int main(int argc, char **argv) {
  mlir::fp8::initializeTool();
  llvm::InitLLVM init(argc, argv);
  ignoreFileSizeSignal();
  std::optional<Options> options = parseOptions(argc, argv);
  return options ? runSession(*options) : EXIT_FAILURE;
}
