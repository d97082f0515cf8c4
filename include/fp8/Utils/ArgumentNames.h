//===- ArgumentNames.h - names of arguments in a text -----------*- C++ -*-===//
#ifndef FP8_UTILS_ARGUMENTNAMES_H
#define FP8_UTILS_ARGUMENTNAMES_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::fp8 {

/// Puts the name that an argument of a function has in `text` into its
/// location, where --fp8-annotate-states finds it. `module` was parsed from
/// `text`, whose locations name `file`. Names such as %0 and %arg0, and
/// arguments whose location is written in the text, are left alone.
void nameArgumentsByText(ModuleOp module, llvm::StringRef text,
                         llvm::StringRef file);

} // namespace mlir::fp8

#endif // FP8_UTILS_ARGUMENTNAMES_H
