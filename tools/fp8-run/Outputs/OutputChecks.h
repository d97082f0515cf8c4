//===- OutputChecks.h - Checks of a step for the requested outputs --------===//

#ifndef FP8_RUN_OUTPUTCHECKS_H
#define FP8_RUN_OUTPUTCHECKS_H

#include "Graph/Signature.h"
#include "Options/Options.h"

namespace mlir::fp8::run {

/// Checks that there is a loss for --csv and --plot. Errors of all these
/// functions are located at the step.
LogicalResult checkLoss(func::FuncOp step, const Signature &signature,
                        const Options &options);

/// Checks that results have different names for --outputs.
LogicalResult checkResultNames(func::FuncOp step, const Signature &signature,
                               const Options &options);

/// Checks the options for states of which every rank holds some rows in the
/// graph already. Errors are located at the state.
LogicalResult checkShards(const Signature &signature, const Options &options);

/// Checks that there are observations for --dump and --health, which `observe`
/// added as results.
LogicalResult checkObservations(func::FuncOp step, const Signature &signature,
                                const Options &options);

} // namespace mlir::fp8::run

#endif // FP8_RUN_OUTPUTCHECKS_H
