//===- SplitResults.cpp - generics with several results -------------------===//

#include "SplitResults.h"

#include "BodySlice.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns true if `op` can be split. Reductions are excluded, so that several
/// of them can share the read of an operand. Results whose map is not a
/// permutation are excluded, because another operand may determine the extent
/// of a loop.
static bool isSplittable(linalg::GenericOp op) {
  if (op->getNumResults() < 2 || !op.hasPureTensorSemantics() ||
      op.getNumParallelLoops() != op.getNumLoops())
    return false;
  for (OpOperand &init : op.getDpsInitsMutable())
    if (!op.getMatchingIndexingMap(&init).isPermutation())
      return false;
  return llvm::all_of(op.getBody()->without_terminator(), [](Operation &inner) {
    return isPure(&inner) && inner.getNumRegions() == 0;
  });
}

/// Returns the ops of the body that result `number` depends on, in program
/// order. Adds the operands of `op` that these ops read to `operands`.
static llvm::SetVector<Operation *>
collectNeeded(linalg::GenericOp op, unsigned number,
              llvm::SetVector<OpOperand *> &operands) {
  Block &body = *op.getBody();
  Value yielded = body.getTerminator()->getOperand(number);
  llvm::SetVector<Operation *> needed = getBodySlice(yielded, body);
  llvm::SetVector<Value> read;
  read.insert(yielded);
  for (Operation *inner : needed)
    read.insert_range(inner->getOperands());
  for (OpOperand &operand : op->getOpOperands())
    if (read.contains(op.getMatchingBlockArgument(&operand)))
      operands.insert(&operand);
  return needed;
}

/// Creates a generic that computes only result `number` of `op`.
static Value splitResult(OpBuilder &builder, linalg::GenericOp op,
                         unsigned number) {
  llvm::SetVector<OpOperand *> operands;
  llvm::SetVector<Operation *> needed = collectNeeded(op, number, operands);
  OpOperand *init = op.getDpsInitOperand(number);
  operands.remove(init);
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (OpOperand *operand : operands) {
    inputs.push_back(operand->get());
    maps.push_back(op.getMatchingIndexingMap(operand));
  }
  maps.push_back(op.getMatchingIndexingMap(init));
  auto split = linalg::GenericOp::create(
      builder, op.getLoc(), op->getResult(number).getType(), inputs,
      init->get(), maps, op.getIteratorTypesArray(),
      [&](OpBuilder &inner, Location loc, ValueRange arguments) {
        IRMapping mapping;
        for (auto [operand, argument] :
             llvm::zip_equal(operands, arguments.drop_back()))
          mapping.map(op.getMatchingBlockArgument(operand), argument);
        mapping.map(op.getMatchingBlockArgument(init), arguments.back());
        for (Operation *original : needed)
          inner.clone(*original, mapping);
        Value yielded = op.getBody()->getTerminator()->getOperand(number);
        linalg::YieldOp::create(inner, loc, mapping.lookupOrDefault(yielded));
      });
  split->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  return split.getResult(0);
}

void mlir::fp8::splitElementwiseResults(func::FuncOp func) {
  for (auto op :
       llvm::make_early_inc_range(func.front().getOps<linalg::GenericOp>())) {
    if (!isSplittable(op))
      continue;
    OpBuilder builder(op);
    for (OpResult result : op->getResults())
      if (!result.use_empty())
        result.replaceAllUsesWith(
            splitResult(builder, op, result.getResultNumber()));
    op.erase();
  }
}
