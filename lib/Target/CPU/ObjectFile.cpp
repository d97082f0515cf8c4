//===- ObjectFile.cpp - a step as an object file and a header -------------===//

#include "fp8/Target/CPU/ObjectFile.h"
#include "CPUCode.h"
#include "fp8/Analysis/StepReport.h"
#include "fp8/Execution/StepHeader.h"
#include "fp8/Execution/StepPlan.h"
#include "fp8/Execution/StepTable.h"
#include "fp8/IR/FP8.h"
#include "fp8/Inspect/Passes.h"
#include "fp8/Support/ObjectCode.h"
#include "fp8/Target/CPU/HostMachine.h"
#include "fp8/Target/CPU/Pipeline.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
struct ObjectStep {
  StepSignature signature;
  StepPlan plan;
};

class ObjectCompiler {
public:
  ObjectCompiler(ModuleOp module, const ObjectOptions &options)
      : module(module), options(options) {}

  FailureOr<ObjectFile> compile(StringRef name);

private:
  LogicalResult chooseTarget();
  LogicalResult lowerToPlan();
  LogicalResult readSteps();
  FailureOr<ObjectStep> readStep(func::FuncOp function);
  FailureOr<std::unique_ptr<llvm::Module>> compileKernels();

  ModuleOp module;
  ObjectOptions options;
  std::unique_ptr<llvm::TargetMachine> target;
  std::vector<ObjectStep> steps;
  llvm::LLVMContext llvmContext;
};
} // namespace

//===----------------------------------------------------------------------===//
// Target
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Planned form
//===----------------------------------------------------------------------===//

/// Lowers the module to Planned form. A module with buffers already has that
/// form; Scaled form runs through the pipeline.
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
  return passManager.run(module);
}

FailureOr<ObjectStep> ObjectCompiler::readStep(func::FuncOp function) {
  WalkResult result = function.walk([](KernelOp kernel) {
    InFlightDiagnostic diag =
        kernel.emitError("unsupported: a kernel that is not compiled");
    diag.attachNote() << "run --fp8-emit-cpu before --fp8-plan-memory";
    return WalkResult::interrupt();
  });
  if (result.wasInterrupted())
    return failure();
  FailureOr<StepSignature> signature =
      StepSignature::read(function, options.prefix);
  if (failed(signature))
    return failure();
  FailureOr<StepPlan> plan = StepPlan::read(function);
  if (failed(plan))
    return failure();
  ObjectStep step{std::move(*signature), std::move(*plan)};

  // Matmuls share a workspace at the end of the arena.
  int64_t begin = llvm::alignTo(step.plan.arenaBytes, HostTensor::kAlignment);
  uint64_t workspace = 0;
  for (PlannedStep &op : step.plan.steps) {
    if (!op.isProduct())
      continue;
    uint64_t bytes = 0;
    if (fp8rt_gemm_workspace(&op.gemm, &bytes) != FP8RT_OK)
      return mlir::emitError(op.loc, "unsupported matmul: ")
             << fp8rt_last_error();
    workspace = std::max(workspace, bytes);
    unsigned arena = function.getNumArguments() - 1;
    op.buffers.push_back(BufferRef{BufferRef::Argument, arena, begin});
  }
  step.signature.arenaBytes = std::max<int64_t>(begin + workspace, 1);
  return step;
}

/// Reads the step functions and erases them, so that only kernels remain.
LogicalResult ObjectCompiler::readSteps() {
  for (auto function :
       llvm::make_early_inc_range(module.getOps<func::FuncOp>())) {
    if (!isStepFunction(function))
      continue;
    FailureOr<ObjectStep> step = readStep(function);
    if (failed(step))
      return failure();
    steps.push_back(std::move(*step));
    function.erase();
  }
  for (auto global :
       llvm::make_early_inc_range(module.getOps<memref::GlobalOp>()))
    global.erase();
  if (steps.empty())
    return mlir::emitError(module.getLoc(), "expected a public function with a "
                                            "body, but there is none");
  return success();
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

FailureOr<std::unique_ptr<llvm::Module>> ObjectCompiler::compileKernels() {
  auto made =
      translateCPUKernels(module, llvmContext, *target, options.vectorBits);
  if (failed(made))
    return failure();
  if (llvm::Error error = optimizeCPUKernels(**made, *target))
    return mlir::emitError(module.getLoc(), "cannot compile the kernels: ")
           << llvm::toString(std::move(error));
  // Several objects may be linked into one program.
  for (llvm::Function &function : **made)
    if (!function.isDeclaration())
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
  return made;
}

FailureOr<ObjectFile> ObjectCompiler::compile(StringRef name) {
  if (failed(chooseTarget()) || failed(lowerToPlan()) || failed(readSteps()))
    return failure();
  FailureOr<std::unique_ptr<llvm::Module>> llvmModule = compileKernels();
  if (failed(llvmModule))
    return failure();
  SmallVector<StepSignature> signatures;
  // Step functions are added after optimization: LLVM compares thousands of
  // copies of pointers pairwise, regardless of function attributes.
  for (const ObjectStep &step : steps) {
    if (failed(addStepFunction(**llvmModule, step.signature, step.plan)))
      return failure();
    signatures.push_back(step.signature);
  }
  ObjectFile file;
  if (llvm::Error error = emitObject(**llvmModule, *target, file.object))
    return mlir::emitError(module.getLoc(), "cannot write an object: ")
           << llvm::toString(std::move(error));
  file.header = printHeader(name, signatures);
  return file;
}

FailureOr<ObjectFile> fp8::compileObject(ModuleOp module, StringRef name,
                                         const ObjectOptions &options) {
  return ObjectCompiler(module, options).compile(name);
}
