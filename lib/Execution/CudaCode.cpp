//===- CudaCode.cpp - kernels as code that the driver takes ---------------===//

#include "CudaCode.h"
#include "fp8/Conversion/NVVM/DeviceCode.h"
#include "fp8/Conversion/NVVM/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

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

static LogicalResult save(Location loc, StringRef folder, StringRef file,
                          function_ref<void(raw_ostream &)> write) {
  SmallString<128> path(folder);
  llvm::sys::path::append(path, file);
  std::error_code error = llvm::sys::fs::create_directories(folder);
  if (!error) {
    llvm::raw_fd_ostream os(path, error);
    if (!error) {
      write(os);
      os.flush();
      error = os.error();
      os.clear_error();
    }
  }
  if (!error)
    return success();
  return mlir::emitError(loc, "cannot write ")
         << path << ": " << error.message();
}

static LogicalResult saveDeviceIR(gpu::GPUModuleOp module,
                                  const DeviceTarget &target, StringRef folder,
                                  StringRef name) {
  FailureOr<DeviceModule> device = compileToDeviceIR(module, target);
  if (failed(device))
    return failure();
  return save(module.getLoc(), folder, (name + ".ll").str(),
              [&](raw_ostream &os) { device->module->print(os, nullptr); });
}

FailureOr<std::string> fp8::compileImage(ModuleOp kernels,
                                         const DeviceTarget &target,
                                         StringRef folder, StringRef name) {
  MLIRContext *context = kernels.getContext();
  DialectRegistry registry;
  registerDeviceCodeInput(registry);
  context->appendDialectRegistry(registry);
  context->loadAllAvailableDialects();
  auto modules = kernels.getOps<gpu::GPUModuleOp>();
  if (modules.empty())
    return std::string();
  if (!folder.empty() &&
      failed(saveDeviceIR(*modules.begin(), target, folder, name)))
    return failure();

  PassManager passManager(context);
  (void)applyPassManagerCLOptions(passManager);
  applyDefaultTimingPassManagerCLOptions(passManager);
  FP8GPUToFatbinOptions options;
  options.chips.push_back(target.chip->name.str());
  options.ptx = target.ptx;
  passManager.addPass(createFP8GPUToFatbin(options));
  if (failed(passManager.run(kernels)))
    return failure();
  gpu::BinaryOp binary = *kernels.getOps<gpu::BinaryOp>().begin();
  auto object = cast<gpu::ObjectAttr>(binary.getObjects()[0]);
  std::string image = object.getObject().getValue().str();
  // What tells the driver where PTX ends.
  if (object.getFormat() == gpu::CompilationTarget::Assembly)
    image.push_back('\0');
  if (!folder.empty() &&
      failed(save(kernels.getLoc(), folder, (name + ".image").str(),
                  [&](raw_ostream &os) { os << image; })))
    return failure();
  return image;
}
