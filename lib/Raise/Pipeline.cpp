//===- Pipeline.cpp - finds the structure of a step -----------------------===//

#include "fp8/Raise/Pipeline.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mlir::fp8;

void fp8::buildRaisePipeline(OpPassManager &pm,
                             const AnnotateStatesPassOptions &options) {
  // Raise only casts. Contractions of codes stay upstream ops until the
  // analyses, which match upstream contractions, have run.
  RaisePatternsPassOptions casts;
  casts.only = RaisedOps::Casts;
  pm.addPass(createRaisePatternsPass(casts));
  pm.addPass(createAnnotateStatesPass(options));
  pm.addPass(createRaiseScatterPass());
  // Raise updates before contractions change, while every graph has its
  // original form.
  pm.addPass(createRaiseUpdatesPass());
}
