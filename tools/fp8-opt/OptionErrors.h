//===- OptionErrors.h - errors about options of passes ----------*- C++ -*-===//
#ifndef FP8_OPT_OPTIONERRORS_H
#define FP8_OPT_OPTIONERRORS_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::fp8 {

/// Returns `error`, an error of MLIR about the passes that `arguments` name. If
/// it is about an unknown option of a pass, the result names the pass and the
/// closest option.
std::string explainOptionError(StringRef error,
                               ArrayRef<const char *> arguments);

/// Returns a hint if `flag`, which is not an option, sets an option of
/// --fp8-train-pipeline, such as --recipe=current. Otherwise returns an empty
/// string.
std::string explainPassOption(StringRef flag);

/// Reports an argument such as recipe=current that follows the flag of a pass
/// instead of being its value. Returns false for such an argument.
bool checkFiles(ArrayRef<char *> arguments);

} // namespace mlir::fp8

#endif // FP8_OPT_OPTIONERRORS_H
