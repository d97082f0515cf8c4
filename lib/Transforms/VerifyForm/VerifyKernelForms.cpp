//===- VerifyKernelForms.cpp - forms 4a and 4b ----------------------------===//

#include "VerifyKernelForms.h"
#include "fp8/Analysis/Buckets.h"
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

/// After so many errors the reader knows.
static constexpr unsigned kMaxErrors = 20;

namespace {
/// What may stand in the functions of a form, and whom to ask otherwise.
struct FormRules {
  StringRef name;
  bool (*isAllowed)(Operation *);
  StringRef supported;
  StringRef culprit;
};
} // namespace

static bool isFused(Operation *op) {
  return isa<func::ReturnOp, KernelOp, GemmOp, arith::ConstantOp,
             tensor::EmptyOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp,
             tensor::CastOp, tensor::ExtractSliceOp, tensor::InsertSliceOp,
             BarrierOp>(op);
}

static bool isPlanned(Operation *op) {
  if (isa<func::ReturnOp, KernelOp, LaunchOp, GemmOp, memref::GetGlobalOp>(op))
    return true;
  if (isa<arith::ConstantOp>(op))
    return !isa<ShapedType>(op->getResult(0).getType());
  return isa<ViewLikeOpInterface>(op) && op->getNumResults() == 1 &&
         isa<MemRefType>(op->getResult(0).getType());
}

static constexpr FormRules kFused = {
    "4a", isFused,
    "supported outside of fp8.kernel: fp8.gemm, fp8.barrier, arith.constant, "
    "tensor.empty, reshapes and slices",
    "--fp8-fuse"};

static constexpr FormRules kPlanned = {
    "4b", isPlanned,
    "supported: fp8.kernel, fp8.launch, fp8.gemm, scalar constants and views "
    "of arguments and of the arena",
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

/// The states of form 4b.
static SmallVector<BlockArgument> getStates(func::FuncOp function) {
  SmallVector<BlockArgument> states;
  for (BlockArgument argument : function.getArguments())
    if (function.getArgAttr(argument.getArgNumber(),
                            FP8Dialect::kInPlaceAttrName))
      states.push_back(argument);
  return states;
}

/// The source and the destination of an op that only copies.
static std::optional<std::pair<Value, Value>> matchCopy(Operation *op) {
  if (auto copy = dyn_cast<memref::CopyOp>(op))
    return std::make_pair(copy.getSource(), copy.getTarget());
  auto kernel = dyn_cast<KernelOp>(op);
  if (!kernel || !kernel.isBufferized() || kernel.getInputs().size() != 1 ||
      kernel.getInits().size() != 1)
    return std::nullopt;
  Value yielded = kernel.getYield().getValues().front();
  if (auto generic = yielded.getDefiningOp<linalg::GenericOp>())
    if (llvm::hasSingleElement(*generic.getBody()) &&
        generic.getNumDpsInputs() == 1 && generic.getNumDpsInits() == 1 &&
        generic.getIndexingMapsArray().front() ==
            generic.getIndexingMapsArray().back()) {
      auto element = dyn_cast<BlockArgument>(
          generic.getBody()->getTerminator()->getOperand(0));
      if (element && element.getArgNumber() == 0)
        yielded = generic.getDpsInputs().front();
    }
  if (yielded != kernel.getBody().getArgument(0))
    return std::nullopt;
  return std::make_pair(kernel.getInputs().front(), kernel.getInits().front());
}

namespace {
/// What happens to the states of a function, op by op.
class StateVerifier {
public:
  explicit StateVerifier(func::FuncOp function);

  /// A state is one buffer, which the caller has: its new value is made there,
  /// or copied there from where it is; its old value is copied only where
  /// somebody overwrites it or the copy later. Called for the ops in order.
  LogicalResult verify(Operation &op);

private:
  /// The state that `value` is all of.
  BlockArgument getState(Value value) const;
  bool isResult(Value value);
  LogicalResult verifyAlloc(memref::AllocOp alloc);
  LogicalResult verifyCopy(Operation &op);
  LogicalResult verifyWrites(Operation &op);
  InFlightDiagnostic report(Operation &op, StringRef what, BlockArgument state);

  func::FuncOp function;
  llvm::SmallDenseSet<Value> states;
  /// The last op that writes to each buffer.
  DenseMap<Value, Operation *> lastWriters;
  /// States that nobody has read since they were overwritten.
  DenseMap<Value, Operation *> unread;
};
} // namespace

/// What `value` is a view of, whole or in part.
static Value getBuffer(Value value) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
    value = view.getViewSource();
  return value;
}

