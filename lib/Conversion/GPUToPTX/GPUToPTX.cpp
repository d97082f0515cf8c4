//===- GPUToPTX.cpp - compile every gpu.module to PTX ---------------------===//

#include "Binary.h"
#include "fp8/Conversion/GPUToPTX/Passes.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_FP8GPUTOPTX
#include "fp8/Conversion/GPUToPTX/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {
struct GPUToPTX : mlir::fp8::impl::FP8GPUToPTXBase<GPUToPTX> {
  using FP8GPUToPTXBase::FP8GPUToPTXBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    FP8GPUToPTXBase::getDependentDialects(registry);
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
