//===- Launch.h - Processes of ranks --------------------------------------===//

#ifndef FP8_RUN_LAUNCH_H
#define FP8_RUN_LAUNCH_H

#include "Options/Options.h"

namespace mlir::fp8::run {

/// Runs the requested steps on all ranks of the mesh, or on this rank if an MPI
/// launcher started it, and returns the exit status. Call this before the
/// process has threads.
int runRanks(const Options &options);

} // namespace mlir::fp8::run

#endif // FP8_RUN_LAUNCH_H
