//===- ToolMain.h - what every fp8 tool does first ------------------------===//
#ifndef FP8_TOOLS_SUPPORT_TOOLMAIN_H
#define FP8_TOOLS_SUPPORT_TOOLMAIN_H

#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::fp8 {

/// `--version` names this project and the LLVM that it runs on, and a crash
/// says whom to tell. FP8_VERSION comes from CMake.
inline void initializeTool() {
  // LLVM's reader of bytecode ends so on some damaged files.
  llvm::setBugReportMsg("Unless the input is a damaged bytecode file, please "
                        "report this crash to the fp8 project, with the input "
                        "and the command line below.\n");
  llvm::cl::SetVersionPrinter([](llvm::raw_ostream &os) {
    os << "fp8 " FP8_VERSION ", LLVM " LLVM_VERSION_STRING "\n";
  });
}

/// Hides from `--help` what libraries have registered so far: hundreds of
/// options. Those of `own` stay, and what is registered later.
inline void
hideLibraryOptions(llvm::ArrayRef<const llvm::cl::OptionCategory *> own = {}) {
  llvm::cl::HideUnrelatedOptions(own);
}

} // namespace mlir::fp8

#endif // FP8_TOOLS_SUPPORT_TOOLMAIN_H
