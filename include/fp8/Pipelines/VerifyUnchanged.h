//===- VerifyUnchanged.h - passes that say they changed nothing -*- C++ -*-===//
#ifndef FP8_PIPELINES_VERIFYUNCHANGED_H
#define FP8_PIPELINES_VERIFYUNCHANGED_H

#include "mlir/Pass/PassManager.h"

namespace mlir::fp8 {

/// Lets `report` know of each pass of this project, on `pm` or nested in it,
/// that marks all analyses as preserved though it has changed the op that it
/// ran on. The next pass would get analyses of what is not there any more, and
/// the verifier does not look at the op again.
void verifyUnchanged(PassManager &pm,
                     std::function<void(Pass *, Operation *)> report);

} // namespace mlir::fp8

#endif // FP8_PIPELINES_VERIFYUNCHANGED_H
