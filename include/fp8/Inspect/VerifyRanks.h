//===- VerifyRanks.h - checks of values over ranks --------------*- C++ -*-===//
#ifndef FP8_INSPECT_VERIFYRANKS_H
#define FP8_INSPECT_VERIFYRANKS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::fp8 {

/// Checks that all ranks of the mesh of `module` compute equal states, or rows
/// of equal states. Reports up to `maxErrors` errors, and returns their number.
unsigned reportRankErrors(ModuleOp module, unsigned maxErrors);

} // namespace mlir::fp8

#endif // FP8_INSPECT_VERIFYRANKS_H
