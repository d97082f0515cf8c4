//===- GPUToPTX.cpp - compile every gpu.module to PTX ---------------------===//

#include "fp8/Conversion/NVVM/DeviceCode.h"
#include "fp8/Conversion/NVVM/Passes.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_FP8GPUTOPTX
#include "fp8/Conversion/NVVM/Passes.h.inc"
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
    FailureOr<DeviceTarget> target =
        getDeviceTarget(chip, ptx, [&] { return getOperation().emitError(); });
    if (failed(target))
      return signalPassFailure();
    SmallVector<gpu::GPUModuleOp> modules(
        getOperation().getOps<gpu::GPUModuleOp>());
    for (gpu::GPUModuleOp module : modules)
      if (failed(replaceByBinary(module, *target)))
        return signalPassFailure();
  }

  LogicalResult replaceByBinary(gpu::GPUModuleOp module,
                                const DeviceTarget &target) {
    FailureOr<std::string> text = translateToPTX(module, target, optLevel);
    if (failed(text))
      return failure();
    OpBuilder b(module);
    auto targetAttr = NVVM::NVVMTargetAttr::get(
        &getContext(), optLevel, "nvptx64-nvidia-cuda", target.chip->name,
        target.getFeatures());
    auto object = gpu::ObjectAttr::get(
        &getContext(), targetAttr, gpu::CompilationTarget::Assembly,
        b.getStringAttr(*text), DictionaryAttr(), gpu::KernelTableAttr());
    gpu::BinaryOp::create(b, module.getLoc(), module.getName(),
                          /*offloadingHandler=*/Attribute(),
                          ArrayRef<Attribute>(object));
    module.erase();
    return success();
  }
};
} // namespace
