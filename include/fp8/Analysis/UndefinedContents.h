//===- UndefinedContents.h - tensors that are read unwritten ----*- C++ -*-===//
#ifndef FP8_ANALYSIS_UNDEFINEDCONTENTS_H
#define FP8_ANALYSIS_UNDEFINEDCONTENTS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::fp8 {

/// Reports reads of elements that nothing has written: the contents of a
/// `tensor.empty` that reach a result of a public function. Targets would
/// disagree on them.
///
/// Every error is proven. An op that overwrites its destination reads nothing
/// of it, and a read is no error where the result does not depend on it, where
/// a loop may have written the element, or where slices that were put into the
/// tensor may cover what is read.
///
/// Visits each value twice at most. Stops after `maxErrors`; returns the number
/// of errors.
unsigned reportUndefinedContents(ModuleOp module, unsigned maxErrors);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_UNDEFINEDCONTENTS_H
