//===- ObjectCompiler.cpp - modules as object files -----------------------===//

#include "ObjectCompiler.h"
#include "CPUCode.h"
#include "fp8/Analysis/StepReport.h"
#include "fp8/IR/FP8.h"
#include "fp8/Inspect/Passes.h"
#include "fp8/Support/ObjectCode.h"
#include "fp8/Target/CPU/HostMachine.h"
#include "fp8/Target/CPU/Pipeline.h"
#include "fp8/Utils/RunPasses.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mlir::fp8;

/// Creates the target, and chooses the width of vectors.
LogicalResult ObjectCompiler::chooseTarget() {
  auto made = createCPUMachine(module.getLoc(), options.cpu);
  if (failed(made))
    return failure();
  target = std::move(*made);
  unsigned widest = getVectorBits(*target);
  if (options.vectorBits == 0)
    options.vectorBits = widest;
  if (!llvm::is_contained({128u, 256u, 512u}, options.vectorBits))
    return mlir::emitError(module.getLoc(),
                           "expected vectors of 128, 256 or 512 bits, but got ")
           << options.vectorBits;
  if (options.vectorBits > widest)
    return mlir::emitError(module.getLoc(), "unsupported: vectors of ")
           << options.vectorBits << " bits on " << target->getTargetCPU()
           << ", which has " << widest;
  return success();
}

/// Lowers the module to Planned form. A module with buffers already has this
/// form.
LogicalResult ObjectCompiler::lowerToPlan() {
  MLIRContext *context = module.getContext();
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  context->appendDialectRegistry(registry);

  PassManager passManager(context);
  bool isPlanned =
      llvm::any_of(module.getOps<func::FuncOp>(), [](func::FuncOp function) {
        return isStepFunction(function) &&
               llvm::any_of(function.getArgumentTypes(),
                            llvm::IsaPred<MemRefType>);
      });
  if (isPlanned) {
    passManager.addPass(createVerifyFormPass({Form::Planned}));
  } else {
    passManager.addPass(createVerifyFormPass({Form::Scaled}));
    CPUPipelineOptions pipeline;
    pipeline.vectorBits = options.vectorBits;
    pipeline.cpu = target->getTargetCPU().str();
    buildCPUPipeline(passManager, pipeline);
  }
  return runAndVerify(passManager, module);
}

/// Erases the functions that `read` has read, so that only kernels remain.
/// Reports a module without such functions.
LogicalResult
ObjectCompiler::takeFunctions(function_ref<LogicalResult(func::FuncOp)> read) {
  bool isEmpty = true;
  for (auto function :
       llvm::make_early_inc_range(module.getOps<func::FuncOp>())) {
    if (!isStepFunction(function))
      continue;
    WalkResult result = function.walk([](KernelOp kernel) {
      InFlightDiagnostic diag =
          kernel.emitError("unsupported: a kernel that is not compiled");
      diag.attachNote() << "run --fp8-emit-cpu before --fp8-plan-memory";
      return WalkResult::interrupt();
    });
    if (result.wasInterrupted() || failed(read(function)))
      return failure();
    isEmpty = false;
    function.erase();
  }
  for (auto global :
       llvm::make_early_inc_range(module.getOps<memref::GlobalOp>()))
    global.erase();
  if (isEmpty)
    return mlir::emitError(module.getLoc(), "expected a public function with a "
                                            "body, but there is none");
  return success();
}

FailureOr<std::unique_ptr<llvm::Module>> ObjectCompiler::compileKernels() {
  auto made =
      translateCPUKernels(module, llvmContext, *target, options.vectorBits);
  if (failed(made))
    return failure();
  if (llvm::Error error = optimizeCPUKernels(**made, *target))
    return mlir::emitError(module.getLoc(), "cannot compile the kernels: ")
           << llvm::toString(std::move(error));
  // Several objects may be linked into one program, so their kernels must not
  // collide.
  for (llvm::Function &function : **made)
    if (!function.isDeclaration())
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
  return made;
}

FailureOr<std::unique_ptr<llvm::Module>>
ObjectCompiler::compile(function_ref<LogicalResult(func::FuncOp)> read) {
  if (failed(chooseTarget()) || failed(lowerToPlan()) ||
      failed(takeFunctions(read)))
    return failure();
  return compileKernels();
}

LogicalResult ObjectCompiler::emit(llvm::Module &code,
                                   SmallVectorImpl<char> &object) {
  if (llvm::Error error = emitObject(code, *target, object))
    return mlir::emitError(module.getLoc(), "cannot write an object: ")
           << llvm::toString(std::move(error));
  return success();
}
