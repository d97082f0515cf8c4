//===- fp8-run.cpp - Runs a training step on this machine -----------------===//

#include "Options.h"
#include "OutputFile.h"
#include "Session.h"

#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/PrettyStackTrace.h"

using namespace mlir::fp8::run;

int main(int argc, char **argv) {
  llvm::setBugReportMsg("Please report this crash to the fp8 project, with the "
                        "input and the command line below.\n");
  llvm::InitLLVM init(argc, argv);
  ignoreFileSizeSignal();
  std::optional<Options> options = parseOptions(argc, argv);
  return options && mlir::succeeded(runSession(*options)) ? 0 : 1;
}
