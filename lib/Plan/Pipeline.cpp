//===- Pipeline.cpp - from Scaled form to Planned form --------------------===//

#include "fp8/Plan/Pipeline.h"
#include "fp8/Plan/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::fp8;

void fp8::buildBufferPipeline(OpPassManager &pm,
                              const FusePipelineOptions &options) {
  buildFusePipeline(pm, options);
  pm.addPass(createUpdateInPlacePass());
  pm.addPass(createBufferizeKernelsPass());
  // Merges views, so that copies between equal views fold away.
  pm.addPass(createCSEPass());
  pm.addPass(createCanonicalizerPass());
  ResultsToArgumentsPassOptions results;
  results.updateInPlace = true;
  pm.addPass(createResultsToArgumentsPass(results));
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCopiesToKernelsPass());
}

void fp8::buildPlanPipeline(OpPassManager &pm,
                            const FusePipelineOptions &options,
                            std::unique_ptr<Pass> emit) {
  buildBufferPipeline(pm, options);
  pm.addPass(std::move(emit));
  pm.addPass(createPlanMemoryPass());
}
