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
  // Runs after the storage types are known, which are those of the products,
  // and before passes that choose what is saved or repeat the forward pass.
  if (options.raiseAttention) {
    pm.addPass(createRaiseAttentionPass());
    addCleanup(pm);
  }
  // Runs after the storage types are known, because they determine which values
  // contractions read. The pass rejects other negative budgets.
  bool recomputes =
      options.remat != RematMode::None || options.rematBudget != -1;
  if (recomputes || options.countKept)
    pm.addPass(createRematPass({options.remat, options.rematBudget}));
  if (recomputes)
    addCleanup(pm);
  // Runs after each tensor has its name and its scale, since micro-batches
  // share both.
  // Even without options, a module with a mesh has several ranks.
  pm.addPass(createMicrobatchesPass(options.microbatches));
  if (options.microbatches.number != 1 || options.microbatches.ranks > 1 ||
      !options.microbatches.shared.empty())
    addCleanup(pm);
  if (options.lateNorm)
    pm.addPass(createLateNormPass());
}

void fp8::buildStoragePipeline(OpPassManager &pm,
                               const AssignStoragePassOptions &options) {
  // Expands optimizer ops, which only some graphs contain.
  pm.addPass(createExpandOptimizersPass());
  pm.addPass(createAssignStoragePass(options));
  addCleanup(pm);
}
