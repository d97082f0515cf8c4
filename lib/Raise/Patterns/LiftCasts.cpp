//===- LiftCasts.cpp - lifts elementwise casts to tensors -----------------===//
//
// Frontends based on StableHLO emit a separate linalg.generic for each
// elementwise clamp, multiplication and cast. Replaces a generic whose body is
// a single op by this op on tensors.
//
//===----------------------------------------------------------------------===//

#include "RaisePatterns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns true if `op` may be part of a cast pattern.
static bool isPartOfCast(Operation *op) {
  return isa<arith::TruncFOp, arith::ExtFOp, arith::MaximumFOp,
             arith::MinimumFOp, arith::MaxNumFOp, arith::MinNumFOp,
             arith::MulFOp, arith::DivFOp>(op);
}

/// Returns the only op in the body of `generic` if all indexing maps are
/// identities, else null.
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

/// Replaces `generic` by the op `op` of its body, applied to tensors.
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

/// Lifts a cast to codes and the ops that compute its operand. Some of these
/// may already be ops on tensors. Other casts to codes are lifted by separate
/// calls.
static void liftFrom(linalg::GenericOp cast) {
  SmallVector<Operation *> worklist = {cast};
  llvm::SmallPtrSet<Operation *, 8> onTensors;
  while (!worklist.empty()) {
    Operation *next = worklist.pop_back_val();
    if (auto generic = dyn_cast<linalg::GenericOp>(next))
      next = lift(generic, matchOneOp(generic));
    if (!onTensors.insert(next).second)
      continue;
    for (Value operand : next->getOperands()) {
      Operation *producer = operand.getDefiningOp();
      auto generic = dyn_cast_or_null<linalg::GenericOp>(producer);
      Operation *op = generic ? matchOneOp(generic) : producer;
      if (op && isPartOfCast(op) && !isCastToCodes(op) &&
          !llvm::is_contained(worklist, producer))
        worklist.push_back(producer);
    }
  }
}

static bool isCastOfCodes(Operation *op) {
  return isa<arith::ExtFOp>(op) && isOfCodes(op->getOperand(0).getType());
}

/// Lifts a cast from codes, and the multiplications and divisions of its
/// result.
static void liftWithFactors(linalg::GenericOp cast) {
  SmallVector<linalg::GenericOp> factors;
  for (Operation *user : cast->getUsers()) {
    auto generic = dyn_cast<linalg::GenericOp>(user);
    Operation *op = generic ? matchOneOp(generic) : nullptr;
    if (isa_and_nonnull<arith::MulFOp, arith::DivFOp>(op) &&
        !llvm::is_contained(factors, generic))
      factors.push_back(generic);
  }
  if (factors.empty())
    return;
  lift(cast, matchOneOp(cast));
  for (linalg::GenericOp factor : factors)
    lift(factor, matchOneOp(factor));
}

void mlir::fp8::liftCasts(Operation *root) {
  SmallVector<linalg::GenericOp> encodes, decodes;
  root->walk([&](linalg::GenericOp generic) {
    // Casts inside kernels must stay in generics.
    if (isa<KernelOp>(generic->getParentOp()))
      return;
    Operation *op = matchOneOp(generic);
    if (op && isCastToCodes(op))
      encodes.push_back(generic);
    else if (op && isCastOfCodes(op))
      decodes.push_back(generic);
  });
  // Lift decodes first, because an encode may read the scaled result of a
  // decode.
  llvm::for_each(decodes, liftWithFactors);
  llvm::for_each(encodes, liftFrom);
}
