//===- ExpandInCopy.cpp - ops that the evaluator expands ------------------===//

#include "ExpandInCopy.h"
#include "fp8/IR/DecomposeAttention.h"
#include "fp8/IR/FP8.h"

using namespace mlir;
using namespace mlir::fp8;

FailureOr<OwningOpRef<ModuleOp>> reference::expandInCopy(ModuleOp module) {
  bool isExpanded =
      module
          .walk([](Operation *op) {
            return op->hasTrait<OptimizerTrait>() || isAttention(op)
                       ? WalkResult::interrupt()
                       : WalkResult::advance();
          })
          .wasInterrupted();
  if (!isExpanded)
    return OwningOpRef<ModuleOp>();
  OwningOpRef<ModuleOp> copy = module.clone();
  expandOptimizers(*copy);
  if (failed(decomposeAttention(*copy)))
    return failure();
  return copy;
}
