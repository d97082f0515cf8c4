//===- ArgumentTable.h - descriptions of arguments for hosts ----*- C++ -*-===//
#ifndef FP8_EXECUTION_ARGUMENTTABLE_H
#define FP8_EXECUTION_ARGUMENTTABLE_H

#include "fp8/Execution/StepHeader.h"

namespace llvm {
class Module;
}

namespace mlir::fp8 {

/// Adds the table that the header of `signature` declares to `module`: an array
/// of fp8rt_argument, if there are arguments.
void addArgumentTable(llvm::Module &module, const StepSignature &signature);

} // namespace mlir::fp8

#endif // FP8_EXECUTION_ARGUMENTTABLE_H
