//===- CanonicalBody.cpp - canonical form of equal kernels ----------------===//

#include "CanonicalBody.h"
#include "fp8/IR/ArithmeticBuilder.h"
#include "fp8/Numerics/Draws.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::fp8;

static void eraseUnusedConstants(Block &body) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body)))
    if (isa<arith::ConstantOp>(op) && op.use_empty())
      op.erase();
}

/// Gives each use of a constant its own copy. Two numbers that are equal by
/// chance, such as a stream number and a lane number, may share a constant in
/// this kernel but not in others.
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

/// Moves the stream number of fp8.draw ops to the high word of a 64-bit seed,
/// which is computed from a constant. Kernels that differ only in stream
/// numbers then differ only in constants. Draws with the same seed and stream
/// keep sharing Philox blocks, because they use one 64-bit seed.
void fp8::nameStreams(Block &body) {
  llvm::DenseMap<std::pair<Value, uint32_t>, Value> keys;
  for (auto draw : llvm::make_early_inc_range(body.getOps<DrawOp>())) {
    if (!draw.getSeed().getType().isInteger(32))
      continue;
    uint32_t number = numerics::getKeyStream(draw.getStream());
    Value &key = keys[{draw.getSeed(), number}];
    if (!key) {
      ArithmeticBuilder b(draw.getLoc(), draw);
      Value high = b.mul(b.extendZero(b.word(number), 64), int64_t(1) << 32);
      key = b.add(b.extendZero(draw.getSeed(), 64), high);
    }
    draw.getSeedMutable().assign(key);
    draw.setStream(draw.getStream() - number);
  }
}

/// Places a separate copy of the destinations and constants that an op reads
/// directly before the op. Their order then follows the order of the ops.
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

/// Sorts inputs by the order in which the body reads them.
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
