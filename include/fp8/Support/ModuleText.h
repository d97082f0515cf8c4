//===- ModuleText.h - files that are no modules of MLIR ---------*- C++ -*-===//
#ifndef FP8_SUPPORT_MODULETEXT_H
#define FP8_SUPPORT_MODULETEXT_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::fp8 {

/// If the file `path` with these contents is StableHLO, torch-mlir, Python, an
/// array or another binary file, returns a text that says so and explains how
/// to turn it into a step. Returns an empty string for any other file, such as
/// MLIR with ops of linalg.
std::string explainForeignFile(llvm::StringRef contents, llvm::StringRef path);

} // namespace mlir::fp8

#endif // FP8_SUPPORT_MODULETEXT_H
