//===- VerifyKernelForms.cpp - Fused and Planned form ---------------------===//

#include "fp8/Inspect/VerifyKernelForms.h"
#include "fp8/Analysis/Buckets.h"
#include "fp8/Analysis/Exchange.h"
#include "fp8/Analysis/LibraryCall.h"
#include "fp8/Analysis/StepOrder.h"
#include "fp8/Analysis/StepReport.h"
#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::fp8;

/// Upper bound of the errors reported.
static constexpr unsigned kMaxErrors = 20;

namespace {
/// The ops allowed in the functions of a form, and the pass that is likely at
/// fault otherwise.
struct FormRules {
  StringRef name;
  bool (*isAllowed)(Operation *);
  StringRef supported;
  StringRef culprit;
};
} // namespace

static bool isFused(Operation *op) {
  return isExchange(op) || isLibraryCall(op) ||
         isa<func::ReturnOp, KernelOp, arith::ConstantOp, tensor::EmptyOp,
             tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp,
             tensor::ExtractSliceOp, tensor::InsertSliceOp, BarrierOp>(op);
}

static bool isPlanned(Operation *op) {
  if (isExchange(op) || isLibraryCall(op) ||
      isa<func::ReturnOp, KernelOp, LaunchOp, memref::GetGlobalOp>(op))
    return true;
  if (isa<arith::ConstantOp>(op))
    return !isa<ShapedType>(op->getResult(0).getType());
  return isa<ViewLikeOpInterface>(op) && op->getNumResults() == 1 &&
         isa<MemRefType>(op->getResult(0).getType());
}

static constexpr FormRules kFused = {
    "Fused", isFused,
    "supported outside of fp8.kernel: fp8.gemm, fp8.attention, "
    "fp8.attention_backward, fp8.all_gather, fp8.all_to_all, fp8.barrier, "
    "arith.constant, tensor.empty, reshapes and "
    "slices",
    "--fp8-fuse"};

static constexpr FormRules kPlanned = {
    "Planned", isPlanned,
    "supported: fp8.kernel, fp8.launch, fp8.gemm, fp8.attention, "
    "fp8.attention_backward, fp8.all_gather, fp8.all_to_all, scalar constants "
    "and views of arguments and of the arena",
    "--fp8-bufferize-kernels"};

bool fp8::isWholeArgument(Value value, BlockArgument argument) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>()) {
    if (!isa<memref::CastOp, memref::ExpandShapeOp, memref::CollapseShapeOp>(
            view))
      break;
    value = view.getViewSource();
  }
  return value == argument;
}

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

/// Returns the states of a function in Planned form: the arguments with
/// `fp8.in_place`.
static SmallVector<BlockArgument> getStates(func::FuncOp function) {
  SmallVector<BlockArgument> states;
  for (BlockArgument argument : function.getArguments())
    if (function.getArgAttr(argument.getArgNumber(),
                            FP8Dialect::kInPlaceAttrName))
      states.push_back(argument);
  return states;
}

static InFlightDiagnostic report(func::FuncOp function, Operation &op,
                                 StringRef what, BlockArgument state) {
  InFlightDiagnostic diag = op.emitError("unsupported ")
                            << what << " of the state '"
                            << getArgumentName(function, state.getArgNumber())
                            << "' in Planned form";
  diag.attachNote()
      << "supported: kernels that read and write the argument in place";
  diag.attachNote() << "this is likely due to --fp8-update-in-place";
  return diag;
}

/// Reports a copy from or to a whole state, and an allocation for such a copy.
/// A state is one buffer of the caller. If its old value is needed later, a
/// kernel copies it.
static LogicalResult verifyInPlace(func::FuncOp function, Operation &op) {
  auto isCopied = [](memref::CopyOp copy, BlockArgument state) {
    return isWholeArgument(copy.getSource(), state) ||
           isWholeArgument(copy.getTarget(), state);
  };
  auto alloc = dyn_cast<memref::AllocOp>(op);
  auto copy = dyn_cast<memref::CopyOp>(op);
  if (!alloc && !copy)
    return success();
  for (BlockArgument state : getStates(function)) {
    if (copy && isCopied(copy, state))
      return report(function, op, "copy", state);
    if (alloc && llvm::any_of(alloc->getUsers(), [&](Operation *user) {
          auto copy = dyn_cast<memref::CopyOp>(user);
          return copy && isCopied(copy, state);
        }))
      return report(function, op, "allocation", state);
  }
  return success();
}

LogicalResult fp8::verifyStates(func::FuncOp function) {
  SmallVector<BlockArgument> states = getStates(function);
  llvm::SmallDenseSet<Value> isState(states.begin(), states.end());
  // The last write to each state whose value no op has read yet.
  DenseMap<Value, Operation *> unread;
  for (Operation &op : function.front()) {
    auto interface = dyn_cast<MemoryEffectOpInterface>(op);
    if (!interface || isState.empty())
      continue;
    SmallVector<MemoryEffects::EffectInstance> effects;
    interface.getEffects(effects);
    SmallVector<BlockArgument> written;
    for (const MemoryEffects::EffectInstance &effect : effects) {
      Value buffer = effect.getValue();
      while (auto view =
                 buffer ? buffer.getDefiningOp<ViewLikeOpInterface>() : nullptr)
        buffer = view.getViewSource();
      if (!isState.contains(buffer))
        continue;
      auto state = cast<BlockArgument>(buffer);
      if (isa<MemoryEffects::Read>(effect.getEffect()))
        unread.erase(state);
      else if (isWholeArgument(effect.getValue(), state))
        written.push_back(state);
    }
    for (BlockArgument state : written) {
      auto [first, isFirst] = unread.try_emplace(state, &op);
      if (isFirst)
        continue;
      InFlightDiagnostic diag = report(function, op, "write", state);
      diag.attachNote(first->second->getLoc())
          << "the value that this op writes is overwritten before it is read";
      return diag;
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

static LogicalResult verifyFunctions(ModuleOp module, const FormRules &rules) {
  unsigned errors = 0;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!isStepFunction(function))
      continue;
    if (!function.getBody().hasOneBlock()) {
      emitError(function.getLoc(), "expected one block in ")
          << rules.name << " form";
      ++errors;
      continue;
    }
    for (Operation &op : function.getBody().front()) {
      if (failed(verifyInPlace(function, op))) {
        if (++errors == kMaxErrors)
          return failure();
        continue;
      }
      if (rules.isAllowed(&op))
        continue;
      InFlightDiagnostic diag = op.emitError("unsupported op '")
                                << op.getName() << "' in " << rules.name
                                << " form";
      diag.attachNote() << rules.supported;
      diag.attachNote() << "this is likely due to " << rules.culprit;
      if (++errors == kMaxErrors)
        return diag;
    }
  }
  return success(errors == 0);
}

LogicalResult fp8::verifyFusedForm(ModuleOp module) {
  return verifyFunctions(module, kFused);
}

LogicalResult fp8::verifyPlannedForm(ModuleOp module) {
  if (failed(verifyFunctions(module, kPlanned)))
    return failure();
  for (auto function : module.getOps<func::FuncOp>())
    if (isStepFunction(function) &&
        (failed(verifyStates(function)) || failed(verifyBuckets(function)) ||
         failed(verifyStreams(function))))
      return failure();
  return success();
}
