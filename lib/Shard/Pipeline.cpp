//===- Pipeline.cpp - from Scaled form to Sharded form --------------------===//

#include "fp8/Shard/Pipeline.h"
#include "fp8/Inspect/Passes.h"
#include "fp8/Utils/CommonPasses.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mlir::fp8;

void fp8::buildShardPipeline(
    OpPassManager &pm, const ShardPassOptions &options,
    const OptimizeCollectivesPassOptions &collectives) {
  if (options.policy == ShardPolicy::DDP) {
    pm.addPass(createOptimizeCollectivesPass(collectives));
    return;
  }
  pm.addPass(createShardPass(options));
  addCleanup(pm);
  pm.addPass(createOptimizeCollectivesPass(collectives));
  addCleanup(pm);
  pm.addPass(createVerifyFormPass({Form::Sharded}));
}
