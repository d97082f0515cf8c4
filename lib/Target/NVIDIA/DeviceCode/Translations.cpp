//===- Translations.cpp - a gpu.module to PTX, cubin, fatbin, LLVM IR -----===//

#include "fp8/Target/NVIDIA/Translations.h"
#include "Binary.h"
#include "fp8/Analysis/Place.h"
#include "fp8/Target/NVIDIA/DeviceCode.h"
#include "fp8/Target/NVIDIA/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
struct TargetOptions {
  llvm::cl::opt<std::string> chip{
      "chip",
      llvm::cl::desc("Chip for --gpu-to-ptx, --gpu-to-cubin and "
                     "--gpu-to-device-llvm: sm_80, sm_86, sm_89, sm_90a, "
                     "sm_100a or sm_120a"),
      llvm::cl::init("sm_90a")};
  llvm::cl::list<std::string> chips{
      "chips", llvm::cl::CommaSeparated,
      llvm::cl::desc("Chips for outputs with code of several chips, such as "
                     "--gpu-to-fatbin (default: sm_90a)"),
      llvm::cl::value_desc("SM,...")};
  llvm::cl::opt<unsigned> ptx{
      "ptx",
      llvm::cl::desc("PTX version as 10 * major + minor; 0 for the chip's "
                     "default"),
      llvm::cl::init(0)};
};
} // namespace

static TargetOptions &getOptions() {
  static TargetOptions options;
  return options;
}

ArrayRef<std::string> fp8::getTranslationChips() { return getOptions().chips; }

static Location getPlace(Operation *op) {
  auto module = dyn_cast<ModuleOp>(op);
  return module ? getFirstPlace(module) : op->getLoc();
}

static FailureOr<gpu::GPUModuleOp> findModule(Operation *op) {
  SmallVector<gpu::GPUModuleOp> modules;
  op->walk([&](gpu::GPUModuleOp module) { modules.push_back(module); });
  if (modules.size() != 1)
    return emitError(getPlace(op), "expected one gpu.module, but got ")
           << modules.size();
  return modules.front();
}

/// Finds the toolkit, or reports that machine code needs it. PTX needs no
/// NVIDIA software.
static FailureOr<CUDAToolkit> findToolkit(Location loc) {
  llvm::Expected<std::optional<CUDAToolkit>> found = CUDAToolkit::find("");
  if (!found)
    return emitError(loc) << llvm::toString(found.takeError());
  if (*found)
    return std::move(**found);
  InFlightDiagnostic diag =
      emitError(loc, "expected ptxas and fatbinary on the PATH or in CUDA_HOME "
                     "for machine code, but found none");
  diag.attachNote() << "--gpu-to-ptx needs neither; the driver compiles PTX";
  return diag;
}

//===----------------------------------------------------------------------===//
// Code for one chip
//===----------------------------------------------------------------------===//

static LogicalResult translate(
    Operation *op,
    function_ref<LogicalResult(gpu::GPUModuleOp, const DeviceTarget &)> write) {
  FailureOr<DeviceTarget> target =
      getDeviceTarget(getOptions().chip, getOptions().ptx,
                      [&] { return emitError(getPlace(op)); });
  if (failed(target))
    return failure();
  FailureOr<gpu::GPUModuleOp> module = findModule(op);
  if (failed(module))
    return failure();
  return write(*module, *target);
}

static LogicalResult translateToCubin(gpu::GPUModuleOp module,
                                      const DeviceTarget &target,
                                      raw_ostream &os) {
  FailureOr<CUDAToolkit> toolkit = findToolkit(module.getLoc());
  if (failed(toolkit))
    return failure();
  FailureOr<std::string> ptx = translateToPTX(module, target);
  if (failed(ptx))
    return failure();
  FailureOr<std::string> cubin = assemble(*toolkit, module, *ptx, *target.chip);
  if (failed(cubin))
    return failure();
  os << *cubin;
  return success();
}

//===----------------------------------------------------------------------===//
// Code for several chips
//===----------------------------------------------------------------------===//

static LogicalResult translateToFatbin(Operation *op, raw_ostream &os) {
  FailureOr<gpu::GPUModuleOp> module = findModule(op);
  if (failed(module) || failed(findToolkit(module->getLoc())))
    return failure();
  OwningOpRef<ModuleOp> holder = ModuleOp::create(module->getLoc());
  holder->getBody()->push_back((*module)->clone());
  GPUToFatbinPassOptions options;
  llvm::append_range(options.chips, getTranslationChips());
  if (options.chips.empty())
    options.chips.push_back("sm_90a");
  options.ptx = getOptions().ptx;
  PassManager pm(op->getContext());
  pm.addPass(createGPUToFatbinPass(options));
  if (failed(pm.run(*holder)))
    return failure();
  auto binary = *holder->getOps<gpu::BinaryOp>().begin();
  os << cast<gpu::ObjectAttr>(binary.getObjects()[0]).getObject().getValue();
  return success();
}

void fp8::registerGPUToPTXTranslations() {
  getOptions();
  static TranslateFromMLIRRegistration toPTX(
      "gpu-to-ptx", "compile a gpu.module to PTX",
      [](Operation *op, raw_ostream &os) {
        return translate(
            op, [&](gpu::GPUModuleOp module, const DeviceTarget &target) {
              FailureOr<std::string> ptx = translateToPTX(module, target);
              if (succeeded(ptx))
                os << *ptx;
              return LogicalResult(ptx);
            });
      },
      registerDeviceCodeInput);
  static TranslateFromMLIRRegistration toCubin(
      "gpu-to-cubin",
      "compile a gpu.module to machine code for one chip, with ptxas",
      [](Operation *op, raw_ostream &os) {
        return translate(
            op, [&](gpu::GPUModuleOp module, const DeviceTarget &target) {
              return translateToCubin(module, target, os);
            });
      },
      registerDeviceCodeInput);
  static TranslateFromMLIRRegistration toFatbin(
      "gpu-to-fatbin",
      "compile a gpu.module to a fatbin: machine code for several chips, and "
      "PTX for later chips",
      translateToFatbin, registerDeviceCodeInput);
  static TranslateFromMLIRRegistration toLLVM(
      "gpu-to-device-llvm", "compile a gpu.module to optimized LLVM IR",
      [](Operation *op, raw_ostream &os) {
        return translate(op, [&](gpu::GPUModuleOp module,
                                 const DeviceTarget &target) {
          FailureOr<DeviceModule> device = compileToDeviceIR(module, target);
          if (succeeded(device))
            device->module->print(os, nullptr);
          return LogicalResult(device);
        });
      },
      registerDeviceCodeInput);
}
