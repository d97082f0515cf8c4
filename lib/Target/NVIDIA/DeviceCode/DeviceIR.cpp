//===- DeviceIR.cpp - gpu.module to optimized device LLVM IR --------------===//

#include "fp8/Conversion/Passes.h"
#include "fp8/IR/FP8.h"
#include "fp8/Target/NVIDIA/DeviceCode.h"
#include "fp8/Target/NVIDIA/Passes.h"
#include "fp8/Utils/RunPasses.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Target/LLVM/ModuleToObject.h"
#include "mlir/Target/LLVM/NVVM/Utils.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// Upstream's translation and optimization, without the back end.
class DeviceCompiler : public LLVM::ModuleToObject {
public:
  DeviceCompiler(Operation &module, const DeviceTarget &target,
                 StringRef features, unsigned optLevel)
      : ModuleToObject(module, "nvptx64-nvidia-cuda", target.chip->name,
                       features, optLevel) {
    NVVM::SerializeGPUModuleBase::init();
  }

  std::unique_ptr<llvm::Module> compile(llvm::LLVMContext &context) {
    std::unique_ptr<llvm::Module> device = translateToLLVMIR(context);
    if (!device)
      return nullptr;
    setDataLayoutAndTriple(*device);
    if (failed(optimizeModule(*device, optLevel)))
      return nullptr;
    return device;
  }
};
} // namespace

/// Appends the conversions. Only they differ between chips: chips with
/// conversion instructions use them, and all others use integer arithmetic.
static void addConversionPasses(OpPassManager &pm, const DeviceTarget &target) {
  if (target.hasFP8Conversion())
    pm.addPass(createConvertFP8ToNVVMPass());
  pm.addPass(createConvertFP8ToArithPass());
  pm.addPass(createDivideByApproximationPass());
  pm.addPass(createHideCountersPass());
}

void fp8::registerDeviceCodeDialects(DialectRegistry &registry) {
  registerBuiltinDialectTranslation(registry);
  registerGPUDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
  // convert-gpu-to-nvvm asks each dialect for its own patterns.
  arith::registerConvertArithToLLVMInterface(registry);
  cf::registerConvertControlFlowToLLVMInterface(registry);
  registerConvertFuncToLLVMInterface(registry);
  index::registerConvertIndexToLLVMInterface(registry);
  registerConvertMathToLLVMInterface(registry);
  registerConvertMemRefToLLVMInterface(registry);
  registerConvertNVVMToLLVMInterface(registry);
  ub::registerConvertUBToLLVMInterface(registry);
  vector::registerConvertVectorToLLVMInterface(registry);
  OpPassManager pm(gpu::GPUModuleOp::getOperationName());
  for (const Chip &chip : getChips())
    addConversionPasses(pm, {&chip, chip.defaultPTX});
  buildLowerGPUModulePipeline(pm);
  pm.getDependentDialects(registry);
}

void fp8::registerDeviceCodeInput(DialectRegistry &registry) {
  registerDeviceCodeDialects(registry);
  registry
      .insert<FP8Dialect, DLTIDialect, affine::AffineDialect,
              arith::ArithDialect, cf::ControlFlowDialect, func::FuncDialect,
              gpu::GPUDialect, math::MathDialect, memref::MemRefDialect,
              NVVM::NVVMDialect, scf::SCFDialect, vector::VectorDialect>();
}

/// Reports an op that the pipeline did not lower, in preference to the casts
/// around it.
static LogicalResult checkLowered(gpu::GPUModuleOp module) {
  Operation *left = nullptr;
  module.walk([&](Operation *op) {
    if (isa<gpu::GPUModuleOp>(op) ||
        isa_and_nonnull<LLVM::LLVMDialect, NVVM::NVVMDialect>(op->getDialect()))
      return WalkResult::advance();
    left = op;
    return isa<UnrealizedConversionCastOp>(op) ? WalkResult::advance()
                                               : WalkResult::interrupt();
  });
  if (!left)
    return success();
  InFlightDiagnostic diag = left->emitError("unsupported in device code: '")
                            << left->getName() << "' on these types";
  diag.attachNote()
      << "supported are ops that upstream lowers to LLVM and NVVM: "
         "ops of arith, cf, func, gpu, math, memref, "
         "nvgpu, scf and vector";
  return diag;
}

/// Checks the types in attributes of LLVM ops, such as the element type of a
/// getelementptr. Upstream's verifiers accept all types, but its translation
/// crashes on some of them.
static LogicalResult checkTypes(gpu::GPUModuleOp module) {
  WalkResult result = module.walk([](Operation *op) {
    if (!isa_and_nonnull<LLVM::LLVMDialect>(op->getDialect()))
      return WalkResult::advance();
    Type wrong;
    op->getAttrDictionary().walk([&](TypeAttr type) {
      if (!LLVM::isCompatibleType(type.getValue()))
        wrong = type.getValue();
    });
    if (!wrong)
      return WalkResult::advance();
    InFlightDiagnostic diag = op->emitError("unsupported in device code: '")
                              << op->getName() << "' of type " << wrong;
    diag.attachNote() << "supported are the types of LLVM, where codes of "
                         "8-bit floats are i8";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

FailureOr<DeviceModule> fp8::compileToDeviceIR(gpu::GPUModuleOp module,
                                               const DeviceTarget &target,
                                               unsigned optLevel) {
  MLIRContext *context = module.getContext();
  OwningOpRef<ModuleOp> holder = ModuleOp::create(module.getLoc());
  auto copy = cast<gpu::GPUModuleOp>(module->clone());
  holder->getBody()->push_back(copy);

  PassManager pm(context, ModuleOp::getOperationName(),
                 OpPassManager::Nesting::Explicit);
  OpPassManager &modulePM = pm.nest<gpu::GPUModuleOp>();
  addConversionPasses(modulePM, target);
  buildLowerGPUModulePipeline(modulePM);
  // Gives every function a debug scope; LLVM IR has no locations without one.
  pm.addPass(LLVM::createDIScopeForLLVMFuncOpPass());
  if (failed(runAndVerify(pm, *holder)) || failed(checkLowered(copy)) ||
      failed(checkTypes(copy)))
    return failure();

  std::string features = target.getFeatures();
  DeviceCompiler compiler(*copy, target, features, optLevel);
  DeviceModule device;
  device.context = std::make_unique<llvm::LLVMContext>();
  device.module = compiler.compile(*device.context);
  if (!device.module)
    return emitError(module.getLoc(),
                     "expected device code that translates to LLVM IR, "
                     "but the translation failed");
  device.module->setModuleIdentifier(module.getName());

  if (failed(checkDeviceIR(*device.module, target, module.getLoc())))
    return failure();
  return device;
}
