//===- CUDACode.cpp - kernels as code for the CUDA driver -----------------===//

#include "CUDACode.h"
#include "fp8/Analysis/Place.h"
#include "fp8/Execution/ProgramEntry.h"
#include "fp8/Target/NVIDIA/DeviceCode.h"
#include "fp8/Target/NVIDIA/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Chips
//===----------------------------------------------------------------------===//

/// Returns true if a GPU of this compute capability runs code for `chip`. If
/// the name of the chip ends in "a", the code runs on that chip only. Otherwise
/// it runs on every later GPU, whose driver compiles the PTX.
static bool runs(const Chip &chip, unsigned capability) {
  return chip.computeCapability == capability ||
         (!chip.name.ends_with("a") && chip.computeCapability < capability);
}

/// Returns the last PTX version that a driver for this CUDA version reads.
/// Source: "Release Notes" of the PTX ISA.
static unsigned getLastPTX(unsigned driverVersion) {
  constexpr std::pair<unsigned, unsigned> kVersions[] = {
      {12000, 80}, {12010, 81}, {12020, 82}, {12030, 83}, {12040, 84},
      {12050, 85}, {12070, 86}, {12080, 87}, {12090, 88}, {13000, 90}};
  unsigned last = 0;
  for (auto [cuda, ptx] : kVersions)
    if (driverVersion >= cuda)
      last = ptx;
  return last;
}

static std::string asVersion(unsigned number) {
  return std::to_string(number / 10) + "." + std::to_string(number % 10);
}

FailureOr<DeviceTarget> fp8::chooseChip(Location loc, StringRef name,
                                        unsigned capability,
                                        unsigned driverVersion) {
  auto emitError = [&] { return mlir::emitError(loc); };
  const Chip *best = nullptr;
  if (!name.empty()) {
    FailureOr<DeviceTarget> target =
        getDeviceTarget(name, /*ptx=*/0, emitError);
    if (failed(target))
      return failure();
    best = target->chip;
    if (!runs(*best, capability))
      return emitError() << "the GPU, of compute capability "
                         << asVersion(capability) << ", does not run code for "
                         << name;
  }
  if (name.empty())
    for (const Chip &chip : getChips())
      if (runs(chip, capability))
        best = &chip;
  if (!best)
    return emitError() << "expected a GPU of compute capability 8.0 or later, "
                          "but got "
                       << asVersion(capability);
  unsigned last = getLastPTX(driverVersion);
  if (best->minPTX > last)
    return emitError() << "expected a driver that reads PTX "
                       << asVersion(best->minPTX) << ", which " << best->name
                       << " needs, but the driver for CUDA "
                       << asVersion(driverVersion / 10 % 10 +
                                    driverVersion / 1000 * 10)
                       << " reads versions up to " << asVersion(last);
  return getDeviceTarget(best->name, std::min(best->defaultPTX, last),
                         emitError);
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

FailureOr<CUDAImage> fp8::compileImage(ModuleOp kernels,
                                       ArrayRef<DeviceTarget> targets,
                                       bool wantsDeviceIR, bool warnsOfPTX) {
  MLIRContext *context = kernels.getContext();
  DialectRegistry registry;
  registerDeviceCodeInput(registry);
  context->appendDialectRegistry(registry);
  context->loadAllAvailableDialects();
  CUDAImage image;
  auto modules = kernels.getOps<gpu::GPUModuleOp>();
  if (modules.empty())
    return image;
  // The compiled module has no location.
  Location place = getFirstPlace(kernels);
  if (wantsDeviceIR) {
    FailureOr<DeviceModule> device =
        compileToDeviceIR(*modules.begin(), targets.front());
    if (failed(device))
      return failure();
    llvm::raw_string_ostream os(image.deviceIR);
    device->module->print(os, nullptr);
  }

  GPUToFatbinPassOptions options;
  for (const DeviceTarget &target : targets)
    options.chips.push_back(target.chip->name.str());
  options.warnsOfPTX = warnsOfPTX;
  if (targets.size() == 1)
    options.ptx = targets.front().ptx;
  auto addPasses = [&](OpPassManager &pm) {
    pm.addPass(createGPUToFatbinPass(options));
  };
  if (failed(runPasses(kernels, addPasses)))
    return failure();
  gpu::BinaryOp binary = *kernels.getOps<gpu::BinaryOp>().begin();
  if (binary.getObjects().size() != 1)
    return mlir::emitError(
        place, "expected ptxas and fatbinary for code of several chips");
  auto object = cast<gpu::ObjectAttr>(binary.getObjects()[0]);
  image.bytes = object.getObject().getValue().str();
  // The zero byte tells the driver where the PTX ends.
  if (object.getFormat() == gpu::CompilationTarget::Assembly)
    image.bytes.push_back('\0');
  return image;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// Writes the file atomically: the previous file at `path` remains until the
/// new file is complete.
static LogicalResult writeAtomically(Location loc, StringRef path,
                                     StringRef bytes) {
  auto fail = [&](std::error_code error) -> LogicalResult {
    return mlir::emitError(loc, "cannot write ")
           << path << ": " << error.message();
  };
  llvm::Expected<llvm::sys::fs::TempFile> file =
      llvm::sys::fs::TempFile::create(path + ".%%%%%%.tmp");
  if (!file)
    return fail(llvm::errorToErrorCode(file.takeError()));
  std::error_code error;
  {
    llvm::raw_fd_ostream os(file->FD, /*shouldClose=*/false);
    os << bytes;
    os.flush();
    error = os.error();
    os.clear_error();
  }
  if (error) {
    llvm::consumeError(file->discard());
    return fail(error);
  }
  if (llvm::Error kept = file->keep(path))
    return fail(llvm::errorToErrorCode(std::move(kept)));
  return success();
}

LogicalResult fp8::saveImage(Location loc, StringRef folder, StringRef name,
                             const CUDAImage &image) {
  if (folder.empty())
    return success();
  if (std::error_code error = llvm::sys::fs::create_directories(folder))
    return mlir::emitError(loc, "cannot create ")
           << folder << ": " << error.message();
  SmallString<128> path(folder);
  llvm::sys::path::append(path, name);
  return success(
      succeeded(writeAtomically(loc, (path + ".ll").str(), image.deviceIR)) &&
      succeeded(writeAtomically(loc, (path + ".image").str(), image.bytes)));
}
