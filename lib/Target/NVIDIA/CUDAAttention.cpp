//===- CUDAAttention.cpp - attention by cuDNN -----------------------------===//

#include "CUDAAttention.h"
#include "fp8/IR/DecomposeAttention.h"

using namespace mlir;
using namespace mlir::fp8;

FailureOr<uint64_t> fp8::openCUDAAttention(ModuleOp module,
                                           CUDAMemory &memory) {
  uint64_t version = 0;
  WalkResult result = module.walk([&](Operation *op) {
    if (!isAttention(op))
      return WalkResult::advance();
    if (failed(CUDAMemory::report(
            op->getLoc(),
            fp8rt_cuda_open_attention(memory.getDevice(), &version))))
      return WalkResult::interrupt();
    return WalkResult::skip();
  });
  if (result.wasInterrupted())
    return failure();
  return version;
}

std::string fp8::describeCUDAAttention(const StepPlan &plan, uint64_t version,
                                       bool isDeterministic) {
  bool calls = llvm::any_of(
      plan.steps, [](const PlannedStep &step) { return step.isAttention(); });
  if (!calls)
    return "";
  return "cuDNN " + std::to_string(version / 10000) + "." +
         std::to_string(version / 100 % 100) + "." +
         std::to_string(version % 100) + ", " +
         (isDeterministic ? "the same bits in every run"
                          : "gradients of queries added in any order");
}
