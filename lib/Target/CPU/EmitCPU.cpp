//===- EmitCPU.cpp - --fp8-emit-cpu ---------------------------------------===//

#include "fp8/Codegen/ModuleEmitter.h"
#include "fp8/Target/CPU/CPULowering.h"
#include "fp8/Target/CPU/Passes.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_EMITCPUPASS
#include "fp8/Target/CPU/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {
struct EmitCPU : fp8::impl::EmitCPUPassBase<EmitCPU> {
  using EmitCPUPassBase::EmitCPUPassBase;

  void runOnOperation() override {
    if (!llvm::is_contained({128u, 256u, 512u}, unsigned(vectorBits))) {
      emitError(getOperation().getLoc(),
                "expected vector-bits= to be 128, 256 or 512, but got ")
          << unsigned(vectorBits);
      return signalPassFailure();
    }
    std::unique_ptr<TargetLowering> target =
        createCPULowering(vectorBits, getCPUTuning(cpu));
    if (failed(emitKernels(getOperation(), getOperation(), /*nesting=*/"",
                           *target)))
      signalPassFailure();
  }
};
} // namespace
