//===- Pipeline.h - Pipelines that transform a training step ----*- C++ -*-===//
#ifndef FP8_TRAINING_PIPELINE_H
#define FP8_TRAINING_PIPELINE_H

#include "fp8/Training/Passes.h"

namespace mlir::fp8 {

/// Options of buildTrainingPipeline.
struct TrainingPipelineOptions {
  WideType wideType = WideType::F32;
  /// True if the ops of attention are raised to one op.
  bool raiseAttention = false;
  RematMode remat = RematMode::None;
  /// Upper bound of the bytes saved for the backward pass; -1 for no bound.
  int64_t rematBudget = -1;
  /// True if the pass counts saved bytes even if it rematerializes nothing.
  bool countKept = false;
  MicrobatchesPassOptions microbatches;
  bool lateNorm = false;
};

/// Appends the passes from Scaled form to Scaled form that
///
/// - set the type of activations,
/// - turn attention into one op,
/// - rematerialize activations,
/// - accumulate gradients over micro-batches, and
/// - clip gradients by the norm of the previous step.
///
/// Passes that `options` does not request are omitted.
void buildTrainingPipeline(OpPassManager &pm,
                           const TrainingPipelineOptions &options);

/// Appends the passes that assign storage formats to the states of a step in
/// Scaled form.
void buildStoragePipeline(OpPassManager &pm,
                          const AssignStoragePassOptions &options);

} // namespace mlir::fp8

#endif // FP8_TRAINING_PIPELINE_H
