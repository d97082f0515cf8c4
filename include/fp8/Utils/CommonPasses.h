//===- CommonPasses.h - passes shared by pipelines --------------*- C++ -*-===//
#ifndef FP8_UTILS_COMMONPASSES_H
#define FP8_UTILS_COMMONPASSES_H

namespace mlir {
class OpPassManager;
}

namespace mlir::fp8 {

/// Appends canonicalization and CSE.
void addCleanup(OpPassManager &pm);

/// Appends passes that inline calls and remove private functions without
/// callers.
void addInlining(OpPassManager &pm);

} // namespace mlir::fp8

#endif // FP8_UTILS_COMMONPASSES_H
