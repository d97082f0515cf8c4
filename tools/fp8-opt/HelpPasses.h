//===- HelpPasses.h - the passes by stage -----------------------*- C++ -*-===//
#ifndef FP8_OPT_HELPPASSES_H
#define FP8_OPT_HELPPASSES_H

#include "llvm/Support/raw_ostream.h"

namespace mlir::fp8 {

/// Prints the passes of each stage and the pipelines, each with its summary.
/// Requires that the options of the command line are parsed.
void printHelpPasses(llvm::raw_ostream &os);

} // namespace mlir::fp8

#endif // FP8_OPT_HELPPASSES_H
