//===- AnyPrecision.cpp - operation order of AnyPrecisionAdamW ------------===//
//
// PyTorch rounds a 16-bit tensor after every operation of the optimizer, but
// only once for a fused operation such as addcmul_. Scalars, such as the step
// counter, stay in f32.
//
//===----------------------------------------------------------------------===//

#include "AnyPrecision.h"

#include "fp8/Analysis/AdamQuotient.h"
#include "fp8/IR/ArithmeticBuilder.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// A signed product of scalars and of reciprocals of scalars. The flag of a
/// factor is true for a reciprocal.
struct Coefficient {
  SmallVector<std::pair<Value, bool>> factors;
  bool isNegative = false;
};

struct Term {
  Value value;
  Coefficient coefficient;
};

/// The new weight `sum(decay) * w - step * m' / (root * sqrt(radicand * v') +
/// epsilon)`.
struct AdamW {
  unsigned first, second;
  MovingAverage firstAverage, secondAverage;
  SmallVector<Coefficient> decay;
  Coefficient step, root, radicand;
  std::optional<double> epsilon;
};

class AdamWMatcher {
public:
  AdamWMatcher(UpdateOp update, unsigned parameter)
      : update(update), region(update), parameter(parameter) {}

  std::optional<AdamW> run();
  StringRef getReason() const { return reason; }

private:
  bool addTerms(Value value, Coefficient coefficient, ArrayRef<Value> ends,
                SmallVectorImpl<Term> &terms);
  /// Matches `value` as the product of `end` and `coefficient`.
  bool match(Value value, Value end, Coefficient &coefficient);
  bool matchDenominator(Value value, Value second, AdamW &result);
  bool fail(StringRef why) {
    if (reason.empty())
      reason = why.str();
    return false;
  }

  UpdateOp update;
  UpdateRegion region;
  unsigned parameter;
  std::string reason;
};
} // namespace

/// Splits `value` into a sum of scalar multiples of `ends`, and appends its
/// terms.
bool AdamWMatcher::addTerms(Value value, Coefficient coefficient,
                            ArrayRef<Value> ends,
                            SmallVectorImpl<Term> &terms) {
  if (llvm::is_contained(ends, value)) {
    terms.push_back({value, std::move(coefficient)});
    return true;
  }
  Operation *def = value.getDefiningOp();
  if (isa_and_nonnull<arith::AddFOp, arith::SubFOp>(def)) {
    Coefficient other = coefficient;
    other.isNegative ^= isa<arith::SubFOp>(def);
    return addTerms(def->getOperand(0), coefficient, ends, terms) &&
           addTerms(def->getOperand(1), other, ends, terms);
  }
  if (isa_and_nonnull<arith::NegFOp>(def)) {
    coefficient.isNegative ^= true;
    return addTerms(def->getOperand(0), coefficient, ends, terms);
  }
  bool isDivision = isa_and_nonnull<arith::DivFOp>(def);
  if (!isDivision && !isa_and_nonnull<arith::MulFOp>(def))
    return fail(
        "'" +
        (def ? def->getName().getStringRef() : StringRef("an operand")).str() +
        "' is no part of it");
  unsigned i = region.isUniform(def->getOperand(1)) ? 1 : 0;
  if (!region.isUniform(def->getOperand(i)) || (isDivision && i == 0))
    return fail("it multiplies elements");
  coefficient.factors.push_back({def->getOperand(i), isDivision});
  return addTerms(def->getOperand(1 - i), std::move(coefficient), ends, terms);
}

bool AdamWMatcher::match(Value value, Value end, Coefficient &coefficient) {
  SmallVector<Term> terms;
  if (!addTerms(value, {}, end, terms))
    return false;
  if (terms.size() != 1)
    return fail("it adds a moment to itself");
  coefficient = std::move(terms.front().coefficient);
  return true;
}

bool AdamWMatcher::matchDenominator(Value value, Value second, AdamW &result) {
  if (auto sum = value.getDefiningOp<arith::AddFOp>())
    for (unsigned i : {0, 1})
      if (std::optional<double> number =
              region.getConstant(sum->getOperand(i))) {
        result.epsilon = number;
        value = sum->getOperand(1 - i);
        break;
      }
  // Search for the root through the same ops as matchQuotient().
  math::SqrtOp root;
  SmallVector<Value> worklist = {value};
  while (!worklist.empty() && !root) {
    Operation *def = worklist.pop_back_val().getDefiningOp();
    root = dyn_cast_or_null<math::SqrtOp>(def);
    if (root && region.isUniform(root))
      root = {};
    else if (!root && isa_and_nonnull<arith::MulFOp, arith::DivFOp>(def))
      llvm::append_range(worklist, def->getOperands());
  }
  if (!root || !match(value, root, result.root))
    return fail("its denominator has no square root");
  Value radicand = root.getOperand();
  // Differentiable optimizers add a second epsilon under the root; it is 0 by
  // default.
  if (auto sum = radicand.getDefiningOp<arith::AddFOp>())
    for (unsigned i : {0, 1})
      if (region.getConstant(sum->getOperand(i)) == 0.0)
        radicand = sum->getOperand(1 - i);
  if (match(radicand, second, result.radicand))
    return true;
  reason = "something is added under its root";
  return false;
}

