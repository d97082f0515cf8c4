//===- CanonicalBody.cpp - one form for kernels of one kind ---------------===//

#include "CanonicalBody.h"
#include "fp8/Numerics/Draws.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::fp8;

static void eraseUnusedConstants(Block &body) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body)))
    if (isa<arith::ConstantOp>(op) && op.use_empty())
      op.erase();
}

/// A constant may stand for two numbers that are equal by chance, such as the
/// number of a stream and that of a lane: other kernels have two.
void fp8::sinkConstants(Block &body) {
  for (Operation &op : llvm::make_early_inc_range(body))
    for (OpOperand &operand : op.getOpOperands()) {
      auto constant = operand.get().getDefiningOp<arith::ConstantOp>();
      if (!constant || isa<ShapedType>(constant.getType()))
        continue;
      OpBuilder builder(&op);
      operand.set(builder.clone(*constant)->getResult(0));
    }
  eraseUnusedConstants(body);
}

/// Makes draws take their stream from a constant that may differ between
/// kernels, in the high word of a seed of 64 bits. Partners share a seed.
void fp8::nameStreams(Block &body) {
  llvm::DenseMap<std::pair<Value, uint32_t>, Value> keys;
  for (auto draw : llvm::make_early_inc_range(body.getOps<DrawOp>())) {
    if (!draw.getSeed().getType().isInteger(32))
      continue;
    uint32_t number = numerics::getKeyStream(draw.getStream());
    Value &key = keys[{draw.getSeed(), number}];
    if (!key) {
      ImplicitLocOpBuilder b(draw.getLoc(), draw);
      Type i64 = b.getI64Type();
      Value stream =
          arith::ConstantOp::create(b, b.getI32IntegerAttr(int32_t(number)));
      Value high = arith::MulIOp::create(
          b, arith::ExtUIOp::create(b, i64, stream),
          arith::ConstantIntOp::create(b, int64_t(1) << 32, 64));
      key = arith::AddIOp::create(
          b, arith::ExtUIOp::create(b, i64, draw.getSeed()), high);
    }
    draw.getSeedMutable().assign(key);
    draw.setStream(draw.getStream() - number);
  }
}

/// Each op has the destinations and constants that it reads to itself, before
/// it: then their order is that of what reads them.
void fp8::sinkLocals(Block &body) {
  auto isLocal = [](Operation *op) {
    return isa_and_nonnull<tensor::EmptyOp, linalg::FillOp, arith::ConstantOp>(
        op);
  };
  for (Operation &op : llvm::make_early_inc_range(body)) {
    if (isLocal(&op))
      continue;
    OpBuilder builder(&op);
    for (OpOperand &operand : op.getOpOperands()) {
      Operation *local = operand.get().getDefiningOp();
      if (!isLocal(local))
        continue;
      IRMapping copies;
      for (Value read : local->getOperands())
        if (Operation *other = read.getDefiningOp(); isLocal(other))
          builder.clone(*other, copies);
      operand.set(builder.clone(*local, copies)->getResult(0));
    }
  }
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body)))
    if (isLocal(&op) && op.use_empty())
      op.erase();
}

/// Inputs in the order in which the body reads them, whatever shapes it had.
void fp8::sortInputs(KernelOp kernel) {
  llvm::SmallSetVector<BlockArgument, 16> order;
  unsigned numInputs = kernel.getInputs().size();
  auto add = [&](Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value);
        argument && argument.getArgNumber() < numInputs)
      order.insert(argument);
  };
  Block &body = kernel.getBody().front();
  for (Operation &op : body)
    llvm::for_each(op.getOperands(), add);
  for (Value argument : kernel.getInputArguments())
    add(argument);
  SmallVector<Value> inputs;
  for (BlockArgument argument : order)
    inputs.push_back(kernel.getInputs()[argument.getArgNumber()]);
  for (auto [i, argument] : llvm::enumerate(order.getArrayRef())) {
    Value sorted =
        body.insertArgument(i, argument.getType(), argument.getLoc());
    BlockArgument(argument).replaceAllUsesWith(sorted);
  }
  body.eraseArguments(numInputs, numInputs);
  kernel.getInputsMutable().assign(inputs);
}
