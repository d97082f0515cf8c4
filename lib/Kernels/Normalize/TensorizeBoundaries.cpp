//===- TensorizeBoundaries.cpp - --fp8-tensorize-boundaries ---------------===//

#include "fp8/Kernels/Passes.h"
#include "fp8/Utils/ArgumentAttributes.h"
#include "fp8/Utils/FunctionUses.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_TENSORIZEBOUNDARIESPASS
#include "fp8/Kernels/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

/// Returns the type that replaces `type` at the function boundary. A scalar
/// becomes a rank-0 tensor. A tensor in which a dimension other than the first
/// is 0 becomes an empty rank-1 tensor, because MemRefType finds no strides for
/// it.
static Type getBoundaryType(Type type) {
  if (type.isIntOrIndexOrFloat())
    return RankedTensorType::get({}, type);
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (tensor && tensor.hasStaticShape() && tensor.getRank() > 1 &&
      llvm::is_contained(tensor.getShape().drop_front(), 0))
    return RankedTensorType::get({0}, tensor.getElementType());
  return type;
}

/// Converts `value` between the type at the function boundary and the type
/// inside the function, to `type`.
static Value crossBoundary(OpBuilder &builder, Location loc, Value value,
                           Type type) {
  if (type.isIntOrIndexOrFloat())
    return tensor::ExtractOp::create(builder, loc, value, ValueRange());
  if (value.getType().isIntOrIndexOrFloat())
    return tensor::FromElementsOp::create(builder, loc, type, value);
  return tensor::EmptyOp::create(builder, loc, type, ValueRange());
}

/// Removes the shard attribute from empty tensors, because they have no rows at
/// the function boundary that ranks could hold.
static void dropEmptyShards(func::FuncOp function) {
  auto isEmpty = [](Type type) {
    return isa<RankedTensorType>(type) && type != getBoundaryType(type);
  };
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
    if (isEmpty(function.getArgumentTypes()[i]))
      function.removeArgAttr(i, FP8Dialect::kShardAttrName);
  for (unsigned i = 0, e = function.getNumResults(); i < e; ++i)
    if (isEmpty(function.getResultTypes()[i]))
      function.removeResultAttr(i, StringAttr::get(function.getContext(),
                                                   FP8Dialect::kShardAttrName));
}

static void passTensors(func::FuncOp function) {
  dropEmptyShards(function);
  OpBuilder builder(function.getBody());
  for (BlockArgument argument : function.getArguments()) {
    Type type = argument.getType(), boundary = getBoundaryType(type);
    if (type == boundary)
      continue;
    argument.setType(boundary);
    Value inside = crossBoundary(builder, argument.getLoc(), argument, type);
    argument.replaceAllUsesExcept(inside, inside.getDefiningOp());
  }
  function.walk([&](func::ReturnOp op) {
    builder.setInsertionPoint(op);
    for (OpOperand &operand : op->getOpOperands()) {
      Type type = operand.get().getType(), boundary = getBoundaryType(type);
      if (type != boundary)
        operand.set(
            crossBoundary(builder, op.getLoc(), operand.get(), boundary));
    }
  });
  auto boundary = [](TypeRange types) {
    return llvm::map_to_vector(types, getBoundaryType);
  };
  function.setFunctionType(
      builder.getFunctionType(boundary(function.getArgumentTypes()),
                              boundary(function.getResultTypes())));
  ArgumentAttributes attributes(function);
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
    attributes.set(i, bufferization::BufferizationDialect::kWritableAttrName,
                   builder.getBoolAttr(false));
}

namespace {
struct TensorizeBoundaries
    : fp8::impl::TensorizeBoundariesPassBase<TensorizeBoundaries> {
  void runOnOperation() override {
    SmallVector<func::FuncOp> functions;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function.isPublic())
        functions.push_back(function);
    if (failed(verifyNoUses(getOperation(), functions, getArgument(),
                            "which is public")))
      return signalPassFailure();
    for (func::FuncOp function : functions)
      if (!function.isExternal())
        passTensors(function);
  }
};
} // namespace
