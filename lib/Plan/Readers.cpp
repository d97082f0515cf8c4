//===- Readers.cpp - readers of a tensor ----------------------------------===//

#include "BufferPlaces.h"
#include "fp8/Analysis/Exchange.h"
#include "fp8/Analysis/LibraryCall.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/IR/FP8.h"
#include "fp8/Utils/Views.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mlir::fp8;

bool mlir::fp8::needsOneBlock(Value value) {
  auto isLibraryOp = [](Operation *op) {
    return op && (isa<GemmOp>(op) || isExchange(op));
  };
  value = getMovedRoot(value, Move::View);
  if (isLibraryOp(value.getDefiningOp()))
    return true;
  return llvm::any_of(getReads(value), [&](OpOperand *read) {
    return isLibraryOp(read->getOwner());
  });
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
        !((isa<KernelOp>(user) || isLibraryCall(user) || isExchange(user)) &&
          op.isDpsInput(next)))
      return false;
    readers.push_back(next);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Many readers
//===----------------------------------------------------------------------===//

/// Number of readers from which the quadratic time of the analysis becomes
/// noticeable.
static constexpr unsigned kManyReaders = 32;

/// Returns the uses of `value` if ops only read it, entirely or in part. One
/// kernel may overwrite it after all reads. Returns an empty list if the full
/// analysis is required.
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
    // The analysis determines whether the writer may overwrite its own input.
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

/// Gives `result` a destination of its own, which no other op writes. Returns
/// false if this is impossible because the destination is not a tensor.empty.
static bool ensureOwnBuffer(OpBuilder &b, OpResult result) {
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
    if (isa<KernelOp>(op) || isLibraryCall(&op) || isExchange(&op))
      llvm::for_each(op.getResults(), add);
  OpBuilder b(function);
  for (Value value : values) {
    auto result = dyn_cast<OpResult>(value);
    if (result && !ensureOwnBuffer(b, result))
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