std::optional<AdamW> AdamWMatcher::run() {
  Value value = region.getNew(parameter), old = region.getOld(parameter);
  std::optional<AdamQuotient> quotient =
      findAdamQuotient(update, region, value);
  if (!quotient || quotient->first.decay == 0 ||
      !isa<arith::DivFOp>(quotient->op)) {
    fail("it has no quotient of a moment and the root of another");
    return std::nullopt;
  }
  AdamW result;
  result.firstAverage = quotient->first;
  result.secondAverage = quotient->second;
  std::optional<unsigned> first, second;
  for (unsigned i = 0, e = update.getNumStates(); i < e; ++i) {
    std::optional<MovingAverage> average = region.getAverage(i);
    std::optional<MovingAverage> square = region.getSquareAverage(i);
    if (square && region.dependsOn(quotient->divisor, region.getNew(i)))
      second = i;
    else if (average && region.dependsOn(quotient->dividend, region.getNew(i)))
      first = i;
  }
  SmallVector<Term> terms;
  if (!first || !second ||
      !addTerms(value, {}, {old, quotient->op->getResult(0)}, terms)) {
    fail("its moments are no states of the same update");
    return std::nullopt;
  }
  result.first = *first;
  result.second = *second;
  if (region.dependsOn(quotient->first.gradient, old)) {
    fail("its gradient has the decay in it");
    return std::nullopt;
  }
  Coefficient factor;
  if (!match(quotient->dividend, region.getNew(*first), factor) ||
      !matchDenominator(quotient->divisor, region.getNew(*second), result))
    return std::nullopt;
  bool hasStep = false;
  for (Term &term : terms) {
    if (term.value == old) {
      result.decay.push_back(std::move(term.coefficient));
      continue;
    }
    if (std::exchange(hasStep, true)) {
      fail("it adds two update terms");
      return std::nullopt;
    }
    llvm::append_range(term.coefficient.factors, factor.factors);
    term.coefficient.isNegative ^= factor.isNegative;
    result.step = std::move(term.coefficient);
  }
  if (!hasStep || result.decay.empty()) {
    fail("it forgets the weight");
    return std::nullopt;
  }
  return result;
}

bool mlir::fp8::isAdamW(UpdateOp update, unsigned parameter,
                        std::string &reason) {
  AdamWMatcher matcher(update, parameter);
  if (matcher.run())
    return true;
  reason = matcher.getReason();
  return false;
}

std::pair<unsigned, unsigned> mlir::fp8::getAdamWMoments(UpdateOp update,
                                                         unsigned parameter) {
  AdamW adamW = *AdamWMatcher(update, parameter).run();
  return {adamW.first, adamW.second};
}

//===----------------------------------------------------------------------===//
// The new region
//===----------------------------------------------------------------------===//

namespace {
class RegionWriter {
public:
  RegionWriter(UpdateOp update, unsigned parameter, AdamW adamW,
               AnyPrecisionFormats formats)
      : adamW(std::move(adamW)), formats(formats), region(update),
        parameter(parameter), block(update.getBody().front()),
        b(update.getLoc(), block.getTerminator()) {}

  void run();

private:
  /// Rounds `x` to `format` and back to f32.
  Value round(Value x, fp8::Format format = fp8::Format::BF16) {
    if (format == fp8::Format::F32)
      return x;
    Value narrow =
        arith::TruncFOp::create(b, getElementType(format, b.getContext()), x);
    return b.extendFloat(narrow);
  }
  Value roundFirst(Value x) { return round(x, formats.first); }
  Value roundSecond(Value x) { return round(x, formats.second); }
  /// Multiplies `product` by the magnitude of `coefficient`, with `transform`
  /// applied to each factor. A null product, and a null result, stand for 1.
  Value multiply(const Coefficient &coefficient,
                 function_ref<Value(Value)> transform, Value product = {});
  Value getDecay();
  Value getStep();
  /// Multiplies `root` by the scalar factors of the denominator.
  void scaleRoot(Value &root);

