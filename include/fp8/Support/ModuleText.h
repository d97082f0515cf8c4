//===- ModuleText.h - files that are no modules of MLIR ---------*- C++ -*-===//
#ifndef FP8_SUPPORT_MODULETEXT_H
#define FP8_SUPPORT_MODULETEXT_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::fp8 {

/// Returns what the file `path` with these contents is, and what makes it a
/// step, if it is StableHLO, torch-mlir, Python, an array or another binary
/// file. Returns an empty string for any other file, such as MLIR with ops of
/// linalg.
std::string explainForeignFile(llvm::StringRef contents, llvm::StringRef path);

} // namespace mlir::fp8

#endif // FP8_SUPPORT_MODULETEXT_H
