//===- Pipeline.cpp - graphs of frontends to Model form -----------------===//

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
  // Early, because upstream's inliner expects ops that it knows.
  pm.addPass(createVerifyFormPass({Form::Model}));
  addInlining(pm);
  pm.addPass(createNarrowF64Pass());
  if (convolutions) {
    pm.addPass(createSimplifyAccessesPass());
    pm.addPass(createUnfoldConvolutionsPass({/*onlyViews=*/true}));
  }
  // The analyses compare values: equal ones must be one.
  addCleanup(pm);
  pm.addPass(createFoldConstantsPass());
  pm.addPass(createFlattenControlFlowPass());
}
