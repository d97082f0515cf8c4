//===- CPUCode.cpp - emitted kernels as LLVM IR for a CPU -----------------===//

#include "CPUCode.h"
#include "fp8/Support/BrainFloats.h"
#include "fp8/Target/CPU/HostMachine.h"
#include "fp8/Target/CPU/KernelsToLLVM.h"
#include "fp8/Utils/RunPasses.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::fp8;

static constexpr unsigned kOptLevel = 3;

FailureOr<std::unique_ptr<llvm::Module>>
fp8::translateCPUKernels(ModuleOp module, llvm::LLVMContext &llvmContext,
                         llvm::TargetMachine &target, unsigned vectorBits) {
  MLIRContext *context = module.getContext();
  DialectRegistry registry;
  registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);
  context->appendDialectRegistry(registry);

  PassManager passManager(context);
  KernelsToLLVMOptions pipeline;
  pipeline.useAVX512 = vectorBits == 512 && canUseAVX512(target);
  buildKernelsToLLVMPipeline(passManager, pipeline);
  if (failed(runAndVerify(passManager, module)))
    return failure();
  std::unique_ptr<llvm::Module> code =
      translateModuleToLLVMIR(module, llvmContext);
  if (!code)
    return emitError(module.getLoc(), "cannot translate the kernels");
  code->setTargetTriple(target.getTargetTriple());
  code->setDataLayout(target.createDataLayout());
  preferVectors(*code, vectorBits);
  return code;
}

llvm::Error fp8::optimizeCPUKernels(llvm::Module &code,
                                    llvm::TargetMachine &target) {
  auto optimize =
      makeOptimizingTransformer(kOptLevel, /*sizeLevel=*/0, &target);
  if (llvm::Error error = optimize(&code))
    return error;
  keepBrainFloats(code);
  return llvm::Error::success();
}
