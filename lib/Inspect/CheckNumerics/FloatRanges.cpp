//===- FloatRanges.cpp - intervals of the values of a function ------------===//

#include "FloatRange.h"
#include "fp8/Analysis/Elementwise.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/IR/FP8.h"
#include "fp8/Numerics/Init.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Values without operands
//===----------------------------------------------------------------------===//

static FloatRange getConstantRange(Attribute attribute) {
  if (auto number = dyn_cast<FloatAttr>(attribute))
    return FloatRange::exactly(number.getValueAsDouble());
  auto elements = dyn_cast<DenseFPElementsAttr>(attribute);
  if (!elements || elements.empty())
    return {};
  auto toDouble = [](APFloat value) {
    bool losesInfo;
    value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    return value.convertToDouble();
  };
  if (elements.isSplat())
    return FloatRange::exactly(toDouble(elements.getSplatValue<APFloat>()));
  FloatRange range =
      FloatRange::between(FloatRange::kInfinity, -FloatRange::kInfinity);
  for (const APFloat &element : elements.getValues<APFloat>()) {
    double value = toDouble(element);
    if (!std::isnan(value))
      range = join(range, FloatRange::exactly(value));
  }
  return range;
}

/// Returns the range of a type: codes are at most the largest finite code.
/// Infinities of e5m2 are decoded but never written.
static FloatRange getTypeRange(Type type) {
  std::optional<Format> format = getFormat(getElementTypeOrSelf(type));
  if (!format || !isEightBit(*format))
    return {};
  double largest = getMaxFinite(*format);
  return FloatRange::between(-largest, largest);
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

/// Returns the tensor that `value` is an element of: the operand of a linalg
/// block argument, traced through rearrangements and float casts.
static Value getElementRoot(Value value) {
  return getMovedRoot(getOutside(value), Move::Retype);
}

/// Returns the tensor that `value` reduces by `Combiner`, or null.
template <typename Combiner>
static Value getReduced(Value value) {
  auto op = value.getDefiningOp<linalg::LinalgOp>();
  if (!op || op.getNumReductionLoops() == 0 || op.getNumDpsInputs() != 1 ||
      op->getNumResults() != 1)
    return nullptr;
  Block &body = *op.getBlock();
  auto combiner = body.getTerminator()->getOperand(0).getDefiningOp<Combiner>();
  if (!combiner ||
      !llvm::is_contained(combiner->getOperands(), Value(body.getArgument(0))))
    return nullptr;
  return getMovedRoot(op.getDpsInputs()[0], Move::Retype);
}

/// Returns true if `reduced` is the maximum or the sum over the tensor that
/// `value` is an element of.
template <typename Combiner>
static bool isReductionOf(Value reduced, Value value) {
  Value root = getElementRoot(value);
  return getReduced<Combiner>(getElementRoot(reduced)) == root;
}

/// Computes the range of `op`. `x - max(x)` is not positive, and `x / sum(x)`
/// is in [0, 1] if x is not negative.
static FloatRange transferOp(Operation *op,
                             function_ref<FloatRange(Value)> getRange,
                             IntRanges &integers) {
  FloatRange range = transferFloatOp(op, getRange, integers);
  if (isa<arith::SubFOp>(op) &&
      isReductionOf<arith::MaximumFOp>(op->getOperand(1), op->getOperand(0)))
    return minimum(range, FloatRange::exactly(0.0));
  if (isa<arith::DivFOp>(op) && getRange(op->getOperand(0)).isNonNegative() &&
      getRange(op->getOperand(1)).isNonNegative() &&
      isReductionOf<arith::AddFOp>(op->getOperand(1), op->getOperand(0)))
    return FloatRange::between(0.0, 1.0);
  return range;
}

//===----------------------------------------------------------------------===//
// Structured ops
//===----------------------------------------------------------------------===//

/// Returns the number of terms that are added to each element of the result, or
/// std::nullopt if an extent is dynamic.
static std::optional<int64_t> getNumTerms(linalg::LinalgOp op) {
  int64_t terms = 1;
  for (auto [iterator, extent] :
       llvm::zip_equal(op.getIteratorTypesArray(), op.getStaticLoopRanges())) {
    if (iterator != utils::IteratorType::reduction)
      continue;
    if (ShapedType::isDynamic(extent))
      return std::nullopt;
    terms *= extent;
  }
  return terms;
}

/// Returns the range of the sum of `terms` values in `range`.
static FloatRange sumOf(FloatRange range, int64_t terms) {
  return multiply(range, FloatRange::exactly(static_cast<double>(terms)));
}

/// Returns the range of the reduction's result, given the yielded value and its
/// accumulator argument.
static FloatRange reduce(Value yielded, BlockArgument acc, FloatRange init,
                         std::optional<int64_t> terms,
                         function_ref<FloatRange(Value)> getRange) {
  Operation *op = yielded.getDefiningOp();
  if (!op || op->getNumOperands() != 2 ||
      !llvm::is_contained(op->getOperands(), Value(acc)) || !acc.hasOneUse())
    return {};
  Value term = op->getOperand(op->getOperand(0) == acc ? 1 : 0);
  FloatRange range = getRange(term);
  if (isa<arith::MaximumFOp, arith::MaxNumFOp>(op))
    return maximum(init, range);
  if (isa<arith::MinimumFOp, arith::MinNumFOp>(op))
    return minimum(init, range);
  if (!isa<arith::AddFOp>(op) || !terms)
    return {};
  FloatRange sum = add(init, sumOf(range, *terms));
  sum.isWorstCase |=
      *terms > 1 && isa_and_nonnull<arith::MulFOp>(term.getDefiningOp());
  return sum;
}

void FloatRanges::visitLinalg(Operation *op) {
  auto linalgOp = cast<linalg::LinalgOp>(op);
  Block &body = *linalgOp.getBlock();
  llvm::DenseMap<Value, FloatRange> local;
  auto getLocal = [&](Value value) {
    auto it = local.find(value);
    return it == local.end() ? get(value) : it->second;
  };
  bool reduces = linalgOp.getNumReductionLoops() != 0;
  for (OpOperand &operand : op->getOpOperands())
    if (!reduces || !linalgOp.isDpsInit(&operand))
      local[linalgOp.getMatchingBlockArgument(&operand)] = get(operand.get());
  for (Operation &nested : body.without_terminator()) {
    visitIntegers(&nested);
    for (Value result : nested.getResults())
      if (isa<FloatType>(result.getType())) {
        Attribute constant;
        local[result] = matchPattern(&nested, m_Constant(&constant))
                            ? getConstantRange(constant)
                            : transferOp(&nested, getLocal, integers);
      }
  }
  std::optional<int64_t> terms = getNumTerms(linalgOp);
  for (OpResult result : op->getResults()) {
    OpOperand *init = linalgOp.getDpsInitOperand(result.getResultNumber());
    BlockArgument acc = linalgOp.getMatchingBlockArgument(init);
    Value yielded = body.getTerminator()->getOperand(result.getResultNumber());
    ranges[result] =
        reduces && !acc.use_empty()
            ? reduce(yielded, acc, get(init->get()), terms, getLocal)
            : getLocal(yielded);
  }
}

//===----------------------------------------------------------------------===//
// fp8 ops
//===----------------------------------------------------------------------===//

/// Returns `range` after saturation.
static FloatRange saturate(FloatRange range, Type type) {
  FloatRange codes = getTypeRange(type);
  return {std::clamp(range.low, codes.low, codes.high),
          std::clamp(range.high, codes.low, codes.high), range.isWorstCase};
}

static FloatRange getCodesRange(QuantizeOp op, const FloatRanges &ranges) {
  Type type = op.getCodes().getType();
  if (op.makesScale())
    return getTypeRange(type);
  return saturate(
      multiply(ranges.get(op.getInput()), ranges.get(op.getScale())), type);
}

/// Returns the range of the inverse scale. The scale itself has no bound,
/// because the amax may be small.
static FloatRange getScaleInvRange(ComputeScaleOp op,
                                   const FloatRanges &ranges) {
  FloatRange amax = ranges.get(op.getAmax());
  if (op.getPrevious() || !amax.isBounded())
    return FloatRange::between(0.0, FloatRange::kInfinity);
  double largest = getMaxFinite(op.getFormat());
  double reach = amax.high;
  if (std::optional<ScalingAttr> scaling = op.getScaling()) {
    reach = std::max(reach, scaling->getEpsilon().convertToDouble());
    reach = std::ldexp(reach, scaling->getMargin() + scaling->getPow2());
  }
  return {0.0, reach / largest, amax.isWorstCase};
}

static FloatRange activate(Activation activation, FloatRange range) {
  switch (activation) {
  case Activation::None:
    return range;
  case Activation::Relu:
    return maximum(range, FloatRange::exactly(0.0));
  case Activation::Gelu:
  case Activation::GeluTanh:
    // The minimum of both functions is above -0.171.
    return {std::max(range.low, -0.171), std::max(range.high, 0.0),
            range.isWorstCase};
  }
  llvm_unreachable("an activation without a case");
}

static FloatRange getContractRange(ContractOp op, const FloatRanges &ranges) {
  int64_t terms = 1;
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  for (unsigned dim : op.getReductionDims()) {
    if (ShapedType::isDynamic(extents[dim]))
      return {};
    terms *= extents[dim];
  }
  FloatRange range =
      sumOf(multiply(ranges.get(op.getLhs()), ranges.get(op.getRhs())), terms);
  for (Value scale : {op.getLhsScaleInv(), op.getRhsScaleInv()})
    if (scale)
      range = multiply(range, ranges.get(scale));
  if (!op.hasCodesResult())
    range = add(range, ranges.get(op.getInit()));
  if (op.getBias())
    range = add(range, ranges.get(op.getBias()));
  range.isWorstCase |= terms > 1;
  return activate(op.getActivation(), range);
}

/// Returns the range of the initial values. A normally distributed value is
/// bounded because the random number that it is computed from has a smallest
/// value.
static FloatRange getInitialRange(InitOp op) {
  numerics::InitialValues values = op.getInitialValues();
  double reach = 0.0;
  if (values.kind == numerics::InitialKind::Uniform)
    reach = 1.0;
  else if (values.kind == numerics::InitialKind::Normal)
    reach = std::min<double>(values.limit, 6.34);
  return add(FloatRange::exactly(values.center),
             multiply(FloatRange::exactly(values.spread),
                      FloatRange::between(-reach, reach)));
}

//===----------------------------------------------------------------------===//
// Traversal
//===----------------------------------------------------------------------===//

FloatRanges::FloatRanges(Operation *function) {
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == function)
      return WalkResult::advance();
    visitIntegers(op);
    visit(op);
    return isa<linalg::LinalgOp>(op) ? WalkResult::skip()
                                     : WalkResult::advance();
  });
}

