//===- Pipeline.cpp - pipelines that transform a training step ------------===//

#include "fp8/Training/Pipeline.h"
#include "fp8/Raise/Passes.h"
#include "fp8/Utils/CommonPasses.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mlir::fp8;

void fp8::buildTrainingPipeline(OpPassManager &pm,
                                const TrainingPipelineOptions &options) {
  if (options.wideType != WideType::F32) {
    pm.addPass(createSetWideTypePass({options.wideType}));
    addCleanup(pm);
  }
  // Raise attention after the type of activations is set, because the op keeps
  // the types of its contractions. Raise it before the passes that choose saved
  // values or repeat the forward pass.
  if (options.raiseAttention) {
    pm.addPass(createRaiseAttentionPass());
    addCleanup(pm);
  }
  // Rematerialize after the type of activations is set, because the type
  // determines which values contractions read. A negative budget other than -1
  // is an error of the pass, so it must run.
  bool recomputes =
      options.remat != RematMode::None || options.rematBudget != -1;
  if (recomputes || options.countKept)
    pm.addPass(createRematPass({options.remat, options.rematBudget}));
  if (recomputes)
    addCleanup(pm);
  // Create micro-batches after each tensor has its name and its scale, because
  // all micro-batches share both. Without options, the pass is still needed for
  // a module with a mesh, which has several ranks.
  pm.addPass(createMicrobatchesPass(options.microbatches));
  if (options.microbatches.number != 1 || options.microbatches.ranks > 1 ||
      !options.microbatches.shared.empty())
    addCleanup(pm);
  if (options.lateNorm)
    pm.addPass(createLateNormPass());
}

void fp8::buildStoragePipeline(OpPassManager &pm,
                               const AssignStoragePassOptions &options) {
  // Some graphs contain optimizer ops; expand them to updates.
  pm.addPass(createExpandOptimizersPass());
  pm.addPass(createAssignStoragePass(options));
  addCleanup(pm);
}
