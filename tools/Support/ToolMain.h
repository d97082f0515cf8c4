//===- ToolMain.h - Initialization that all fp8 tools share ---------------===//
#ifndef FP8_TOOLS_SUPPORT_TOOLMAIN_H
#define FP8_TOOLS_SUPPORT_TOOLMAIN_H

#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::fp8 {

/// Initializes an fp8 tool: `--version` prints the versions of this project and
/// of LLVM, and a crash report names the place to report it. FP8_VERSION comes
/// from CMake.
inline void initializeTool() {
  // LLVM's bytecode reader crashes on some damaged files.
  llvm::setBugReportMsg("Unless the input is a damaged bytecode file, please "
                        "report this crash to the fp8 project, with the input "
                        "and the command line below.\n");
  llvm::cl::SetVersionPrinter([](llvm::raw_ostream &os) {
    os << "fp8 " FP8_VERSION ", LLVM " LLVM_VERSION_STRING "\n";
  });
}

/// Hides the options that libraries have registered so far, which are hundreds,
/// from `--help`. Options of `own`, and options registered later, are shown.
inline void
hideLibraryOptions(llvm::ArrayRef<const llvm::cl::OptionCategory *> own = {}) {
  llvm::cl::HideUnrelatedOptions(own);
}

} // namespace mlir::fp8

#endif // FP8_TOOLS_SUPPORT_TOOLMAIN_H
