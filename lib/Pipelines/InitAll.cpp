//===- InitAll.cpp - every dialect, pass and pipeline of fp8 --------------===//

#include "fp8/InitAll.h"
#include "fp8/Conversion/Passes.h"
#include "fp8/Import/Passes.h"
#include "fp8/Import/TMTensor/TMTensor.h"
#include "fp8/Inspect/Passes.h"
#include "fp8/Kernels/Passes.h"
#include "fp8/Pipelines/Pipelines.h"
#include "fp8/Plan/Bufferization.h"
#include "fp8/Plan/Passes.h"
#include "fp8/Quantize/Passes.h"
#include "fp8/Raise/Passes.h"
#include "fp8/Shard/Passes.h"
#include "fp8/Target/CPU/Passes.h"
#include "fp8/Target/NVIDIA/Passes.h"
#include "fp8/Target/Upstream/Passes.h"
#include "fp8/Training/Passes.h"

using namespace mlir;

void fp8::registerOwnDialects(DialectRegistry &registry) {
  registerFP8Dialect(registry);
  registerKernelBufferization(registry);
  registry.insert<tm_tensor::TMTensorDialect>();
}

void fp8::registerAllDialects(DialectRegistry &registry) {
  registerUpstreamDialects(registry);
  registerOwnDialects(registry);
}

void fp8::registerAllPasses() {
  registerFP8ImportPasses();
  registerFP8RaisePasses();
  registerFP8QuantizePasses();
  registerFP8TrainingPasses();
  registerFP8ShardPasses();
  registerFP8KernelsPasses();
  registerFP8PlanPasses();
  registerFP8InspectPasses();
  registerFP8ConversionPasses();
  registerFP8TargetCPUPasses();
  registerFP8TargetNVIDIAPasses();
  registerFP8TargetUpstreamPasses();
  registerFP8Pipelines();
}
