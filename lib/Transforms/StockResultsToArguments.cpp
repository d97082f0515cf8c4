//===- StockResultsToArguments.cpp - --fp8-stock-results-to-arguments -----===//
//
// Upstream's --buffer-results-to-out-params with hoisted allocations crashes
// where one buffer is two results, as of LLVM 22.1.
//
//===----------------------------------------------------------------------===//

#include "fp8/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_FP8STOCKRESULTSTOARGUMENTS
#include "fp8/Transforms/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

static LogicalResult passResults(func::FuncOp function) {
  if (!function.getBody().hasOneBlock())
    return function.emitError("unsupported by fp8-stock-results-to-arguments: "
                              "a function of more than one block");
  auto returnOp =
      cast<func::ReturnOp>(function.getBody().front().getTerminator());
  OpBuilder builder(returnOp);
  for (Value result : returnOp.getOperands()) {
    auto type = dyn_cast<MemRefType>(result.getType());
    if (!type)
      return function.emitError("unsupported by "
                                "fp8-stock-results-to-arguments: a result of "
                                "type ")
             << result.getType();
    unsigned position = function.getNumArguments();
    if (failed(function.insertArgument(position, type, {}, result.getLoc())))
      return failure();
    Value destination = function.getArgument(position);
    // The second result of a buffer finds an argument in its place.
    if (auto alloc = result.getDefiningOp<memref::AllocOp>()) {
      alloc.replaceAllUsesWith(destination);
      alloc.erase();
    } else {
      memref::CopyOp::create(builder, result.getLoc(), result, destination);
    }
  }
  unsigned numResults = function.getNumResults();
  returnOp->setOperands({});
  return function.eraseResults(BitVector(numResults, true));
}

namespace {
struct StockResultsToArguments
    : fp8::impl::FP8StockResultsToArgumentsBase<StockResultsToArguments> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function.isPublic() && !function.isExternal() &&
          failed(passResults(function)))
        return signalPassFailure();
  }
};
} // namespace