  AdamW adamW;
  AnyPrecisionFormats formats;
  UpdateRegion region;
  unsigned parameter;
  Block &block;
  ArithmeticBuilder b;
};
} // namespace

static Value identity(Value value) { return value; }

Value RegionWriter::multiply(const Coefficient &coefficient,
                             function_ref<Value(Value)> transform,
                             Value product) {
  for (auto [factor, isDivisor] : coefficient.factors) {
    Value scalar = transform(factor);
    if (isDivisor)
      product = b.div(product ? product : b.number(1.0), scalar);
    else
      product = product ? b.mul(product, scalar) : scalar;
  }
  return product;
}

/// Returns the factor of the weight, or null for 1.
Value RegionWriter::getDecay() {
  Value sum;
  bool isOne = true;
  // Positive terms come first, so that the first term needs no negation.
  SmallVector<Coefficient> ordered;
  for (bool isNegative : {false, true})
    llvm::copy_if(adamW.decay, std::back_inserter(ordered),
                  [&](const Coefficient &coefficient) {
                    return coefficient.isNegative == isNegative;
                  });
  for (const Coefficient &coefficient : ordered) {
    Value product = multiply(coefficient, identity);
    isOne &= !product && !sum && !coefficient.isNegative;
    if (!product)
      product = b.number(1.0);
    if (!sum)
      sum = coefficient.isNegative ? Value(arith::NegFOp::create(b, product))
                                   : product;
    else
      sum = coefficient.isNegative ? b.sub(sum, product) : b.add(sum, product);
  }
  return isOne ? Value() : sum;
}

Value RegionWriter::getStep() {
  Value step = multiply(adamW.step, identity);
  if (!step)
    step = b.number(1.0);
  return adamW.step.isNegative ? Value(arith::NegFOp::create(b, step)) : step;
}

/// The factors include the bias correction of v'. PyTorch applies it to the
/// root of v' after rounding the root.
void RegionWriter::scaleRoot(Value &root) {
  auto apply = [&](const Coefficient &coefficient,
                   function_ref<Value(Value)> transform) {
    for (auto [factor, isDivisor] : coefficient.factors) {
      Value scalar = transform(factor);
      root = roundSecond(isDivisor ? b.div(root, scalar) : b.mul(root, scalar));
    }
  };
  apply(adamW.radicand, [&](Value factor) { return b.sqrt(factor); });
  apply(adamW.root, identity);
}

void RegionWriter::run() {
  Operation *yield = block.getTerminator();
  auto getNew = [&](unsigned i) { return yield->getOperand(i); };
  Value p = block.getArgument(parameter);
  Value m = block.getArgument(adamW.first), v = block.getArgument(adamW.second);
  // In PyTorch, a gradient has the type of its parameter, bf16.
  Value g = round(adamW.firstAverage.gradient);
  const MovingAverage &first = adamW.firstAverage;
  const MovingAverage &second = adamW.secondAverage;
  Value decay = getDecay(), step = getStep();
  if (decay)
    p = round(b.mul(p, decay));
  m = roundFirst(b.mul(m, b.number(first.decay)));
  m = roundFirst(b.add(m, b.mul(b.number(first.gain), g)));
  v = roundSecond(b.mul(v, b.number(second.decay)));
  v = roundSecond(b.add(v, b.mul(b.mul(b.number(second.gain), g), g)));
  Value denominator = roundSecond(b.sqrt(v));
  scaleRoot(denominator);
  if (adamW.epsilon)
    denominator = roundSecond(b.add(denominator, b.number(*adamW.epsilon)));

  Value c = block.insertArgument(parameter + 1, b.getF32Type(), b.getLoc());
  c = round(b.add(c, b.div(b.mul(step, m), denominator)), formats.compensation);
  Value moved = round(b.add(p, c));
  c = round(b.add(c, round(b.sub(p, moved))), formats.compensation);

  std::pair<unsigned, Value> results[] = {
      {adamW.first, m}, {adamW.second, v}, {parameter, moved}};
  for (auto [state, value] : results) {
    // Other results of the region read the new state, so they must read the
    // rounded value.
    Value old = getNew(state);
    for (OpOperand &operand : yield->getOpOperands())
      if (operand.get() == old)
        operand.set(value);
  }
  yield->insertOperands(parameter + 1, c);
}

void mlir::fp8::roundAsAnyPrecision(UpdateOp update, unsigned parameter,
                                    AnyPrecisionFormats formats) {
  AdamW adamW = *AdamWMatcher(update, parameter).run();
  RegionWriter(update, parameter, std::move(adamW), formats).run();
}
