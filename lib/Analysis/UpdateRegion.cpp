//===- UpdateRegion.cpp - arithmetic of an update -------------------------===//

#include "fp8/Analysis/UpdateRegion.h"

#include "fp8/Analysis/Constants.h"
#include "fp8/Analysis/ScalarAverage.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::fp8;

/// Maximum recursion depth. The regions of optimizers need less.
static constexpr unsigned kMaxDepth = 64;

BlockArgument UpdateRegion::getOld(unsigned state) const {
  return op.getBody().front().getArgument(state);
}

Value UpdateRegion::getNew(unsigned state) const {
  return op.getBody().front().getTerminator()->getOperand(state);
}

std::optional<unsigned> UpdateRegion::getStateOfNew(Value value) const {
  for (unsigned i = 0, e = op.getNumStates(); i < e; ++i)
    if (getNew(i) == value)
      return i;
  return std::nullopt;
}

std::optional<double> UpdateRegion::getConstant(Value value) const {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    unsigned first = op.getNumStates() + op.getInputs().size();
    if (argument.getArgNumber() < first)
      return std::nullopt;
    value = op.getScalars()[argument.getArgNumber() - first];
  }
  return matchFloat(value);
}

Value UpdateRegion::getScalar(BlockArgument argument) const {
  unsigned first = op.getNumStates() + op.getInputs().size();
  bool isScalar = argument.getOwner() == &op.getBody().front() &&
                  argument.getArgNumber() >= first;
  return isScalar ? op.getScalars()[argument.getArgNumber() - first] : Value();
}

std::optional<double> UpdateRegion::getFolded(Value value) const {
  return foldFloat(value,
                   [&](BlockArgument argument) { return getScalar(argument); });
}

std::optional<ScalarRange> UpdateRegion::getRange(Value value) const {
  return findRange(value,
                   [&](BlockArgument argument) { return getScalar(argument); });
}

bool UpdateRegion::isUniform(Value value) const {
  SmallVector<Value> worklist = {value};
  llvm::DenseSet<Value> seen;
  unsigned firstScalar = op.getNumStates() + op.getInputs().size();
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    if (auto argument = dyn_cast<BlockArgument>(next)) {
      if (argument.getArgNumber() < firstScalar)
        return false;
      continue;
    }
    llvm::append_range(worklist, next.getDefiningOp()->getOperands());
  }
  return true;
}

