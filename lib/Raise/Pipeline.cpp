//===- Pipeline.cpp - the structure of a training step ------------------===//

#include "fp8/Raise/Pipeline.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mlir::fp8;

void fp8::buildRaisePipeline(OpPassManager &pm,
                             const AnnotateStatesPassOptions &options) {
  // Contractions of codes stay upstream ops until the analyses are done, which
  // look for contractions.
  RaisePatternsPassOptions casts;
  casts.only = RaisedOps::Casts;
  pm.addPass(createRaisePatternsPass(casts));
  pm.addPass(createAnnotateStatesPass(options));
  pm.addPass(createRaiseScatterPass());
  // Before contractions change, while every graph still looks as it came.
  pm.addPass(createRaiseUpdatesPass());
}
