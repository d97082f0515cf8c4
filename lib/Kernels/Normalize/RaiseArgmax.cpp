//===- RaiseArgmax.cpp - --fp8-raise-argmax -------------------------------===//
//
// Frontends compute the position of a maximum by a reduction of (value,
// position) pairs, with many different bodies. To recognize all of them, the
// body is evaluated symbolically for every possible order of the new element
// and the best element so far.
//
//===----------------------------------------------------------------------===//

#include "fp8/Analysis/Constants.h"
#include "fp8/IR/ArithmeticBuilder.h"
#include "fp8/Kernels/Passes.h"
#include "fp8/Utils/CreateElements.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_RAISEARGMAXPASS
#include "fp8/Kernels/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

namespace {
/// How the new element compares with the best element so far.
enum class Order { Less, Equal, Greater, ElementNaN, BestNaN, BothNaN };

/// The result of an op of the body for a given order: a truth value, the new
/// element, the best element so far, or the position of either.
enum class Known { Unknown, False, True, Element, Best, Position, BestAt };

/// A reduction to the first position of an extremum.
struct Argmax {
  linalg::GenericOp op;
  OpOperand *element;
  /// The position of the new element in the body: computed from an index, or an
  /// input.
  Value position;
  bool isMaximum;
  /// True if NaN counts as the extremum; false if NaN is ignored.
  bool propagatesNaN;

  static std::optional<Argmax> match(linalg::GenericOp op);
};

/// A symbolic evaluation of the body of the reduction, for one possible order
/// of the new element and the best element so far.
class Body {
public:
  Body(const Argmax &argmax, Order order);
  Known get(Value value) const { return values.lookup(value); }

private:
  Known evaluate(Operation &op) const;
  Known compare(arith::CmpFOp op) const;

  Order order;
  llvm::DenseMap<Value, Known> values;
};
} // namespace

Body::Body(const Argmax &argmax, Order order) : order(order) {
  linalg::GenericOp op = argmax.op;
  values[op.getMatchingBlockArgument(argmax.element)] = Known::Element;
  values[argmax.position] = Known::Position;
  values[op.getRegionOutputArgs()[0]] = Known::Best;
  values[op.getRegionOutputArgs()[1]] = Known::BestAt;
  for (Operation &nested : op.getBody()->without_terminator())
    if (nested.getNumResults() == 1)
      values.try_emplace(nested.getResult(0), evaluate(nested));
}

static Known toKnown(bool value) { return value ? Known::True : Known::False; }

Known Body::compare(arith::CmpFOp op) const {
  Known lhs = get(op.getLhs()), rhs = get(op.getRhs());
  auto isValue = [](Known k) {
    return k == Known::Element || k == Known::Best;
  };
  if (!isValue(lhs) || !isValue(rhs))
    return Known::Unknown;
  auto isNaN = [&](Known k) {
    return order == Order::BothNaN ||
           (order == Order::ElementNaN && k == Known::Element) ||
           (order == Order::BestNaN && k == Known::Best);
  };
  // Representative values with this order.
  auto valueOf = [&](Known k) {
    if (isNaN(k))
      return APFloat::getNaN(APFloat::IEEEsingle());
    if (k == Known::Best)
      return APFloat(1.0f);
    return APFloat(order == Order::Less      ? 0.0f
                   : order == Order::Greater ? 2.0f
                                             : 1.0f);
  };
  return toKnown(
      arith::applyCmpPredicate(op.getPredicate(), valueOf(lhs), valueOf(rhs)));
}

Known Body::evaluate(Operation &op) const {
  APInt constant;
  if (op.getResult(0).getType().isInteger(1) &&
      matchPattern(&op, m_ConstantInt(&constant)))
    return toKnown(constant.isOne());
  if (auto cmp = dyn_cast<arith::CmpFOp>(op))
    return compare(cmp);
  auto operand = [&](unsigned i) { return get(op.getOperand(i)); };
  if (auto cmp = dyn_cast<arith::CmpIOp>(op)) {
    // Elements are visited in order, so the new position is larger than the
    // best.
    bool isForward = operand(0) == Known::Position;
    if (operand(0) == operand(1) ||
        (operand(isForward ? 1 : 0) != Known::BestAt) ||
        (operand(isForward ? 0 : 1) != Known::Position))
      return Known::Unknown;
    return toKnown(arith::applyCmpPredicate(cmp.getPredicate(),
                                            APInt(2, isForward ? 1 : 0),
                                            APInt(2, isForward ? 0 : 1)));
  }
  if (isa<arith::SelectOp>(op)) {
    if (operand(0) == Known::True)
      return operand(1);
    return operand(0) == Known::False ? operand(2) : Known::Unknown;
  }
  auto isBool = [](Known k) { return k == Known::True || k == Known::False; };
  if (!isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op) ||
      !isBool(operand(0)) || !isBool(operand(1)))
    return Known::Unknown;
  bool a = operand(0) == Known::True, b = operand(1) == Known::True;
  return toKnown(isa<arith::AndIOp>(op)  ? a && b
                 : isa<arith::OrIOp>(op) ? a || b
                                         : a != b);
}

