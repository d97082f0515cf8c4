//===- fp8-run.cpp - Runs a training step on this machine -----------------===//

#include "Files/OutputFile.h"
#include "Options/Options.h"
#include "Ranks/Launch.h"

#include "Support/ToolMain.h"
#include "llvm/Support/InitLLVM.h"

#include <cstdlib>

using namespace mlir::fp8::run;

/// Returns the exit status of the process. A failed write to stdout is an
/// error. A failed write to stderr is ignored, because it cannot be reported.
static int closeStreams(int status) {
  llvm::outs().flush();
  std::error_code code = llvm::outs().error();
  llvm::outs().clear_error();
  if (code) {
    reportError("cannot write to stdout: " + code.message());
    status = EXIT_FAILURE;
  }
  // A stream that is destroyed with a pending error ends the process.
  llvm::errs().clear_error();
  return status;
}

int main(int argc, char **argv) {
  mlir::fp8::initializeTool();
  llvm::InitLLVM init(argc, argv);
  ignoreFileSizeSignal();
  std::optional<Options> options = parseOptions(argc, argv);
  if (!options)
    return EXIT_FAILURE;
  // Let a run continue if the reader of its messages has exited.
  ignorePipeSignal();
  return closeStreams(runRanks(*options));
}
