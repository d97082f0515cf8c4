//===- Shard.cpp - --fp8-shard --------------------------------------------===//

#include "ShardRewriter.h"

#include "fp8/Analysis/Entry.h"
#include "fp8/Analysis/StatePairing.h"
#include "fp8/Inspect/VerifyRanks.h"
#include "fp8/Utils/FunctionUses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_SHARDPASS
#include "fp8/Shard/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {
struct Shard : fp8::impl::ShardPassBase<Shard> {
  using ShardPassBase::ShardPassBase;

  void runOnOperation() override {
    if (failed(shard()))
      signalPassFailure();
  }

private:
  LogicalResult shard();
  ShardPassOptions getOptions() const;
};
} // namespace

ShardPassOptions Shard::getOptions() const {
  ShardPassOptions options;
  options.policy = policy;
  options.minElements = minElements;
  options.unit = unit;
  llvm::append_range(options.override, override);
  return options;
}

/// Returns the arguments that hold rows between steps.
static SmallVector<unsigned>
findCutArguments(const ShardPlan &plan, ShardPolicy policy,
                 MutableArrayRef<ShardRewriter> rewriters, func::FuncOp step) {
  SmallVector<unsigned> arguments;
  for (const ShardGroup &group : plan.groups)
    if (group.isCut)
      llvm::append_range(arguments, group.arguments);
  llvm::sort(arguments);
  if (policy == ShardPolicy::Zero3)
    return arguments;
  llvm::erase_if(arguments, [&](unsigned argument) {
    auto kind = step.getArgAttrOfType<StateKindAttr>(
        argument, FP8Dialect::kStateAttrName);
    return (kind && kind.getValue() == StateKind::Param) ||
           llvm::any_of(rewriters, [&](ShardRewriter &rewriter) {
             return rewriter.isReadWhole(argument);
           });
  });
  return arguments;
}

/// Checks that all functions of the step have the same arguments and return the
/// same states. Otherwise a state would be divided in one function and whole in
/// another.
static LogicalResult checkStates(ArrayRef<func::FuncOp> functions) {
  func::FuncOp step = functions.front();
  auto getStates = [](func::FuncOp func) {
    llvm::SmallBitVector states(func.getNumArguments());
    for (std::optional<unsigned> argument : getUpdatedArguments(func))
      if (argument)
        states.set(*argument);
    return states;
  };
  llvm::SmallBitVector states = getStates(step);
  for (func::FuncOp func : functions.drop_front()) {
    if (func.getArgumentTypes() != step.getArgumentTypes()) {
      InFlightDiagnostic diag = emitError(func.getLoc())
                                << "expected the arguments of @"
                                << func.getName() << " to be of the types "
                                << "of the arguments of @" << step.getName();
      diag.attachNote(step.getLoc()) << "@" << step.getName() << " is here";
      return diag;
    }
    llvm::SmallBitVector difference = getStates(func);
    difference ^= states;
    if (difference.none())
      continue;
    InFlightDiagnostic diag =
        emitError(func.getLoc())
        << "expected @" << func.getName() << " to return the same states as @"
        << step.getName() << ", but only one of them "
        << "returns '" << getArgumentName(step, difference.find_first()) << "'";
    diag.attachNote(step.getLoc()) << "@" << step.getName() << " is here";
    return diag;
  }
  return success();
}

LogicalResult Shard::shard() {
  ModuleOp module = getOperation();
  FailureOr<SmallVector<func::FuncOp>> functions = findSteps(module);
  if (failed(functions))
    return failure();
  func::FuncOp step = functions->front();
  if (failed(checkStates(*functions)))
    return failure();
  if (!getMesh(step))
    return emitError(step.getLoc(),
                     "expected 'fp8.mesh' of the module, whose ranks divide "
                     "the states, but there is none; --fp8-microbatches sets "
                     "it");
  // If a value differed between ranks, its rows on the ranks would belong to
  // different tensors.
  constexpr unsigned kMaxErrors = 20;
  if (reportRankErrors(module, kMaxErrors) != 0)
    return failure();
  if (policy == ShardPolicy::DDP || getMesh(step).getSizes().back() == 1) {
    recordDone(module, getArgument());
    return success();
  }
  llvm::IntEqClasses groups(step.getNumArguments());
  std::vector<StepFlow> flows;
  flows.reserve(functions->size());
  for (func::FuncOp func : *functions)
    flows.emplace_back(func, groups);
  groups.compress();
  FailureOr<ShardPlan> plan = ShardPlan::create(flows, groups, getOptions());
  if (failed(plan))
    return failure();
  if (plan->cutsAny()) {
    if (failed(verifyNoUsesOfSteps(*functions, getArgument())))
      return failure();
    std::vector<ShardRewriter> rewriters;
    rewriters.reserve(flows.size());
    for (StepFlow &flow : flows) {
      rewriters.emplace_back(flow, *plan);
      rewriters.back().rewriteOps();
    }
    SmallVector<unsigned> arguments =
        findCutArguments(*plan, policy, rewriters, step);
    for (ShardRewriter &rewriter : rewriters)
      rewriter.cutSignature(arguments);
  }
  recordDone(module, getArgument());
  return success();
}
