//===- OutputChecks.h - Whether a step has what files are to hold ---------===//

#ifndef FP8_RUN_OUTPUTCHECKS_H
#define FP8_RUN_OUTPUTCHECKS_H

#include "Graph/Signature.h"
#include "Options/Options.h"

namespace mlir::fp8::run {

/// A loss for --csv and --plot. Errors here and below are located at the step.
LogicalResult checkLoss(func::FuncOp step, const Signature &signature,
                        const Options &options);

/// Results of different names for --outputs.
LogicalResult checkResultNames(func::FuncOp step, const Signature &signature,
                               const Options &options);

/// Observations for --dump and --health, which `observe` added as results.
LogicalResult checkObservations(func::FuncOp step, const Signature &signature,
                                const Options &options);

} // namespace mlir::fp8::run

#endif // FP8_RUN_OUTPUTCHECKS_H
