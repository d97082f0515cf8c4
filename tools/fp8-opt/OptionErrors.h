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

} // namespace mlir::fp8

#endif // FP8_OPT_OPTIONERRORS_H
