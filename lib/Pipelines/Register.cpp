//===- Register.cpp - the named pipelines ---------------------------------===//

#include "fp8/Pipelines/Pipelines.h"
#include "fp8/Pipelines/StockPipeline.h"
#include "fp8/Pipelines/TrainPipeline.h"

void mlir::fp8::registerFP8Pipelines() {
  registerStockPipeline();
  registerTrainPipeline();
}
