//===- EmitGPU.cpp - --fp8-emit-gpu ---------------------------------------===//

#include "fp8/Codegen/GatherTransposes.h"
#include "fp8/Codegen/ModuleEmitter.h"
#include "fp8/Codegen/SplitTransposes.h"
#include "fp8/Target/NVIDIA/GPULowering.h"
#include "fp8/Target/NVIDIA/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_EMITGPUPASS
#include "fp8/Target/NVIDIA/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {
struct EmitGPU : fp8::impl::EmitGPUPassBase<EmitGPU> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    bool hasKernel =
        module.walk([](KernelOp) { return WalkResult::interrupt(); })
            .wasInterrupted();
    if (!hasKernel)
      return;
    constexpr StringLiteral name = "kernels";
    if (Operation *other = module.lookupSymbol(name)) {
      other->emitError("expected the symbol '")
          << name
          << "' to be unused: --fp8-emit-gpu creates a gpu.module with this "
             "name";
      return signalPassFailure();
    }
    auto builder = OpBuilder::atBlockEnd(module.getBody());
    auto gpuModule = gpu::GPUModuleOp::create(builder, module.getLoc(), name);
    module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                    builder.getUnitAttr());
    std::unique_ptr<TargetLowering> target = createGPULowering();
    gatherTransposes(splitTransposes(module, *target));
    if (failed(emitKernels(module, gpuModule, name, *target)))
      signalPassFailure();
  }
};
} // namespace
