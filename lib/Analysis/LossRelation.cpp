//===- LossRelation.cpp - losses computed from other losses ---------------===//

#include "LossRelation.h"

#include "fp8/Analysis/Constants.h"
#include "fp8/Analysis/Elementwise.h"
#include "fp8/Analysis/Movement.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

#include <cmath>
#include <optional>

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

/// The terms of a sum and their constant factors.
using WeightedTerms = llvm::SmallMapVector<Value, double, 4>;

/// Maximum number of values that a sum may consist of.
static constexpr unsigned kMaxTerms = 1024;

/// Returns the terms of `value`, without terms that cancel. Does not look into
/// `part`. Returns no terms if there are too many.
static WeightedTerms collectTerms(Value value, Value part) {
  WeightedTerms terms;
  SmallVector<std::pair<Value, double>> worklist = {{value, 1.0}};
  for (unsigned count = 0; !worklist.empty(); ++count) {
    if (count == kMaxTerms)
      return {};
    std::pair<Value, double> term = worklist.pop_back_val();
    Value next = getOutside(term.first);
    double factor = term.second;
    Operation *op = next.getDefiningOp();
    if (next == part || !op) {
      terms[next] += factor;
      continue;
    }
    Value source = getMovedSource(op, kScalarMoves);
    if (source && hasOneElement(source.getType())) {
      worklist.emplace_back(source, factor);
      continue;
    }
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
        linalgOp && matchElementwise(op)) {
      Value yielded = linalgOp.getBlock()->getTerminator()->getOperand(0);
      if (yielded.getDefiningOp())
        op = yielded.getDefiningOp();
    }
    auto push = [&](unsigned operand, double number) {
      worklist.emplace_back(op->getOperand(operand), factor * number);
    };
    std::optional<double> numbers[2];
    if (isa<arith::MulFOp, arith::DivFOp>(op))
      for (unsigned i : {0, 1})
        numbers[i] = matchFloat(getScalarOrigin(op->getOperand(i)));
    if (isa<arith::AddFOp, arith::SubFOp>(op)) {
      push(0, 1);
      push(1, isa<arith::SubFOp>(op) ? -1 : 1);
    } else if (isa<arith::NegFOp>(op)) {
      push(0, -1);
    } else if (isa<arith::MulFOp>(op) && numbers[0]) {
      push(1, *numbers[0]);
    } else if (numbers[1]) {
      push(0, isa<arith::MulFOp>(op) ? *numbers[1] : 1 / *numbers[1]);
    } else {
      terms[next] += factor;
    }
  }
  terms.remove_if([](auto &term) { return std::abs(term.second) < 1e-12; });
  return terms;
}

/// Returns true if some terms are subtracted with the weight of another term,
/// as in the difference of two losses.
static bool isDifference(const WeightedTerms &terms) {
  return llvm::any_of(terms, [&](auto &term) {
    return llvm::any_of(
        terms, [&](auto &other) { return term.second == -other.second; });
  });
}

LossRelation mlir::fp8::getLossRelation(Value value, Value part) {
  bool readsTensors = false;
  value = getScalarOrigin(value);
  part = getScalarOrigin(part);
  if (value == part || !readsScalar(value, part, readsTensors))
    return LossRelation::None;
  if (!readsTensors)
    return LossRelation::Function;
  WeightedTerms terms = collectTerms(value, part);
  return terms.contains(part) && !isDifference(terms) ? LossRelation::Sum
                                                      : LossRelation::Mixed;
}
