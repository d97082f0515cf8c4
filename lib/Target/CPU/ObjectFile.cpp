//===- ObjectFile.cpp - a step as an object file and a header -------------===//

#include "fp8/Target/CPU/ObjectFile.h"
#include "ObjectCompiler.h"
#include "fp8/Execution/ArgumentTable.h"
#include "fp8/Execution/StepPlan.h"
#include "fp8/Execution/StepTable.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
struct ObjectStep {
  StepSignature signature;
  StepPlan plan;
};
} // namespace

static FailureOr<ObjectStep> readStep(func::FuncOp function, StringRef prefix) {
  FailureOr<StepSignature> signature = StepSignature::read(function, prefix);
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

FailureOr<ObjectFile> fp8::compileObject(ModuleOp module, StringRef name,
                                         const ObjectOptions &options) {
  ObjectCompiler compiler(module, options);
  std::vector<ObjectStep> steps;
  auto read = [&](func::FuncOp function) -> LogicalResult {
    FailureOr<ObjectStep> step = readStep(function, options.prefix);
    if (failed(step))
      return failure();
    steps.push_back(std::move(*step));
    return success();
  };
  FailureOr<std::unique_ptr<llvm::Module>> llvmModule = compiler.compile(read);
  if (failed(llvmModule))
    return failure();
  SmallVector<StepSignature> signatures;
  // Step functions are added after optimization: LLVM compares thousands of
  // copies of pointers pairwise, regardless of function attributes.
  for (const ObjectStep &step : steps) {
    if (failed(addStepFunction(**llvmModule, step.signature, step.plan)))
      return failure();
    addArgumentTable(**llvmModule, step.signature);
    signatures.push_back(step.signature);
  }
  ObjectFile file;
  if (failed(compiler.emit(**llvmModule, file.object)))
    return failure();
  file.header = printHeader(name, signatures);
  return file;
}
