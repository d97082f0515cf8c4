//===- LossRelation.cpp - losses computed from other losses ---------------===//

#include "LossRelation.h"

#include "fp8/Analysis/Elementwise.h"
#include "fp8/Analysis/Movement.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns true if `value` is computed from `end` by ops on single elements.
/// Sets `readsTensors` if it is also computed from values that are neither
/// constants nor arguments.
static bool readsScalar(Value value, Value end, bool &readsTensors) {
  SmallVector<Value> worklist = {value};
  llvm::DenseSet<Value> seen;
  bool isRead = false;
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    if (next == end) {
      isRead = true;
      continue;
    }
    Operation *op = next.getDefiningOp();
    if (!op || isSplatOrEmpty(next))
      continue;
    std::optional<Elementwise> match = matchElementwise(op);
    if (!match) {
      readsTensors = true;
      continue;
    }
    llvm::append_range(worklist, match->aligned);
    llvm::append_range(worklist, match->scalars);
  }
  return isRead;
}

/// The moves that keep the value of a single element.
static constexpr Move kScalarMoves =
    Move::Retype | Move::Element | Move::ScalarCast;

Value mlir::fp8::getScalarOrigin(Value value) {
  for (;;) {
    value = getOutside(value);
    Operation *op = value.getDefiningOp();
    Value source = op ? getMovedSource(op, kScalarMoves) : Value();
    if (!source || !hasOneElement(source.getType()))
      return value;
    value = source;
  }
}

static bool isPositiveConstant(Value value) {
  Attribute constant;
  if (!matchPattern(getScalarOrigin(value), m_Constant(&constant)))
    return false;
  if (auto elements = dyn_cast<SplatElementsAttr>(constant))
    constant = elements.getSplatValue<Attribute>();
  auto number = dyn_cast<FloatAttr>(constant);
  return number && number.getValueAsDouble() > 0;
}

/// Appends the terms of `value`, without positive constant factors. Does not
/// look into `part`.
static void addTerms(Value value, Value part, SmallVectorImpl<Value> &terms) {
  SmallVector<Value> worklist = {value};
  llvm::DenseSet<Value> seen;
  while (!worklist.empty()) {
    Value next = getOutside(worklist.pop_back_val());
    if (!seen.insert(next).second)
      continue;
    Operation *op = next.getDefiningOp();
    if (next == part || !op) {
      terms.push_back(next);
      continue;
    }
    Value source = getMovedSource(op, kScalarMoves);
    if (source && hasOneElement(source.getType())) {
      worklist.push_back(source);
      continue;
    }
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
        linalgOp && matchElementwise(op)) {
      Value yielded = linalgOp.getBlock()->getTerminator()->getOperand(0);
      if (yielded.getDefiningOp())
        op = yielded.getDefiningOp();
    }
    if (isa<arith::AddFOp>(op)) {
      llvm::append_range(worklist, op->getOperands());
      continue;
    }
    if (isa<arith::MulFOp>(op) && isPositiveConstant(op->getOperand(0)))
      worklist.push_back(op->getOperand(1));
    else if (isa<arith::MulFOp, arith::DivFOp>(op) &&
             isPositiveConstant(op->getOperand(1)))
      worklist.push_back(op->getOperand(0));
    else
      terms.push_back(next);
  }
}

LossRelation mlir::fp8::getLossRelation(Value value, Value part) {
  bool readsTensors = false;
  value = getScalarOrigin(value);
  part = getScalarOrigin(part);
  if (value == part || !readsScalar(value, part, readsTensors))
    return LossRelation::None;
  if (!readsTensors)
    return LossRelation::Function;
  SmallVector<Value> terms;
  addTerms(value, part, terms);
  return llvm::is_contained(terms, part) ? LossRelation::Sum
                                         : LossRelation::Mixed;
}
