//===- Pipeline.h - what a step keeps and stores ----------------*- C++ -*-===//
#ifndef FP8_TRAINING_PIPELINE_H
#define FP8_TRAINING_PIPELINE_H

#include "fp8/Training/Passes.h"

namespace mlir::fp8 {

/// The choices of buildTrainingPipeline.
struct TrainingPipelineOptions {
  WideType wideType = WideType::F32;
  RematMode remat = RematMode::None;
  /// Bytes kept from the forward to the backward at most; -1 for no bound.
  int64_t rematBudget = -1;
  /// Whether to count the bytes that are kept, also without remat.
  bool countKept = false;
  MicrobatchesPassOptions microbatches;
  bool lateNorm = false;
};

/// Appends the passes from Scaled form to Scaled form that set the type of
/// activations, recompute them, accumulate gradients and clip them by the norm
/// of the step before. Passes that `options` does not ask for are left out.
void buildTrainingPipeline(OpPassManager &pm,
                           const TrainingPipelineOptions &options);

/// Appends the passes that store the states of a step in Scaled form.
void buildStoragePipeline(OpPassManager &pm,
                          const AssignStoragePassOptions &options);

} // namespace mlir::fp8

#endif // FP8_TRAINING_PIPELINE_H
