//===- Session.h - A run from the command line to its files ---------------===//

#ifndef FP8_RUN_SESSION_H
#define FP8_RUN_SESSION_H

#include "Options/Options.h"
#include "Ranks/World.h"

namespace mlir::fp8::run {

/// Runs the requested steps as a rank of `world`, and returns the exit status.
/// A failure has been reported, and no output file has been changed except for
/// the losses of completed steps.
int runSession(const Options &options, World &world);

} // namespace mlir::fp8::run

#endif // FP8_RUN_SESSION_H
