//===- GPUToPTX.cpp - compilation of every gpu.module to PTX --------------===//

#include "Binary.h"
#include "fp8/Target/NVIDIA/Passes.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_GPUTOPTXPASS
#include "fp8/Target/NVIDIA/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {
struct GPUToPTX : mlir::fp8::impl::GPUToPTXPassBase<GPUToPTX> {
  using GPUToPTXPassBase::GPUToPTXPassBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    GPUToPTXPassBase::getDependentDialects(registry);
    registerDeviceCodeDialects(registry);
  }

  void runOnOperation() override {
    FailureOr<DeviceTarget> target = getDeviceTarget(
        chip, ptx, [&] { return emitError(getOperation().getLoc()); });
    if (failed(target))
      return signalPassFailure();
    SmallVector<gpu::GPUModuleOp> modules(
        getOperation().getOps<gpu::GPUModuleOp>());
    for (gpu::GPUModuleOp module : modules) {
      FailureOr<Attribute> object = makePTXObject(module, *target, optLevel);
      if (failed(object))
        return signalPassFailure();
      replaceByBinary(module, *object);
    }
  }
};
} // namespace
