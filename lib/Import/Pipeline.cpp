//===- Pipeline.cpp - from frontend graphs to Model form ------------------===//

#include "fp8/Import/Pipeline.h"
#include "fp8/Import/Passes.h"
#include "fp8/Inspect/Passes.h"
#include "fp8/Utils/CommonPasses.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mlir::fp8;

void fp8::buildImportPipeline(OpPassManager &pm, bool convolutions) {
  pm.addPass(createImportTorchPass());
  pm.addPass(createNormalizeOpsPass());
  // Verify before inlining, because upstream's inliner requires registered ops.
  pm.addPass(createVerifyFormPass({Form::Model}));
  addInlining(pm);
  pm.addPass(createNarrowF64Pass());
  if (convolutions) {
    pm.addPass(createSimplifyAccessesPass());
    pm.addPass(createUnfoldConvolutionsPass({/*onlyViews=*/true}));
  }
  // Merge equal values, because the analyses compare values by identity.
  addCleanup(pm);
  pm.addPass(createFoldConstantsPass());
  pm.addPass(createFlattenControlFlowPass());
}
