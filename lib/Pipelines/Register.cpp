//===- Register.cpp - the named pipelines ---------------------------------===//

#include "fp8/Pipelines/Pipelines.h"
#include "fp8/Pipelines/StockPipeline.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace mlir::fp8;

void mlir::fp8::registerFP8Pipelines() {
  PassPipelineRegistration<TrainPipelineOptions>(
      "fp8-train-pipeline",
      "Turn a training step in upstream ops (form 1) into one with scaled "
      "contractions (form 2)",
      buildTrainPipeline);
  registerStockPipeline();
}
