//===- LiftCasts.cpp - casts of elements as casts of tensors --------------===//
//
// A frontend by way of StableHLO has one linalg.generic for each clamp, product
// and cast of elements: with one op in its body it is that op, on tensors.
//
//===----------------------------------------------------------------------===//

#include "RaisePatterns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::fp8;

/// What patterns of casts look at.
static bool isPartOfCast(Operation *op) {
  return isa<arith::TruncFOp, arith::ExtFOp, arith::MaximumFOp,
             arith::MinimumFOp, arith::MaxNumFOp, arith::MinNumFOp,
             arith::MulFOp, arith::DivFOp>(op);
}

/// The op that `generic` applies to each element of its inputs, which lie as
/// its result does, or null.
static Operation *matchOneOp(linalg::GenericOp generic) {
  Block &body = *generic.getBody();
  if (generic.getNumResults() != 1 || !generic.hasPureTensorSemantics() ||
      !llvm::hasNItems(body.without_terminator(), 1) ||
      generic.getNumParallelLoops() != generic.getNumLoops() ||
      !llvm::all_of(generic.getIndexingMapsArray(),
                    [](AffineMap map) { return map.isIdentity(); }))
    return nullptr;
  Operation *op = &body.front();
  if (!isPartOfCast(op) ||
      body.getTerminator()->getOperand(0) != op->getResult(0))
    return nullptr;
  bool readsInit =
      llvm::is_contained(op->getOperands(), body.getArguments().back());
  bool readsOthers = llvm::any_of(op->getOperands(), [&](Value operand) {
    return operand.getParentBlock() != &body &&
           !matchPattern(operand, m_Constant());
  });
  return readsInit || readsOthers ? nullptr : op;
}

/// Replaces `generic` by `op` on tensors.
static Operation *lift(linalg::GenericOp generic, Operation *op) {
  OpBuilder builder(generic);
  auto shape = cast<ShapedType>(generic.getResult(0).getType());
  IRMapping mapping;
  for (auto [argument, input] :
       llvm::zip(generic.getBody()->getArguments(), generic.getInputs()))
    mapping.map(argument, input);
  for (Value operand : op->getOperands()) {
    TypedAttr number;
    if (mapping.contains(operand) ||
        !matchPattern(operand, m_Constant(&number)))
      continue;
    auto splat = DenseElementsAttr::get(shape.clone(number.getType()),
                                        ArrayRef<Attribute>(number));
    mapping.map(operand,
                arith::ConstantOp::create(builder, operand.getLoc(), splat));
  }
  Operation *lifted = builder.clone(*op, mapping);
  lifted->getResult(0).setType(shape);
  generic.getResult(0).replaceAllUsesWith(lifted->getResult(0));
  generic.erase();
  return lifted;
}

static bool isCastToCodes(Operation *op) {
  return isa<arith::TruncFOp>(op) && isOfCodes(op->getResult(0).getType());
}

/// Lifts a cast, then what its operand is made of. Other casts to codes are
/// lifted for themselves.
static void liftFrom(linalg::GenericOp cast) {
  SmallVector<linalg::GenericOp> worklist = {cast};
  while (!worklist.empty()) {
    linalg::GenericOp next = worklist.pop_back_val();
    Operation *lifted = lift(next, matchOneOp(next));
    for (Value operand : lifted->getOperands()) {
      auto producer = operand.getDefiningOp<linalg::GenericOp>();
      Operation *op = producer ? matchOneOp(producer) : nullptr;
      if (op && !isCastToCodes(op) && !llvm::is_contained(worklist, producer))
        worklist.push_back(producer);
    }
  }
}

void mlir::fp8::liftCasts(Operation *root) {
  SmallVector<linalg::GenericOp> casts;
  root->walk([&](linalg::GenericOp generic) {
    Operation *op = matchOneOp(generic);
    if (op && isCastToCodes(op))
      casts.push_back(generic);
  });
  llvm::for_each(casts, liftFrom);
}
