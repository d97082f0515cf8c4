//===- StockResultsToArguments.cpp - --fp8-stock-results-to-arguments -----===//
//
// Upstream's --buffer-results-to-out-params with hoisted allocations crashes
// where one buffer is two results, as of LLVM 22.1.
//
//===----------------------------------------------------------------------===//

#include "../AddedNames.h"
#include "../ArgumentAttributes.h"
#include "../VerifyForm/VerifyKernelForms.h"
#include "fp8/Analysis/StatePairing.h"
#include "fp8/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_FP8STOCKRESULTSTOARGUMENTS
#include "fp8/Transforms/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

static LogicalResult checkInPlace(func::FuncOp function, Value result,
                                  BlockArgument argument) {
  auto isCopied = [&](Operation *user) {
    auto copy = dyn_cast<memref::CopyOp>(user);
    return copy && isWholeArgument(copy.getSource(), argument) &&
           copy.getTarget().getDefiningOp<memref::AllocOp>();
  };
  if (isWholeArgument(result, argument) &&
      llvm::none_of(argument.getUsers(), isCopied))
    return success();
  InFlightDiagnostic diag =
      mlir::emitError(result.getLoc())
      << "unsupported: the state '"
      << getArgumentName(function, argument.getArgNumber())
      << "' cannot be updated in place";
  diag.attachNote() << "its old value is read by an op that depends on the new "
                       "one, or by the update at other elements than those it "
                       "writes";
  return diag;
}

/// Whether `result` lies in a buffer of its own: the update reads the state at
/// other elements than those it writes, and a copy at the end is right.
static bool isMadeElsewhere(Value result) {
  while (auto view = result.getDefiningOp<ViewLikeOpInterface>())
    result = view.getViewSource();
  return static_cast<bool>(result.getDefiningOp<memref::AllocOp>());
}

static void markInPlace(func::FuncOp function,
                        ArrayRef<std::optional<unsigned>> updated) {
  ArgumentAttributes attributes(function);
  for (std::optional<unsigned> argument : updated)
    if (argument)
      attributes.set(*argument, FP8Dialect::kInPlaceAttrName,
                     UnitAttr::get(function.getContext()));
}

/// Lets `destination` be the buffer that `result` is, or is a reshape of, if it
/// has one of its own. Whether it did.
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
                     "unsupported by fp8-stock-results-to-arguments: "
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
                       "fp8-stock-results-to-arguments: a result of "
                       "type ")
             << result.getType();
    if (updated[i]) {
      BlockArgument argument = function.getArgument(*updated[i]);
      if (isMadeElsewhere(result) && type == argument.getType()) {
        remark::missed(result.getLoc(),
                       remark::RemarkOpts::name("in-place").category("fp8"))
            << ("the state '" +
                Twine(getArgumentName(function, argument.getArgNumber())) +
                "' is made elsewhere and copied")
                   .str();
        memref::CopyOp::create(builder, result.getLoc(), result, argument);
        continue;
      }
      if (failed(checkInPlace(function, result, argument)))
        return failure();
      continue;
    }
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
    // The second result of a buffer finds an argument in its place.
    if (!replaceBuffer(result, destination))
      memref::CopyOp::create(builder, result.getLoc(), result, destination);
  }
  unsigned numResults = function.getNumResults();
  returnOp->setOperands({});
  return function.eraseResults(BitVector(numResults, true));
}

namespace {
struct StockResultsToArguments
    : fp8::impl::FP8StockResultsToArgumentsBase<StockResultsToArguments> {
  using FP8StockResultsToArgumentsBase::FP8StockResultsToArgumentsBase;

  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function.isPublic() && !function.isExternal() &&
          failed(passResults(function, updateInPlace)))
        return signalPassFailure();
  }
};
} // namespace
