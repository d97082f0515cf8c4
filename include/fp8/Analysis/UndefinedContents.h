//===- UndefinedContents.h - undefined tensor elements ----------*- C++ -*-===//
#ifndef FP8_ANALYSIS_UNDEFINEDCONTENTS_H
#define FP8_ANALYSIS_UNDEFINEDCONTENTS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::fp8 {

/// Reports undefined reads: contents of a `tensor.empty` that reach a result of
/// a public function. Targets would compute different results.
///
/// Every reported error is certain, but not every error is found. An op that
/// overwrites its destination does not read it. A read is not reported if the
/// result may not depend on it, if a loop may have written the element, or if
/// inserted slices may cover it.
///
/// Visits each value at most twice. Stops after `maxErrors` errors. Returns the
/// number of errors.
unsigned reportUndefinedContents(ModuleOp module, unsigned maxErrors);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_UNDEFINEDCONTENTS_H