/// Returns true if `type` represents the numbers 0 to `extent` - 1 as signed
/// integers.
static bool holdsPositions(Type type, int64_t extent) {
  auto integer = dyn_cast<IntegerType>(type);
  return !integer || llvm::isIntN(integer.getWidth() - 1, extent - 1);
}

/// Returns true if `value`, in the body of `op`, is the index of `loop`,
/// possibly through casts that preserve it.
static bool isPosition(Value value, linalg::GenericOp op, unsigned loop) {
  int64_t extent = op.getStaticLoopRanges()[loop];
  for (; auto cast = value.getDefiningOp<arith::IndexCastOp>();
       value = cast.getIn())
    if (!holdsPositions(cast.getType(), extent))
      return false;
  if (auto index = value.getDefiningOp<linalg::IndexOp>())
    return index->getParentOp() == op && index.getDim() == loop;
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != op.getBody() ||
      argument.getArgNumber() >= op.getNumDpsInputs())
    return false;
  OpOperand *input = op.getDpsInputOperand(argument.getArgNumber());
  auto iota = input->get().getDefiningOp<linalg::GenericOp>();
  if (!iota || iota.getNumResults() != 1 ||
      iota.getNumParallelLoops() != iota.getNumLoops() ||
      !iota.getIndexingMapsArray().back().isIdentity())
    return false;
  Value yielded = iota.getBody()->getTerminator()->getOperand(0);
  for (auto [dim, expr] :
       llvm::enumerate(op.getMatchingIndexingMap(input).getResults()))
    if (expr == getAffineDimExpr(loop, op.getContext()) &&
        isPosition(yielded, iota, dim))
      return true;
  return false;
}

/// Returns true if the initial position of `op` is not larger than any
/// position, so that no element precedes it.
static bool beginsBeforeAll(linalg::GenericOp op) {
  Value position = op.getDpsInits()[1];
  if (auto fill = position.getDefiningOp<linalg::FillOp>())
    position = fill.getInputs()[0];
  auto number = dyn_cast_or_null<IntegerAttr>(matchNumber(position));
  if (!number || number.getValue().isStrictlyPositive())
    return false;
  // In an unsigned comparison, a negative position would be larger than all
  // others.
  auto isUnsigned = [](arith::CmpIOp op) {
    return op.getPredicate() >= arith::CmpIPredicate::ult;
  };
  return number.getValue().isZero() ||
         llvm::none_of(op.getBody()->getOps<arith::CmpIOp>(), isUnsigned);
}

