//===- GPUToFatbin.cpp - compile every gpu.module for several chips -------===//

#include "Binary.h"
#include "fp8/Conversion/GPUToPTX/Passes.h"
#include "fp8/Conversion/GPUToPTX/Toolkit.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_FP8GPUTOFATBIN
#include "fp8/Conversion/GPUToPTX/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

/// Code for an architecture with the suffix runs there alone.
static bool isPortable(const Chip &chip) { return !chip.name.ends_with("a"); }

namespace {

struct GPUToFatbin : mlir::fp8::impl::FP8GPUToFatbinBase<GPUToFatbin> {
  using FP8GPUToFatbinBase::FP8GPUToFatbinBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    FP8GPUToFatbinBase::getDependentDialects(registry);
    registerDeviceCodeDialects(registry);
  }

  void runOnOperation() override;

private:
  LogicalResult findTargets();
  /// A fatbin, or without `toolkit` the PTX of every chip, for a driver to
  /// compile.
  FailureOr<SmallVector<Attribute>> makeObjects(gpu::GPUModuleOp module,
                                                const CUDAToolkit *toolkit);
  FailureOr<Attribute> makeFatbin(gpu::GPUModuleOp module,
                                  const CUDAToolkit &toolkit);

  SmallVector<DeviceTarget> targets;
  /// Whose PTX later chips compile when they load the code.
  std::optional<DeviceTarget> portable;
};

} // namespace

LogicalResult GPUToFatbin::findTargets() {
  auto emitError = [&] { return mlir::emitError(getOperation().getLoc()); };
  if (chips.empty())
    return emitError() << "expected at least one chip, but got none";
  for (const std::string &name : chips) {
    FailureOr<DeviceTarget> target = getDeviceTarget(name, ptx, emitError);
    if (failed(target))
      return failure();
    if (llvm::any_of(targets, [&](const DeviceTarget &other) {
          return other.chip == target->chip;
        }))
      return emitError() << "expected each chip once, but got " << name
                         << " twice";
    targets.push_back(*target);
  }
  llvm::sort(targets, [](const DeviceTarget &a, const DeviceTarget &b) {
    return a.chip->computeCapability < b.chip->computeCapability;
  });
  for (const DeviceTarget &target : targets)
    if (isPortable(*target.chip))
      portable = target;
  if (portable)
    return success();
  const Chip *last = &getChips().front();
  for (const Chip &chip : getChips())
    if (isPortable(chip) &&
        chip.computeCapability <= targets.back().chip->computeCapability)
      last = &chip;
  portable = *getDeviceTarget(
      last->name, ptx == 0 ? 0 : std::min<unsigned>(ptx, last->defaultPTX),
      emitError);
  return success();
}

FailureOr<Attribute> GPUToFatbin::makeFatbin(gpu::GPUModuleOp module,
                                             const CUDAToolkit &toolkit) {
  SmallVector<DeviceImage> images;
  FailureOr<std::string> portableText = failure();
  for (const DeviceTarget &target : targets) {
    FailureOr<std::string> text = translateToPTX(module, target, optLevel);
    if (failed(text))
      return failure();
    llvm::Expected<std::string> cubin = toolkit.assemble(*text, *target.chip);
    if (!cubin)
      return emitError(module.getLoc()) << llvm::toString(cubin.takeError());
    images.push_back({DeviceImage::Cubin, target.chip, std::move(*cubin)});
    if (target.chip == portable->chip)
      portableText = std::move(*text);
  }
  if (failed(portableText))
    portableText = translateToPTX(module, *portable, optLevel);
  if (failed(portableText))
    return failure();
  images.push_back(
      {DeviceImage::PTX, portable->chip, std::move(*portableText)});
  llvm::Expected<std::string> fatbin = toolkit.bundle(images);
  if (!fatbin)
    return emitError(module.getLoc()) << llvm::toString(fatbin.takeError());
  return makeObject(&getContext(), targets.front(), optLevel,
                    gpu::CompilationTarget::Fatbin, *fatbin);
}

FailureOr<SmallVector<Attribute>>
GPUToFatbin::makeObjects(gpu::GPUModuleOp module, const CUDAToolkit *toolkit) {
  SmallVector<Attribute> objects;
  if (toolkit) {
    FailureOr<Attribute> fatbin = makeFatbin(module, *toolkit);
    if (failed(fatbin))
      return failure();
    objects.push_back(*fatbin);
    return objects;
  }
  for (const DeviceTarget &target : targets) {
    FailureOr<Attribute> object = makePTXObject(module, target, optLevel);
    if (failed(object))
      return failure();
    objects.push_back(*object);
  }
  return objects;
}

void GPUToFatbin::runOnOperation() {
  if (failed(findTargets()))
    return signalPassFailure();
  llvm::Expected<std::optional<CUDAToolkit>> toolkit =
      CUDAToolkit::find(toolkitPath);
  if (!toolkit) {
    emitError(getOperation().getLoc()) << llvm::toString(toolkit.takeError());
    return signalPassFailure();
  }
  SmallVector<gpu::GPUModuleOp> modules(
      getOperation().getOps<gpu::GPUModuleOp>());
  if (!*toolkit && !modules.empty())
    emitWarning(
        getOperation().getLoc(),
        "expected ptxas and fatbinary on the PATH or in CUDA_HOME for machine "
        "code, but found none: the binary holds PTX, which the driver compiles "
        "when it loads it");
  for (gpu::GPUModuleOp module : modules) {
    FailureOr<SmallVector<Attribute>> objects =
        makeObjects(module, *toolkit ? &**toolkit : nullptr);
    if (failed(objects))
      return signalPassFailure();
    replaceByBinary(module, *objects);
  }
}
