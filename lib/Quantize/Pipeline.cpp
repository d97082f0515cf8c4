//===- Pipeline.cpp - from Model form to Scaled form ----------------------===//

#include "fp8/Quantize/Pipeline.h"
#include "fp8/Raise/Passes.h"
#include "fp8/Utils/CommonPasses.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mlir::fp8;

void fp8::buildQuantizePipeline(
    OpPassManager &pm, const QuantizeContractionsPassOptions &options) {
  pm.addPass(createQuantizeContractionsPass(options));
  RaisePatternsPassOptions contractions;
  contractions.only = RaisedOps::Contractions;
  pm.addPass(createRaisePatternsPass(contractions));
  addCleanup(pm);
}
