//===- Translations.cpp - gpu-to-ptx and gpu-to-device-llvm ---------------===//

#include "fp8/Conversion/GPUToPTX/DeviceCode.h"
#include "fp8/Conversion/GPUToPTX/Passes.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
struct TargetOptions {
  llvm::cl::opt<std::string> chip{
      "chip",
      llvm::cl::desc("Chip for --gpu-to-ptx and --gpu-to-device-llvm: sm_80, "
                     "sm_86, sm_89, sm_90a, sm_100a or sm_120a"),
      llvm::cl::init("sm_90a")};
  llvm::cl::opt<unsigned> ptx{
      "ptx",
      llvm::cl::desc("PTX version as 10 * major + minor; 0 for the chip's "
                     "default"),
      llvm::cl::init(0)};
};
} // namespace

static LogicalResult translate(
    Operation *op, const TargetOptions &options,
    function_ref<LogicalResult(gpu::GPUModuleOp, const DeviceTarget &)> write) {
  FailureOr<DeviceTarget> target = getDeviceTarget(
      options.chip, options.ptx, [&] { return op->emitError(); });
  if (failed(target))
    return failure();
  SmallVector<gpu::GPUModuleOp> modules;
  op->walk([&](gpu::GPUModuleOp module) { modules.push_back(module); });
  if (modules.size() != 1)
    return op->emitError("expected one gpu.module, but got ") << modules.size();
  return write(modules.front(), *target);
}

void fp8::registerGPUToPTXTranslations() {
  static TargetOptions options;
  static TranslateFromMLIRRegistration toPTX(
      "gpu-to-ptx", "the PTX of a gpu.module",
      [](Operation *op, raw_ostream &os) {
        return translate(
            op, options, [&](gpu::GPUModuleOp module, const DeviceTarget &t) {
              FailureOr<std::string> ptx = translateToPTX(module, t);
              if (succeeded(ptx))
                os << *ptx;
              return LogicalResult(ptx);
            });
      },
      registerDeviceCodeInput);
  static TranslateFromMLIRRegistration toLLVM(
      "gpu-to-device-llvm", "the optimised LLVM IR of a gpu.module",
      [](Operation *op, raw_ostream &os) {
        return translate(
            op, options, [&](gpu::GPUModuleOp module, const DeviceTarget &t) {
              FailureOr<DeviceModule> device = compileToDeviceIR(module, t);
              if (succeeded(device))
                device->module->print(os, nullptr);
              return LogicalResult(device);
            });
      },
      registerDeviceCodeInput);
}
