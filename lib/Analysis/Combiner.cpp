//===- Combiner.cpp - what a reduction combines ---------------------------===//

#include "fp8/Analysis/KernelDomain.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::fp8;

static std::optional<CombinerKind> getKind(Operation *op) {
  if (isa<arith::AddFOp>(op))
    return CombinerKind::Sum;
  if (isa<arith::MaximumFOp>(op))
    return CombinerKind::Maximum;
  if (isa<arith::MinimumFOp>(op))
    return CombinerKind::Minimum;
  if (isa<arith::MaxUIOp>(op))
    return CombinerKind::MaxUnsigned;
  return std::nullopt;
}

std::optional<Combiner> mlir::fp8::matchCombiner(linalg::LinalgOp linalgOp,
                                                 unsigned i) {
  Block *body = linalgOp.getBlock();
  BlockArgument accumulator = body->getArgument(linalgOp.getNumDpsInputs() + i);
  Operation *op = body->getTerminator()->getOperand(i).getDefiningOp();
  // One use: then the element cannot depend on the accumulator.
  if (!op || op->getBlock() != body || !accumulator.hasOneUse() ||
      *accumulator.user_begin() != op)
    return std::nullopt;
  std::optional<CombinerKind> kind = getKind(op);
  if (!kind)
    return std::nullopt;
  bool first = op->getOperand(0) == accumulator;
  return Combiner{*kind, op->getOperand(first ? 1 : 0), op};
}