/// Calls `visit` with the effects of `op` on memory and the buffers they are
/// on.
static void forEachEffect(
    Operation &op,
    function_ref<void(const MemoryEffects::EffectInstance &, Value)> visit) {
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface)
    return;
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  for (const MemoryEffects::EffectInstance &effect : effects)
    if (Value value = effect.getValue())
      visit(effect, getBuffer(value));
}

StateVerifier::StateVerifier(func::FuncOp function) : function(function) {
  for (BlockArgument state : getStates(function))
    states.insert(state);
  if (states.empty())
    return;
  for (Operation &op : function.front())
    forEachEffect(op, [&](const auto &effect, Value buffer) {
      if (isa<MemoryEffects::Write>(effect.getEffect()))
        lastWriters[buffer] = &op;
    });
}

BlockArgument StateVerifier::getState(Value value) const {
  Value buffer = getBuffer(value);
  if (!states.contains(buffer))
    return {};
  auto argument = cast<BlockArgument>(buffer);
  return isWholeArgument(value, argument) ? argument : BlockArgument();
}

bool StateVerifier::isResult(Value value) {
  auto argument = dyn_cast<BlockArgument>(getBuffer(value));
  return argument && function.getArgAttr(argument.getArgNumber(),
                                         FP8Dialect::kResultAttrName);
}

InFlightDiagnostic StateVerifier::report(Operation &op, StringRef what,
                                         BlockArgument state) {
  InFlightDiagnostic diag = op.emitError("unsupported ")
                            << what << " of the state '"
                            << getArgumentName(function, state.getArgNumber())
                            << "' in form 4b";
  diag.attachNote() << "supported: kernels that read and write the argument "
                       "where it is, and copies of its old value before it, or "
                       "the copy, is overwritten";
  diag.attachNote() << "this is likely due to --fp8-update-in-place";
  return diag;
}

LogicalResult StateVerifier::verifyAlloc(memref::AllocOp alloc) {
  for (Operation *user : alloc->getUsers())
    if (std::optional<std::pair<Value, Value>> copy = matchCopy(user))
      for (Value value : {copy->first, copy->second})
        if (BlockArgument state = getState(value))
          return report(*alloc, "allocation", state);
  return success();
}

LogicalResult StateVerifier::verifyCopy(Operation &op) {
  std::optional<std::pair<Value, Value>> copy = matchCopy(&op);
  BlockArgument state = copy ? getState(copy->first) : BlockArgument();
  if (!state || isResult(copy->second) || getState(copy->second))
    return success();
  bool isNeeded = llvm::any_of(
      std::array<Value, 2>{state, getBuffer(copy->second)}, [&](Value buffer) {
        Operation *writer = lastWriters.lookup(buffer);
        return writer && op.isBeforeInBlock(writer);
      });
  return isNeeded ? success() : report(op, "copy", state);
}

/// Who overwrites all of a state that nobody has read since somebody else wrote
/// to it has lost a value.
LogicalResult StateVerifier::verifyWrites(Operation &op) {
  SmallVector<BlockArgument> written;
  forEachEffect(op, [&](const auto &effect, Value buffer) {
    if (isa<MemoryEffects::Read>(effect.getEffect()))
      unread.erase(buffer);
    else if (BlockArgument state = getState(effect.getValue()))
      written.push_back(state);
  });
  for (BlockArgument state : written) {
    auto [first, inserted] = unread.try_emplace(state, &op);
    if (inserted)
      continue;
    InFlightDiagnostic diag = report(op, "write", state);
    diag.attachNote(first->second->getLoc())
        << "what this op writes to it is overwritten before it is read";
    return diag;
  }
  return success();
}

LogicalResult StateVerifier::verify(Operation &op) {
  if (states.empty())
    return success();
  if (auto alloc = dyn_cast<memref::AllocOp>(op))
    return verifyAlloc(alloc);
  if (failed(verifyCopy(op)))
    return failure();
  return verifyWrites(op);
}

LogicalResult fp8::verifyStates(func::FuncOp function) {
  StateVerifier verifier(function);
  for (Operation &op : function.front())
    if (!isa<memref::AllocOp>(op) && failed(verifier.verify(op)))
      return failure();
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
      emitError(function.getLoc(), "expected one block in form ") << rules.name;
      ++errors;
      continue;
    }
    StateVerifier states(function);
    for (Operation &op : function.getBody().front()) {
      if (failed(states.verify(op))) {
        if (++errors == kMaxErrors)
          return failure();
        continue;
      }
      if (rules.isAllowed(&op))
        continue;
      InFlightDiagnostic diag = op.emitError("unsupported op '")
                                << op.getName() << "' in form " << rules.name;
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
        (failed(verifyBuckets(function)) || failed(verifyStreams(function))))
      return failure();
  return success();
}
