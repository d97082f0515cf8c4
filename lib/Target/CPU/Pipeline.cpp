//===- Pipeline.cpp - from Scaled form to CPU code ------------------------===//

#include "fp8/Target/CPU/Pipeline.h"
#include "fp8/Inspect/Passes.h"
#include "fp8/Plan/Passes.h"
#include "fp8/Plan/Pipeline.h"
#include "fp8/Target/CPU/Passes.h"
#include "fp8/Utils/PipelineOptions.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mlir::fp8;

void fp8::buildCPUPipeline(OpPassManager &pm,
                           const CPUPipelineOptions &options) {
  EmitCPUPassOptions emit;
  emit.vectorBits = options.vectorBits;
  emit.cpu = options.cpu;
  FusePipelineOptions fuse;
  fuse.bucketUpdates = options.bucketUpdates;
  fuse.maxOutstandingBytes = options.maxOutstandingBytes;
  fuse.attention = options.attention;
  fuse.packsOperands = true;
  buildPlanPipeline(pm, fuse, createEmitCPUPass(emit));
  // Kernels run in order; exchanges between ranks run concurrently with them.
  pm.addPass(createAssignStreamsPass({/*streams=*/1}));
  pm.addPass(createVerifyFormPass({Form::Planned}));
}

void fp8::registerCPUPipeline() {
  registerPipeline<CPUPipelineOptions>(
      "fp8-cpu-pipeline",
      "Lower Scaled form to launches of CPU functions over one arena",
      buildCPUPipeline);
}