std::optional<Argmax> Argmax::match(linalg::GenericOp op) {
  SmallVector<unsigned> reduced;
  op.getReductionDims(reduced);
  if (reduced.size() != 1 || op.getNumResults() != 2 ||
      !op.getResult(0).use_empty() || !op.hasPureTensorSemantics() ||
      op.hasDynamicShape())
    return std::nullopt;
  // Both results must have the same map, which is a permutation of all loops
  // except for the reduction loop.
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  AffineMap map = maps.back();
  if (maps[maps.size() - 2] != map || map.isFunctionOfDim(reduced[0]) ||
      map.getNumResults() + 1 != op.getNumLoops() ||
      !map.isProjectedPermutation())
    return std::nullopt;
  Type valueType = op.getRegionOutputArgs()[0].getType();
  Type positionType = op.getRegionOutputArgs()[1].getType();
  if (!valueType.isF32() || !isa<IntegerType>(positionType))
    return std::nullopt;
  Argmax match{op, nullptr, {}, false, false};
  for (OpOperand *input : op.getDpsInputOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(input);
    if (argument.getType() == valueType && !argument.use_empty())
      match.element = input;
  }
  // The position of the element is the value that a select chooses between with
  // the best position so far.
  op.getBody()->walk([&](arith::SelectOp select) {
    for (Value value : {select.getTrueValue(), select.getFalseValue()})
      if (value.getType() == positionType && !match.position &&
          isPosition(value, op, reduced[0]))
        match.position = value;
  });
  if (!match.element || !match.position || !beginsBeforeAll(op))
    return std::nullopt;
  Operation *yield = op.getBody()->getTerminator();
  auto picks = [&](Order order) -> std::optional<bool> {
    Body body(match, order);
    Known value = body.get(yield->getOperand(0));
    Known position = body.get(yield->getOperand(1));
    // If the values compare equal, either value is acceptable.
    bool isFree = order == Order::Equal || order == Order::BothNaN;
    if (position == Known::Position && (value == Known::Element || isFree))
      return true;
    if (position == Known::BestAt && (value == Known::Best || isFree))
      return false;
    return std::nullopt;
  };
  match.isMaximum = picks(Order::Greater) == true;
  match.propagatesNaN = picks(Order::ElementNaN) == true;
  if (picks(match.isMaximum ? Order::Greater : Order::Less) != true ||
      picks(match.isMaximum ? Order::Less : Order::Greater) != false ||
      picks(Order::ElementNaN) != match.propagatesNaN)
    return std::nullopt;
  for (Order order : {Order::Equal, Order::BestNaN, Order::BothNaN})
    if (picks(order) != false)
      return std::nullopt;
  return match;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Returns an i1 that is true if `value` is the extremum.
static Value isExtremum(ArithmeticBuilder &b, Value value, Value extremum) {
  Value equal = b.equal(value, extremum);
  return b.orBits(equal, b.andBits(b.isNaN(value), b.isNaN(extremum)));
}

/// Returns `position` if `value` is the extremum, else the largest integer,
/// which follows all positions.
static Value selectPosition(ArithmeticBuilder &b, Value value, Value extremum,
                            Value position) {
  auto type = cast<IntegerType>(position.getType());
  Value none = b.splat(
      type, b.getIntegerAttr(type, APInt::getSignedMaxValue(type.getWidth())));
  return b.select(isExtremum(b, value, extremum), position, none);
}

/// Creates a reduction to the value of the extremum.
static Value createExtremum(RewriterBase &rewriter, const Argmax &argmax) {
  linalg::GenericOp op = argmax.op;
  Value init = op.getDpsInits()[0];
  auto combine = [&](OpBuilder &builder, Location loc, ValueRange arguments) {
    ArithmeticBuilder b(loc, builder);
    Value element = arguments[0];
    if (!argmax.propagatesNaN) {
      float infinity = std::numeric_limits<float>::infinity();
      Value neutral = b.number(argmax.isMaximum ? -infinity : infinity);
      element = b.select(b.isNaN(element), neutral, element);
    }
    Value best = argmax.isMaximum ? b.max(arguments[1], element)
                                  : b.min(arguments[1], element);
    linalg::YieldOp::create(b, best);
  };
  SmallVector<AffineMap> maps = {op.getMatchingIndexingMap(argmax.element),
                                 op.getIndexingMapsArray().back()};
  return linalg::GenericOp::create(rewriter, op.getLoc(), init.getType(),
                                   argmax.element->get(), init, maps,
                                   op.getIteratorTypesArray(), combine)
      .getResult(0);
}

/// Creates the initial value of the search for the position: the initial
/// position of `op` if the initial value is the extremum, else the largest
/// integer.
static Value createFirst(RewriterBase &rewriter, linalg::GenericOp op,
                         Value extremum) {
  auto type = cast<RankedTensorType>(op.getResult(1).getType());
  return createElements(rewriter, op.getLoc(), type,
                        {op.getDpsInits()[0], extremum, op.getDpsInits()[1]},
                        [](ArithmeticBuilder &b, ValueRange arguments) {
                          return selectPosition(b, arguments[0], arguments[1],
                                                arguments[2]);
                        });
}

static void rewrite(RewriterBase &rewriter, const Argmax &argmax) {
  linalg::GenericOp op = argmax.op;
  rewriter.setInsertionPoint(op);
  Value extremum = createExtremum(rewriter, argmax);
  Value first = createFirst(rewriter, op, extremum);
  // Keep the inputs of the original op, because the body computes the position
  // from them.
  SmallVector<Value> inputs = op.getDpsInputs();
  inputs.push_back(extremum);
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  auto search = linalg::GenericOp::create(
      rewriter, op.getLoc(), first.getType(), inputs, first, maps,
      op.getIteratorTypesArray(),
      [&](OpBuilder &builder, Location loc, ValueRange arguments) {
        ArithmeticBuilder b(loc, builder);
        IRMapping mapping;
        mapping.map(op.getRegionInputArgs(),
                    arguments.take_front(op.getNumDpsInputs()));
        Value position = argmax.position;
        SmallVector<Operation *> casts;
        for (Operation *def = position.getDefiningOp(); def;
             def = def->getNumOperands() ? def->getOperand(0).getDefiningOp()
                                         : nullptr)
          casts.push_back(def);
        for (Operation *def : llvm::reverse(casts))
          b.clone(*def, mapping);
        Value element =
            mapping.lookup(op.getMatchingBlockArgument(argmax.element));
        Value here = selectPosition(b, element,
                                    arguments.drop_back()[op.getNumDpsInputs()],
                                    mapping.lookupOrDefault(position));
        Value least = arith::MinSIOp::create(b, arguments.back(), here);
        linalg::YieldOp::create(b, least);
      });
  rewriter.replaceAllUsesWith(op.getResult(1), search.getResult(0));
  rewriter.eraseOp(op);
}

namespace {
struct RaiseArgmax : fp8::impl::RaiseArgmaxPassBase<RaiseArgmax> {
  void runOnOperation() override {
    SmallVector<Argmax> matches;
    getOperation()->walk([&](linalg::GenericOp op) {
      if (std::optional<Argmax> match = Argmax::match(op))
        matches.push_back(*match);
    });
    if (matches.empty())
      return markAllAnalysesPreserved();
    IRRewriter rewriter(&getContext());
    for (const Argmax &argmax : matches)
      rewrite(rewriter, argmax);
  }
};
} // namespace
