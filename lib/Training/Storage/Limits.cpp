//===- Limits.cpp - limits of values --------------------------------------===//

#include "Limits.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

using Predicate = arith::CmpFPredicate;

namespace {
/// One side of a clamp.
struct Limit {
  Value value, limit;
  bool isUpper;
  bool catchesNaN;
};
} // namespace

static std::optional<Limit> matchExtremum(const UpdateRegion &region,
                                          Operation *op) {
  bool isUpper = isa<arith::MinimumFOp, arith::MinNumFOp>(op);
  if (!isUpper && !isa<arith::MaximumFOp, arith::MaxNumFOp>(op))
    return std::nullopt;
  bool catchesNaN = isa<arith::MinNumFOp, arith::MaxNumFOp>(op);
  for (unsigned i : {1, 0})
    if (region.isUniform(op->getOperand(i)))
      return Limit{op->getOperand(1 - i), op->getOperand(i), isUpper,
                   catchesNaN};
  return std::nullopt;
}

static bool isLess(Predicate predicate) {
  return llvm::is_contained(
      {Predicate::OLT, Predicate::OLE, Predicate::ULT, Predicate::ULE},
      predicate);
}

static bool isGreater(Predicate predicate) {
  return llvm::is_contained(
      {Predicate::OGT, Predicate::OGE, Predicate::UGT, Predicate::UGE},
      predicate);
}

static bool isUnordered(Predicate predicate) {
  return llvm::is_contained(
      {Predicate::ULT, Predicate::ULE, Predicate::UGT, Predicate::UGE},
      predicate);
}

/// Matches a limit that is written as a select, such as `select(x < c, c, x)`.
static std::optional<Limit> matchSelect(const UpdateRegion &region,
                                        arith::SelectOp op) {
  auto compare = op.getCondition().getDefiningOp<arith::CmpFOp>();
  if (!compare)
    return std::nullopt;
  bool isSwapped = region.isUniform(compare.getLhs());
  Value value = isSwapped ? compare.getRhs() : compare.getLhs();
  Value limit = isSwapped ? compare.getLhs() : compare.getRhs();
  Predicate predicate = compare.getPredicate();
  bool limitsBelow = isSwapped ? isGreater(predicate) : isLess(predicate);
  bool limitsAbove = isSwapped ? isLess(predicate) : isGreater(predicate);
  if (!region.isUniform(limit) || limitsBelow == limitsAbove)
    return std::nullopt;
  // The select may return the limit if the comparison is true, or if it is
  // false.
  bool ifTrue = op.getTrueValue() == limit && op.getFalseValue() == value;
  bool ifFalse = op.getTrueValue() == value && op.getFalseValue() == limit;
  if (!ifTrue && !ifFalse)
    return std::nullopt;
  return Limit{value, limit, ifTrue ? limitsAbove : limitsBelow,
               isUnordered(predicate) == ifTrue};
}

static std::optional<Limit> matchLimit(const UpdateRegion &region,
                                       Operation *op) {
  if (!op)
    return std::nullopt;
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return matchSelect(region, select);
  return matchExtremum(region, op);
}

std::optional<Clamp> mlir::fp8::matchClamp(const UpdateRegion &region,
                                           Operation *op) {
  std::optional<Limit> outer = matchLimit(region, op);
  if (!outer)
    return std::nullopt;
  std::optional<Limit> inner = matchLimit(region, outer->value.getDefiningOp());
  if (!inner || inner->isUpper == outer->isUpper)
    return std::nullopt;
  const Limit &lower = outer->isUpper ? *inner : *outer;
  const Limit &upper = outer->isUpper ? *outer : *inner;
  return Clamp{inner->value, lower.limit, upper.limit,
               inner->catchesNaN || outer->catchesNaN};
}

std::optional<double> mlir::fp8::getLargestInteger(Operation *op) {
  bool isUnsigned = isa<arith::UIToFPOp>(op);
  if (!isUnsigned && !isa<arith::SIToFPOp>(op))
    return std::nullopt;
  Value integer = op->getOperand(0);
  // Follow extensions that preserve the number. A zero extension followed by a
  // signed one does; the opposite order turns a sign bit into a digit.
  while (Operation *def = integer.getDefiningOp()) {
    if (!isa<arith::ExtUIOp>(def) && (isUnsigned || !isa<arith::ExtSIOp>(def)))
      break;
    integer = def->getOperand(0);
    // A zero-extended integer has no sign.
    isUnsigned |= isa<arith::ExtUIOp>(def);
  }
  unsigned width = integer.getType().getIntOrFloatBitWidth();
  if (width > 24)
    return std::nullopt;
  return isUnsigned ? std::ldexp(1.0, width) - 1 : std::ldexp(1.0, width - 1);
}
