//===- Divisors.cpp - divisions and roots of a state ----------------------===//

#include "Divisors.h"

#include "fp8/Analysis/Constants.h"
#include "fp8/Analysis/Elementwise.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// Follows the uses of a tensor, element by element, to find a division.
class DivisorFinder {
public:
  DivisorFinder() = default;
  /// Follows uses in the region of `update`. Stops where an input is added.
  DivisorFinder(UpdateOp update, const UpdateRegion &region)
      : update(update), region(&region) {}

  bool run(Value value);

private:
  void add(Value value) {
    if (seen.insert(value).second)
      worklist.push_back(value);
  }
  /// Returns true if `use` divides by its operand. Otherwise adds the results
  /// of its op to the worklist.
  bool visit(OpOperand &use);

  /// Returns true if the op of `use` adds an input element to the value, or
  /// bounds the value from below by it. The result then stays away from 0.
  bool isFilled(OpOperand &use);

  UpdateOp update;
  const UpdateRegion *region = nullptr;
  SmallVector<Value> worklist;
  llvm::DenseSet<Value> seen;
};
} // namespace

/// Returns true if the result of the op of `use` is unbounded as the operand
/// approaches 0.
static bool divides(OpOperand &use) {
  Operation *op = use.getOwner();
  if (isa<arith::DivFOp>(op))
    return use.getOperandNumber() == 1;
  if (isa<math::RsqrtOp, math::LogOp, math::Log2Op, math::Log10Op>(op))
    return true;
  if (!isa<math::PowFOp>(op) || use.getOperandNumber() != 0)
    return false;
  std::optional<double> exponent = matchFloat(op->getOperand(1));
  return !exponent || std::signbit(*exponent);
}

bool DivisorFinder::isFilled(OpOperand &use) {
  Operation *op = use.getOwner();
  if (!region ||
      !isa<arith::AddFOp, arith::MaximumFOp, arith::MaxNumFOp, math::FmaOp>(op))
    return false;
  auto inputs = update.getBody().front().getArguments().slice(
      update.getNumStates(), update.getInputs().size());
  return llvm::any_of(op->getOpOperands(), [&](OpOperand &other) {
    return other != use && llvm::any_of(inputs, [&](Value input) {
             return region->dependsOn(other.get(), input);
           });
  });
}

bool DivisorFinder::visit(OpOperand &use) {
  Operation *op = use.getOwner();
  if (divides(use))
    return true;
  if (isFilled(use))
    return false;
  if (auto update = dyn_cast<UpdateOp>(op)) {
    // Results of the update are excluded: they are new states, which are stored
    // and decoded again.
    for (auto [i, input] : llvm::enumerate(update.getInputs()))
      if (input == use.get())
        add(update.getBody().front().getArgument(update.getNumStates() + i));
    return false;
  }
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
    // Only elementwise ops are followed: a single zero code does not make a sum
    // or a norm zero.
    if (linalgOp.getNumParallelLoops() == linalgOp.getNumLoops())
      add(linalgOp.getMatchingBlockArgument(&use));
    return false;
  }
  if (auto yield = dyn_cast<linalg::YieldOp>(op)) {
    add(yield->getParentOp()->getResult(use.getOperandNumber()));
    return false;
  }
  if (OpTrait::hasElementwiseMappableTraits(op) ||
      getMovedSource(op, Move::Layout))
    for (Value result : op->getResults())
      add(result);
  return false;
}

bool DivisorFinder::run(Value value) {
  add(value);
  while (!worklist.empty())
    for (OpOperand &use : worklist.pop_back_val().getUses())
      if (visit(use))
        return true;
  return false;
}

bool mlir::fp8::isDivisor(Value value) { return DivisorFinder().run(value); }

bool mlir::fp8::isOldDivisor(UpdateOp update, const UpdateRegion &region,
                             unsigned state) {
  return DivisorFinder(update, region).run(region.getOld(state));
}

//===----------------------------------------------------------------------===//
// Differences under a root
//===----------------------------------------------------------------------===//

namespace {
/// Searches the operand of a root for a difference of states.
class RootedDifference {
public:
  RootedDifference(UpdateOp update, const UpdateRegion &region, unsigned state)
      : update(update), region(region), state(region.getOld(state)) {}

  bool contains(Value value) const;

private:
  bool isNegated(Value value) const;
  bool dependsOnStates(Value value) const;
  bool isDifference(Value kept, Value taken) const;

  mutable UpdateOp update;
  const UpdateRegion &region;
  Value state;
};
} // namespace

bool RootedDifference::isNegated(Value value) const {
  Operation *op = value.getDefiningOp();
  if (isa_and_nonnull<arith::NegFOp>(op))
    return true;
  if (!isa_and_nonnull<arith::MulFOp>(op))
    return false;
  return llvm::any_of(op->getOperands(), [&](Value factor) {
    std::optional<double> number = region.getConstant(factor);
    return number ? *number < 0 : isNegated(factor);
  });
}

bool RootedDifference::dependsOnStates(Value value) const {
  return llvm::any_of(llvm::seq(update.getNumStates()), [&](unsigned i) {
    return region.dependsOn(value, region.getOld(i));
  });
}

bool RootedDifference::isDifference(Value kept, Value taken) const {
  return dependsOnStates(kept) && dependsOnStates(taken) &&
         (region.dependsOn(kept, state) || region.dependsOn(taken, state));
}

bool RootedDifference::contains(Value value) const {
  Operation *op = value.getDefiningOp();
  if (isa_and_nonnull<arith::AddFOp, arith::SubFOp>(op)) {
    Value lhs = op->getOperand(0), rhs = op->getOperand(1);
    bool takesRhs = isa<arith::SubFOp>(op) != isNegated(rhs);
    if ((takesRhs && isDifference(lhs, rhs)) ||
        (isNegated(lhs) && isDifference(rhs, lhs)))
      return true;
    return contains(lhs) || contains(rhs);
  }
  // Only scalar factors are followed. A square or a maximum is not negative for
  // any operands.
  if (isa_and_nonnull<arith::MulFOp, arith::DivFOp>(op))
    for (auto [factor, other] : {std::pair(0, 1), std::pair(1, 0)})
      if (region.isUniform(op->getOperand(factor)))
        return contains(op->getOperand(other));
  return false;
}

bool mlir::fp8::isInRootedDifference(UpdateOp update,
                                     const UpdateRegion &region,
                                     unsigned state) {
  RootedDifference difference(update, region, state);
  return llvm::any_of(update.getBody().front(), [&](Operation &op) {
    return isa<math::SqrtOp, math::RsqrtOp, math::PowFOp, math::LogOp,
               math::Log2Op, math::Log10Op>(op) &&
           difference.contains(op.getOperand(0));
  });
}
