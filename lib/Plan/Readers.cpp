//===- Readers.cpp - who reads a tensor -----------------------------------===//

#include "BufferPlaces.h"
#include "fp8/IR/FP8.h"
#include "fp8/Utils/Views.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mlir::fp8;

bool mlir::fp8::isOfGemm(Value value) {
  value = getViewRoot(value);
  if (value.getDefiningOp<GemmOp>())
    return true;
  SmallVector<Value> values = {value};
  while (!values.empty())
    for (OpOperand &use : values.pop_back_val().getUses()) {
      Operation *user = use.getOwner();
      if (isa<GemmOp>(user))
        return true;
      if (isView(use))
        values.push_back(user->getResult(0));
    }
  return false;
}

bool mlir::fp8::addReaders(OpOperand &use, Block *block,
                           SmallVectorImpl<OpOperand *> &readers) {
  SmallVector<OpOperand *> uses = {&use};
  while (!uses.empty()) {
    OpOperand *next = uses.pop_back_val();
    Operation *user = next->getOwner();
    if (user->getBlock() != block)
      return false;
    if (isView(*next)) {
      for (OpOperand &viewUse : user->getUses())
        uses.push_back(&viewUse);
      continue;
    }
    auto insert = dyn_cast<tensor::InsertSliceOp>(user);
    auto op = dyn_cast<DestinationStyleOpInterface>(user);
    if (!isa<bufferization::MaterializeInDestinationOp>(user) &&
        !(insert && next == &insert.getSourceMutable()) &&
        !(isa<KernelOp, GemmOp>(user) && op.isDpsInput(next)))
      return false;
    readers.push_back(next);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Many readers
//===----------------------------------------------------------------------===//

/// How many ops may read a tensor before their number is felt.
static constexpr unsigned kManyReaders = 32;

/// The uses by which `value` is only read, whole or in part, before the kernel
/// that writes over it, if one does; none where the analysis has to know of
/// more.
static SmallVector<OpOperand *> getReaders(Value value, Block *block) {
  auto isWritten = [](OpOperand &use) {
    auto kernel = dyn_cast<KernelOp>(use.getOwner());
    return kernel && kernel.isDpsInit(&use);
  };
  Operation *writer = nullptr;
  for (OpOperand &use : value.getUses())
    if (isWritten(use)) {
      if (writer || use.getOwner()->getBlock() != block)
        return {};
      writer = use.getOwner();
    }
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : value.getUses()) {
    // The analysis finds whether it may write over what it reads.
    if (use.getOwner() == writer)
      continue;
    SmallVector<OpOperand *> readers;
    if (!addReaders(use, block, readers))
      return {};
    for (OpOperand *reader : readers)
      if (writer && !reader->getOwner()->isBeforeInBlock(writer))
        return {};
    uses.push_back(&use);
  }
  return uses;
}

/// Gives `result` a buffer that no other op is asked to write to. Returns
/// whether it has one.
static bool hasBufferOfItsOwn(OpBuilder &b, OpResult result) {
  auto op = cast<DestinationStyleOpInterface>(result.getOwner());
  OpOperand *init = op.getDpsInitOperand(result.getResultNumber());
  auto empty = init->get().getDefiningOp<tensor::EmptyOp>();
  if (!empty)
    return false;
  if (!empty->hasOneUse()) {
    b.setInsertionPoint(op);
    init->set(b.clone(*empty)->getResult(0));
  }
  return true;
}

void mlir::fp8::separateReaders(func::FuncOp function) {
  Block *block = &function.front();
  SmallVector<Value> values;
  auto add = [&](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (type && type.hasStaticShape() &&
        getReaders(value, block).size() > kManyReaders)
      values.push_back(value);
  };
  llvm::for_each(function.getArguments(), add);
  for (Operation &op : *block)
    if (isa<KernelOp, GemmOp>(op))
      llvm::for_each(op.getResults(), add);
  OpBuilder b(function);
  for (Value value : values) {
    auto result = dyn_cast<OpResult>(value);
    if (result && !hasBufferOfItsOwn(b, result))
      continue;
    SmallVector<OpOperand *> readers = getReaders(value, block);
    auto type = cast<RankedTensorType>(value.getType());
    b.setInsertionPointAfterValue(value);
    Value buffer = bufferization::ToBufferOp::create(
        b, value.getLoc(),
        MemRefType::get(type.getShape(), type.getElementType()), value,
        /*read_only=*/true);
    for (OpOperand *reader : readers) {
      b.setInsertionPoint(reader->getOwner());
      reader->set(bufferization::ToTensorOp::create(b, value.getLoc(), type,
                                                    buffer, /*restrict=*/true));
    }
  }
}
