//===- Combiner.cpp - combiners of reductions -----------------------------===//

#include "fp8/Analysis/KernelDomain.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::fp8;

static std::optional<CombinerKind> getKind(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<CombinerKind>>(op)
      .Case<arith::AddFOp>([](auto) { return CombinerKind::Sum; })
      .Case<arith::MaximumFOp>([](auto) { return CombinerKind::Maximum; })
      .Case<arith::MinimumFOp>([](auto) { return CombinerKind::Minimum; })
      .Case<arith::AddIOp>([](auto) { return CombinerKind::AddInteger; })
      .Case<arith::MaxSIOp>([](auto) { return CombinerKind::MaxSigned; })
      .Case<arith::MinSIOp>([](auto) { return CombinerKind::MinSigned; })
      .Case<arith::MaxUIOp>([](auto) { return CombinerKind::MaxUnsigned; })
      .Case<arith::MinUIOp>([](auto) { return CombinerKind::MinUnsigned; })
      .Case<arith::AndIOp>([](auto) { return CombinerKind::And; })
      .Case<arith::OrIOp>([](auto) { return CombinerKind::Or; })
      .Default([](auto) { return std::nullopt; });
}

std::optional<Combiner> mlir::fp8::matchCombiner(linalg::LinalgOp linalgOp,
                                                 unsigned i) {
  Block *body = linalgOp.getBlock();
  BlockArgument accumulator = body->getArgument(linalgOp.getNumDpsInputs() + i);
  Operation *op = body->getTerminator()->getOperand(i).getDefiningOp();
  // If the accumulator has a single use, the element cannot depend on it.
  if (!op || op->getBlock() != body || !accumulator.hasOneUse() ||
      *accumulator.user_begin() != op)
    return std::nullopt;
  std::optional<CombinerKind> kind = getKind(op);
  if (!kind)
    return std::nullopt;
  bool first = op->getOperand(0) == accumulator;
  return Combiner{*kind, op->getOperand(first ? 1 : 0), op};
}

bool mlir::fp8::hasSum(linalg::LinalgOp op) {
  for (unsigned i = 0; i < op.getNumDpsInits(); ++i)
    if (auto combiner = matchCombiner(op, i); combiner && combiner->isSum())
      return true;
  return false;
}
