//===- ResultsToArguments.cpp - --fp8-results-to-arguments ----------------===//
//
// Replaces upstream's --buffer-results-to-out-params with hoisted allocations.
// As of LLVM 22.1 the upstream pass crashes if two results share a buffer.
//
//===----------------------------------------------------------------------===//

#include "AddedNames.h"
#include "fp8/Analysis/StatePairing.h"
#include "fp8/Inspect/VerifyKernelForms.h"
#include "fp8/Plan/Passes.h"
#include "fp8/Utils/ArgumentAttributes.h"
#include "fp8/Utils/FunctionUses.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Remarks.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_RESULTSTOARGUMENTSPASS
#include "fp8/Plan/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// A new state, and the argument that must hold it.
struct NewState {
  Value value;
  BlockArgument argument;
};
} // namespace

/// Copies new states that are not in the buffer of their argument, at the end
/// of the function. An update that reads other elements of the state than it
/// writes needs a separate buffer.
static LogicalResult copyStates(func::FuncOp function, OpBuilder &builder,
                                ArrayRef<NewState> states) {
  SmallVector<NewState> copied;
  llvm::copy_if(states, std::back_inserter(copied), [](NewState state) {
    return !isWholeArgument(state.value, state.argument);
  });
  for (auto [value, argument] : copied) {
    std::string name = getArgumentName(function, argument.getArgNumber());
    Location loc = value.getLoc();
    bool isOverwritten = llvm::any_of(
        copied, [buffer = memref::skipViewLikeOps(cast<MemrefValue>(value))](
                    NewState other) { return buffer == other.argument; });
    if (isOverwritten || value.getType() != argument.getType()) {
      InFlightDiagnostic diag = mlir::emitError(loc)
                                << "unsupported: the state '" << name
                                << "' cannot be updated in place";
      diag.attachNote()
          << "supported are new states that are computed in the "
             "buffer of the old one, or in a buffer that no other "
             "state is copied to";
      return diag;
    }
    remark::missed(loc, remark::RemarkOpts::name("state").category(
                            "fp8-results-to-arguments"))
        << "the state '" + name + "' is computed in another buffer and copied";
    memref::CopyOp::create(builder, loc, value, argument);
  }
  return success();
}

static void markInPlace(func::FuncOp function,
                        ArrayRef<std::optional<unsigned>> updated) {
  ArgumentAttributes attributes(function);
  for (std::optional<unsigned> argument : updated)
    if (argument)
      attributes.set(*argument, FP8Dialect::kInPlaceAttrName,
                     UnitAttr::get(function.getContext()));
}

/// If `result` is an allocation, or a reshape of one, replaces the allocation
/// by `destination`. Returns true on success.
static bool replaceBuffer(Value result, BlockArgument destination) {
  OpBuilder builder = OpBuilder::atBlockBegin(destination.getOwner());
  Value buffer = destination;
  if (auto expand = result.getDefiningOp<memref::ExpandShapeOp>()) {
    result = expand.getSrc();
    if (!result.getDefiningOp<memref::AllocOp>())
      return false;
    buffer = memref::CollapseShapeOp::create(
        builder, destination.getLoc(), cast<MemRefType>(result.getType()),
        destination, expand.getReassociation());
  }
  auto alloc = result.getDefiningOp<memref::AllocOp>();
  if (!alloc)
    return false;
  alloc.replaceAllUsesWith(buffer);
  alloc.erase();
  return true;
}

static LogicalResult passResults(func::FuncOp function, bool updateInPlace) {
  if (!function.getBody().hasOneBlock())
    return emitError(function.getLoc(),
                     "unsupported by fp8-results-to-arguments: "
                     "a function of more than one block");
  auto returnOp =
      cast<func::ReturnOp>(function.getBody().front().getTerminator());
  OpBuilder builder(returnOp);
  SmallVector<std::optional<unsigned>> updated(function.getNumResults());
  if (updateInPlace)
    updated = getUpdatedArguments(function);
  markInPlace(function, updated);
  AddedNames names(function);
  for (auto [i, result] : llvm::enumerate(returnOp.getOperands())) {
    auto type = dyn_cast<MemRefType>(result.getType());
    if (!type)
      return emitError(function.getLoc(),
                       "unsupported by "
                       "fp8-results-to-arguments: a result of "
                       "type ")
             << result.getType();
    if (updated[i])
      continue;
    unsigned position = function.getNumArguments();
    NamedAttrList attributes;
    if (updateInPlace)
      attributes.set(FP8Dialect::kResultAttrName,
                     builder.getStringAttr(getResultName(function, i)));
    names.add(position, attributes, builder);
    if (failed(function.insertArgument(
            position, type, attributes.getDictionary(builder.getContext()),
            result.getLoc())))
      return failure();
    BlockArgument destination = function.getArgument(position);
    // The first result of a shared buffer has already replaced it by an
    // argument.
    if (!replaceBuffer(result, destination))
      memref::CopyOp::create(builder, result.getLoc(), result, destination);
  }
  // Copy other results first: they may be in the old buffer of a state.
  SmallVector<NewState> states;
  for (auto [result, argument] :
       llvm::zip_equal(returnOp.getOperands(), updated))
    if (argument)
      states.push_back({result, function.getArgument(*argument)});
  if (failed(copyStates(function, builder, states)) ||
      (updateInPlace && failed(verifyStates(function))))
    return failure();
  unsigned numResults = function.getNumResults();
  returnOp->setOperands({});
  return function.eraseResults(BitVector(numResults, true));
}

namespace {
struct ResultsToArguments
    : fp8::impl::ResultsToArgumentsPassBase<ResultsToArguments> {
  using ResultsToArgumentsPassBase::ResultsToArgumentsPassBase;

  void runOnOperation() override {
    SmallVector<func::FuncOp> functions, changed;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function.isPublic() && !function.isExternal()) {
        functions.push_back(function);
        if (function.getNumResults() != 0)
          changed.push_back(function);
      }
    if (failed(verifyNoUses(getOperation(), changed, getArgument(),
                            "which is public")))
      return signalPassFailure();
    for (func::FuncOp function : functions)
      if (failed(passResults(function, updateInPlace)))
        return signalPassFailure();
  }
};
} // namespace
