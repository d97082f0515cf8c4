//===- Binary.cpp - compiled code of a gpu.module -------------------------===//

#include "Binary.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::fp8;

Attribute fp8::makeObject(MLIRContext *context, const DeviceTarget &target,
                          unsigned optLevel, gpu::CompilationTarget kind,
                          StringRef bytes) {
  auto targetAttr =
      NVVM::NVVMTargetAttr::get(context, optLevel, "nvptx64-nvidia-cuda",
                                target.chip->name, target.getFeatures());
  return gpu::ObjectAttr::get(context, targetAttr, kind,
                              StringAttr::get(context, bytes), DictionaryAttr(),
                              gpu::KernelTableAttr());
}

FailureOr<Attribute> fp8::makePTXObject(gpu::GPUModuleOp module,
                                        const DeviceTarget &target,
                                        unsigned optLevel) {
  FailureOr<std::string> text = translateToPTX(module, target, optLevel);
  if (failed(text))
    return failure();
  return makeObject(module.getContext(), target, optLevel,
                    gpu::CompilationTarget::Assembly, *text);
}

FailureOr<std::string> fp8::assemble(const CUDAToolkit &toolkit,
                                     gpu::GPUModuleOp module, StringRef ptx,
                                     const Chip &chip) {
  llvm::Expected<std::string> cubin = toolkit.assemble(
      ptx, chip,
      [&](StringRef kernel, unsigned bytes) {
        Operation *op = module.lookupSymbol(kernel);
        emitWarning(op ? op->getLoc() : module.getLoc())
            << "kernel '" << kernel << "' spills " << bytes
            << " bytes of registers on " << chip.name;
      },
      [&](const Twine &message) { emitWarning(module.getLoc()) << message; });
  if (!cubin)
    return emitError(module.getLoc()) << llvm::toString(cubin.takeError());
  return std::move(*cubin);
}

void fp8::replaceByBinary(gpu::GPUModuleOp module,
                          ArrayRef<Attribute> objects) {
  OpBuilder b(module);
  gpu::BinaryOp::create(b, module.getLoc(), module.getName(),
                        /*offloadingHandler=*/Attribute(), objects);
  module.erase();
}
