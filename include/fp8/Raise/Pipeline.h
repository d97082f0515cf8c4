//===- Pipeline.h - finds the structure of a step ---------------*- C++ -*-===//
#ifndef FP8_RAISE_PIPELINE_H
#define FP8_RAISE_PIPELINE_H

#include "fp8/Raise/Passes.h"

namespace mlir::fp8 {

/// Appends the passes that raise the states, scatters and updates of a step in
/// Model form.
void buildRaisePipeline(OpPassManager &pm,
                        const AnnotateStatesPassOptions &options);

} // namespace mlir::fp8

#endif // FP8_RAISE_PIPELINE_H
