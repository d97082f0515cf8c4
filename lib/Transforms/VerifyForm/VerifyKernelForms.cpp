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
#include "mlir/Interfaces/ViewLikeInterface.h"

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

static bool isResult(func::FuncOp function, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && function.getArgAttr(argument.getArgNumber(),
                                         FP8Dialect::kResultAttrName);
}

/// A state is one buffer, which the caller has: nothing but a result keeps its
/// old value elsewhere, and its new one is made where it lies.
static LogicalResult verifyInPlace(func::FuncOp function, Operation &op) {
  auto alloc = dyn_cast<memref::AllocOp>(op);
  std::optional<std::pair<Value, Value>> copy = matchCopy(&op);
  if (!alloc && !copy)
    return success();
  for (BlockArgument state : getStates(function)) {
    auto report = [&](StringRef what) {
      InFlightDiagnostic diag =
          op.emitError("unsupported ")
          << what << " of the state '"
          << getArgumentName(function, state.getArgNumber()) << "' in form 4b";
      diag.attachNote() << "supported: kernels that read and write the "
                           "argument where it is";
      diag.attachNote() << "this is likely due to --fp8-update-in-place";
      return diag;
    };
    if (copy && isWholeArgument(copy->first, state) &&
        !isResult(function, copy->second))
      return report("copy");
    if (alloc && llvm::any_of(alloc->getUsers(), [&](Operation *user) {
          std::optional<std::pair<Value, Value>> copy = matchCopy(user);
          return copy && (isWholeArgument(copy->first, state) ||
                          isWholeArgument(copy->second, state));
        }))
      return report("allocation");
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
      emitError(function.getLoc(), "expected one block in form ") << rules.name;
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
