//===- StockBoundaries.cpp - --fp8-stock-boundaries -----------------------===//

#include "fp8/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_FP8STOCKBOUNDARIES
#include "fp8/Transforms/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

/// What a scalar is at the boundary: a tensor of rank 0.
static Type getBoundaryType(Type type) {
  return type.isIntOrIndexOrFloat() ? RankedTensorType::get({}, type) : type;
}

static void passTensors(func::FuncOp function) {
  OpBuilder builder(function.getBody());
  for (BlockArgument argument : function.getArguments()) {
    Type type = argument.getType(), boundary = getBoundaryType(type);
    if (type == boundary)
      continue;
    argument.setType(boundary);
    auto extract = tensor::ExtractOp::create(builder, argument.getLoc(),
                                             argument, ValueRange());
    argument.replaceAllUsesExcept(extract, extract);
  }
  function.walk([&](func::ReturnOp op) {
    builder.setInsertionPoint(op);
    for (OpOperand &operand : op->getOpOperands()) {
      Type type = operand.get().getType(), boundary = getBoundaryType(type);
      if (type != boundary)
        operand.set(tensor::FromElementsOp::create(builder, op.getLoc(),
                                                   boundary, operand.get()));
    }
  });
  auto boundary = [](TypeRange types) {
    return llvm::map_to_vector(types, getBoundaryType);
  };
  function.setFunctionType(
      builder.getFunctionType(boundary(function.getArgumentTypes()),
                              boundary(function.getResultTypes())));
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
    function.setArgAttr(i,
                        bufferization::BufferizationDialect::kWritableAttrName,
                        builder.getBoolAttr(false));
}

namespace {
struct StockBoundaries : fp8::impl::FP8StockBoundariesBase<StockBoundaries> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    WalkResult result = getOperation()->walk([&](func::CallOp call) {
      auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
      if (!callee || !callee.isPublic())
        return WalkResult::advance();
      InFlightDiagnostic diag =
          call.emitError("unsupported by fp8-stock-boundaries: a call of '")
          << call.getCallee() << "', which is public";
      diag.attachNote() << "calls that are inlined or of private functions are "
                           "supported, recursion is not";
      return WalkResult::interrupt();
    });
    if (result.wasInterrupted())
      return signalPassFailure();
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function.isPublic() && !function.isExternal())
        passTensors(function);
  }
};
} // namespace
