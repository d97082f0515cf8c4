//===- VerifyUnchanged.h - checks preserved analyses ------------*- C++ -*-===//
#ifndef FP8_PIPELINES_VERIFYUNCHANGED_H
#define FP8_PIPELINES_VERIFYUNCHANGED_H

#include "mlir/Pass/PassManager.h"

namespace mlir::fp8 {

/// Calls `report` for each pass of this project, on `pm` or nested in it, that
/// marks all analyses as preserved although it changed its op. Later passes
/// would then use stale analyses, and the verifier does not run on the op
/// again.
void verifyUnchanged(PassManager &pm,
                     std::function<void(Pass *, Operation *)> report);

} // namespace mlir::fp8

#endif // FP8_PIPELINES_VERIFYUNCHANGED_H
