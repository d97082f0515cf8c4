//===- CudaCode.cpp - kernels as code that the driver takes ---------------===//

#include "CudaCode.h"
#include "fp8/Conversion/NVVM/DeviceCode.h"
#include "fp8/Conversion/NVVM/Passes.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Chips
//===----------------------------------------------------------------------===//

/// Whether a GPU runs what is compiled for `chip`: for one chip alone if its
/// name ends in "a", else on every later one, whose driver compiles PTX.
static bool runs(const Chip &chip, unsigned capability) {
  return chip.computeCapability == capability ||
         (!chip.name.ends_with("a") && chip.computeCapability < capability);
}

FailureOr<DeviceTarget> fp8::chooseChip(Location loc, StringRef name,
                                        unsigned capability) {
  auto emitError = [&] { return mlir::emitError(loc); };
  std::string number =
      std::to_string(capability / 10) + "." + std::to_string(capability % 10);
  if (!name.empty()) {
    FailureOr<DeviceTarget> target =
        getDeviceTarget(name, /*ptx=*/0, emitError);
    if (failed(target) || runs(*target->chip, capability))
      return target;
    return emitError() << "the GPU, of compute capability " << number
                       << ", does not run code for " << name;
  }
  const Chip *best = nullptr;
  for (const Chip &chip : getChips())
    if (runs(chip, capability))
      best = &chip;
  if (best)
    return getDeviceTarget(best->name, /*ptx=*/0, emitError);
  return emitError() << "expected a GPU of compute capability 8.0 or later, "
                        "but got "
                     << number;
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

FailureOr<CudaImage> fp8::compileImage(ModuleOp kernels,
                                       ArrayRef<DeviceTarget> targets,
                                       bool wantsDeviceIR) {
  MLIRContext *context = kernels.getContext();
  DialectRegistry registry;
  registerDeviceCodeInput(registry);
  context->appendDialectRegistry(registry);
  context->loadAllAvailableDialects();
  CudaImage image;
  auto modules = kernels.getOps<gpu::GPUModuleOp>();
  if (modules.empty())
    return image;
  if (wantsDeviceIR) {
    FailureOr<DeviceModule> device =
        compileToDeviceIR(*modules.begin(), targets.front());
    if (failed(device))
      return failure();
    llvm::raw_string_ostream os(image.deviceIR);
    device->module->print(os, nullptr);
  }

  PassManager passManager(context);
  (void)applyPassManagerCLOptions(passManager);
  applyDefaultTimingPassManagerCLOptions(passManager);
  FP8GPUToFatbinOptions options;
  for (const DeviceTarget &target : targets)
    options.chips.push_back(target.chip->name.str());
  passManager.addPass(createFP8GPUToFatbin(options));
  if (failed(passManager.run(kernels)))
    return failure();
  gpu::BinaryOp binary = *kernels.getOps<gpu::BinaryOp>().begin();
  if (binary.getObjects().size() != 1)
    return kernels.emitError(
        "expected ptxas and fatbinary for code of several chips");
  auto object = cast<gpu::ObjectAttr>(binary.getObjects()[0]);
  image.bytes = object.getObject().getValue().str();
  // What tells the driver where PTX ends.
  if (object.getFormat() == gpu::CompilationTarget::Assembly)
    image.bytes.push_back('\0');
  return image;
}
