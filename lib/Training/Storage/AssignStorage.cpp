//===- AssignStorage.cpp - --fp8-assign-storage ---------------------------===//

#include "StorageRewriter.h"

#include "fp8/Analysis/Entry.h"
#include "fp8/Training/Passes.h"
#include "fp8/Utils/FunctionUses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_ASSIGNSTORAGEPASS
#include "fp8/Training/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {
struct AssignStorage : fp8::impl::AssignStoragePassBase<AssignStorage> {
  using AssignStoragePassBase::AssignStoragePassBase;

  void runOnOperation() override {
    if (failed(assign()))
      signalPassFailure();
  }

private:
  LogicalResult assign();
};
} // namespace

/// Checks that results have other names than the planes that become results,
/// because planes are found by name.
static LogicalResult checkResultNames(func::FuncOp func,
                                      const StoragePlan &plan) {
  llvm::StringSet<> results;
  for (unsigned i = 0, e = func.getNumResults(); i < e; ++i)
    results.insert(getResultName(func, i));
  for (const auto &[argument, state] : plan.states)
    for (const StatePlane &plane : llvm::drop_begin(state.getPlanes()))
      if (results.contains(plane.name))
        return emitError(func.getLoc())
               << "expected the name '" << plane.name
               << "' to be free for a plane of '" << state.name
               << "', but a result of @" << func.getName() << " has it";
  return success();
}

LogicalResult AssignStorage::assign() {
  ModuleOp module = getOperation();
  if (preset == StoragePreset::FP32 && override.empty()) {
    recordDone(module, getArgument());
    return success();
  }
  FailureOr<SmallVector<func::FuncOp>> steps = findSteps(module);
  if (failed(steps))
    return failure();
  func::FuncOp step = steps->front();
  std::vector<std::string> overrides = joinPrecisions(
      std::vector<std::string>(override.begin(), override.end()));
  FailureOr<StoragePlan> plan = planStorage(step, {preset, policy, overrides});
  if (failed(plan))
    return failure();
  if (!plan->states.empty()) {
    if (failed(verifyNoUsesOfSteps(*steps, getArgument())))
      return failure();
    for (func::FuncOp func : *steps)
      if (failed(checkResultNames(func, *plan)) ||
          failed(storeStates(func, *plan)))
        return failure();
    if (failed(addPackFunctions(step, *plan)))
      return failure();
  }
  recordDone(module, getArgument());
  return success();
}