FloatRange FloatRanges::get(Value value) const {
  auto it = ranges.find(value);
  return it == ranges.end() ? getTypeRange(value.getType()) : it->second;
}

/// Computes the ranges of integers in the order of the ops. If only the last
/// integer of a long chain were asked for, the recursion would be as deep as
/// the chain is long.
void FloatRanges::visitIntegers(Operation *op) {
  for (Value result : op->getResults())
    if (hasIntegers(result.getType()))
      integers.get(result);
}

void FloatRanges::visit(Operation *op) {
  auto getRange = [&](Value value) { return get(value); };
  auto set = [&](Value value, FloatRange range) { ranges[value] = range; };
  auto amaxOf = [&](Value init, FloatRange input) {
    return maximum(get(init), absolute(input));
  };
  Attribute constant;
  if (op->getNumResults() == 1 && matchPattern(op, m_Constant(&constant)))
    return set(op->getResult(0), getConstantRange(constant));
  if (op->getNumResults() == 0)
    return;
  if (isa<linalg::LinalgOp>(op))
    return visitLinalg(op);
  if (Value source = getMovedSource(op, Move::View | Move::Element))
    return set(op->getResult(0), get(source));
  TypeSwitch<Operation *>(op)
      .Case<QuantizeOp>([&](QuantizeOp quantize) {
        set(quantize.getCodes(), getCodesRange(quantize, *this));
        if (Value amax = quantize.getAmax())
          set(amax, amaxOf(quantize.getAmaxInit(), get(quantize.getInput())));
      })
      .Case<ConvertOp>([&](ConvertOp convert) {
        if (isEightBit(convert.getResultFormat()))
          set(convert.getResult(),
              saturate(get(convert.getInput()), convert.getResult().getType()));
        else
          set(convert.getResult(), get(convert.getInput()));
      })
      .Case<DequantizeOp>([&](DequantizeOp dequantize) {
        set(dequantize.getResult(), multiply(get(dequantize.getCodes()),
                                             get(dequantize.getScaleInv())));
      })
      .Case<AmaxOp>([&](AmaxOp amax) {
        set(amax.getResult(), amaxOf(amax.getInit(), get(amax.getInput())));
      })
      .Case<ComputeScaleOp>([&](ComputeScaleOp scale) {
        set(scale.getScale(), FloatRange::between(0.0, FloatRange::kInfinity));
        set(scale.getScaleInv(), getScaleInvRange(scale, *this));
      })
      .Case<ContractOp>([&](ContractOp contract) {
        FloatRange range = getContractRange(contract, *this);
        if (!contract.hasCodesResult())
          set(contract.getResult(), range);
        if (Value amax = contract.getAmax())
          set(amax, amaxOf(contract.getAmaxInit(), range));
      })
      .Case<InitOp>([&](InitOp init) {
        FloatRange range = getInitialRange(init);
        if (!init.makesCodes())
          set(init.getMain(), range);
        if (Value amax = init.getAmax())
          set(amax, absolute(range));
        if (Value wide = init.getWide())
          set(wide, range);
      })
      .Case<tensor::InsertSliceOp, tensor::InsertOp>([&](Operation *) {
        set(op->getResult(0),
            join(get(op->getOperand(0)), get(op->getOperand(1))));
      })
      .Case<tensor::ConcatOp, tensor::FromElementsOp>([&](Operation *) {
        FloatRange range = get(op->getOperand(0));
        for (Value operand : op->getOperands().drop_front())
          range = join(range, get(operand));
        set(op->getResult(0), range);
      })
      .Case<tensor::PadOp>([&](tensor::PadOp pad) {
        if (Value value = pad.getConstantPaddingValue())
          set(pad.getResult(), join(get(pad.getSource()), get(value)));
      })
      .Default([&](Operation *) {
        if (op->getNumResults() == 1)
          set(op->getResult(0), transferOp(op, getRange, integers));
      });
}
