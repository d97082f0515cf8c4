//===- FileTranslation.h - Translations of modules to files -----*- C++ -*-===//
#ifndef FP8_TRANSLATE_FILETRANSLATION_H
#define FP8_TRANSLATE_FILETRANSLATION_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include <functional>

namespace mlir::fp8 {

/// Registers the translation `--<name>` of a module in any dialect, which
/// writes files and prints nothing.
void registerFileTranslation(StringRef name, StringRef description,
                             std::function<LogicalResult(ModuleOp)> translate);

/// Writes `name` plus each suffix: all files or none.
llvm::Error
writeFiles(StringRef name,
           ArrayRef<std::pair<StringRef, StringRef>> suffixesAndContents);

} // namespace mlir::fp8

#endif // FP8_TRANSLATE_FILETRANSLATION_H