bool UpdateRegion::dependsOn(Value value, Value from) const {
  SmallVector<Value> worklist = {value};
  llvm::DenseSet<Value> seen;
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (next == from)
      return true;
    if (seen.insert(next).second && next.getDefiningOp())
      llvm::append_range(worklist, next.getDefiningOp()->getOperands());
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

void UpdateRegion::addTerms(Value value, double factor,
                            SmallVectorImpl<LinearTerm> &terms) const {
  Operation *def = value.getDefiningOp();
  if (isa_and_nonnull<arith::AddFOp, arith::SubFOp>(def)) {
    addTerms(def->getOperand(0), factor, terms);
    addTerms(def->getOperand(1), isa<arith::SubFOp>(def) ? -factor : factor,
             terms);
    return;
  }
  if (isa_and_nonnull<arith::NegFOp>(def))
    return addTerms(def->getOperand(0), -factor, terms);
  if (isa_and_nonnull<arith::MulFOp>(def))
    for (unsigned i : {0, 1})
      if (std::optional<double> number = getConstant(def->getOperand(i)))
        return addTerms(def->getOperand(1 - i), factor * *number, terms);
  if (isa_and_nonnull<arith::DivFOp>(def))
    if (std::optional<double> number = getConstant(def->getOperand(1));
        number && *number != 0)
      return addTerms(def->getOperand(0), factor / *number, terms);
  if (std::optional<double> number = getConstant(value); number && *number == 0)
    return;
  for (LinearTerm &term : terms)
    if (term.value == value) {
      term.factor += factor;
      return;
    }
  terms.push_back({value, factor});
}

SmallVector<LinearTerm> UpdateRegion::getTerms(Value value) const {
  SmallVector<LinearTerm> terms;
  addTerms(value, 1.0, terms);
  return terms;
}

/// Matches `m' = decay * m + other`, where `other` is a single term.
std::optional<MovingAverage> UpdateRegion::getAverage(unsigned state,
                                                      LinearTerm &other) const {
  SmallVector<LinearTerm> terms = getTerms(getNew(state));
  Value old = getOld(state);
  if (terms.size() != 2)
    return std::nullopt;
  if (terms[0].value != old)
    std::swap(terms[0], terms[1]);
  if (terms[0].value != old || dependsOn(terms[1].value, old))
    return std::nullopt;
  other = terms[1];
  return MovingAverage{terms[0].factor, terms[1].factor, terms[1].value};
}

std::optional<MovingAverage> UpdateRegion::getAverage(unsigned state) const {
  LinearTerm other;
  return getAverage(state, other);
}

std::optional<MovingAverage>
UpdateRegion::getSquareAverage(unsigned state) const {
  LinearTerm other;
  std::optional<MovingAverage> average = getAverage(state, other);
  auto square = average ? other.value.getDefiningOp<arith::MulFOp>() : nullptr;
  if (!square)
    return std::nullopt;
  // `(c * g) * g` is a multiple of a square, too.
  SmallVector<LinearTerm> lhs = getTerms(square.getLhs());
  SmallVector<LinearTerm> rhs = getTerms(square.getRhs());
  if (lhs.size() != 1 || rhs.size() != 1 || lhs[0].value != rhs[0].value)
    return std::nullopt;
  average->gain *= lhs[0].factor * rhs[0].factor;
  average->gradient = lhs[0].value;
  return average;
}

//===----------------------------------------------------------------------===//
// Decay
//===----------------------------------------------------------------------===//

static Decay add(Decay a, Decay b, double sign) {
  using Kind = Decay::Kind;
  if (b.kind == Kind::None)
    return a;
  if (a.kind == Kind::None)
    return {b.kind, sign * b.factor};
  if (a.kind == Kind::Constant && b.kind == Kind::Constant)
    return {Kind::Constant, a.factor + sign * b.factor};
  if (a.kind == Kind::Unknown || b.kind == Kind::Unknown)
    return {};
  return {Kind::Scalar};
}

Decay UpdateRegion::getDecay(Value value, Value old,
                             llvm::DenseMap<Value, Decay> &known) const {
  using Kind = Decay::Kind;
  if (value == old)
    return {Kind::Constant, 1.0};
  if (auto it = known.find(value); it != known.end())
    return it->second;
  auto operand = [&](Operation *def, unsigned i) {
    return getDecay(def->getOperand(i), old, known);
  };
  Decay decay;
  Operation *def = value.getDefiningOp();
  if (!dependsOn(value, old)) {
    decay.kind = Kind::None;
  } else if (isa<arith::AddFOp, arith::SubFOp>(def)) {
    decay = add(operand(def, 0), operand(def, 1),
                isa<arith::SubFOp>(def) ? -1.0 : 1.0);
  } else if (isa<arith::NegFOp>(def)) {
    decay = add({Kind::None}, operand(def, 0), -1.0);
  } else if (isa<arith::MulFOp, arith::DivFOp>(def)) {
    bool isDivision = isa<arith::DivFOp>(def);
    unsigned i = dependsOn(def->getOperand(0), old) ? 0 : 1;
    Value other = def->getOperand(1 - i);
    decay = operand(def, i);
    std::optional<double> number = getFolded(other);
    if ((isDivision && i == 1) || dependsOn(other, old) || !isUniform(other))
      decay = {};
    else if (decay.kind == Kind::Constant && number)
      decay.factor =
          isDivision ? decay.factor / *number : decay.factor * *number;
    else if (decay.kind != Kind::Unknown)
      decay = {Kind::Scalar};
  }
  return known[value] = decay;
}

Decay UpdateRegion::getDecayIn(Value value, unsigned state) const {
  llvm::DenseMap<Value, Decay> known;
  return getDecay(value, getOld(state), known);
}

Decay UpdateRegion::getDecay(unsigned state) const {
  return getDecayIn(getNew(state), state);
}

//===----------------------------------------------------------------------===//
// Signs
//===----------------------------------------------------------------------===//

bool UpdateRegion::isNonNegative(Value value, Value old, unsigned depth) const {
  if (depth > kMaxDepth)
    return false;
  if (value == old)
    return true;
  if (std::optional<double> number = getConstant(value))
    return *number >= 0;
  if (std::optional<ScalarRange> range = getRange(value);
      range && range->isNonNegative())
    return true;
  Operation *def = value.getDefiningOp();
  if (!def)
    return false;
  auto operand = [&](unsigned i) {
    return isNonNegative(def->getOperand(i), old, depth + 1);
  };
  if (isa<math::AbsFOp, math::SqrtOp, math::ExpOp>(def))
    return true;
  if (isa<arith::MulFOp>(def) && def->getOperand(0) == def->getOperand(1))
    return true;
  if (isa<arith::MulFOp, arith::DivFOp, arith::MinimumFOp, arith::MinNumFOp>(
          def) &&
      operand(0) && operand(1))
    return true;
  if (isa<arith::MaximumFOp, arith::MaxNumFOp>(def))
    return operand(0) || operand(1);
  if (isa<arith::SelectOp>(def))
    return operand(1) && operand(2);
  if (isa<arith::ExtFOp, arith::TruncFOp>(def))
    return operand(0);
  SmallVector<LinearTerm> terms = getTerms(value);
  if (terms.size() == 1 && terms[0].value == value)
    return false;
  return llvm::all_of(terms, [&](const LinearTerm &term) {
    return term.factor >= 0 && isNonNegative(term.value, old, depth + 1);
  });
}

bool UpdateRegion::isNonNegative(unsigned state) const {
  // `(c * g) * g` is a square only after its constants are factored out.
  if (std::optional<MovingAverage> square = getSquareAverage(state))
    return square->decay >= 0 && square->gain >= 0;
  if (std::optional<ScalarAverage> square =
          findScalarSquareAverage(*this, state)) {
    std::optional<ScalarRange> decay = fp8::getRange(*this, square->decay);
    std::optional<ScalarRange> gain = fp8::getRange(*this, square->gain);
    return decay && gain && decay->isNonNegative() && gain->isNonNegative();
  }
  return isNonNegative(getNew(state), getOld(state), 0);
}
