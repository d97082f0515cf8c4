//===- IntRanges.cpp - ranges of integers ---------------------------------===//

#include "fp8/Analysis/IntRanges.h"
#include "fp8/Analysis/Elementwise.h"
#include "fp8/Analysis/Movement.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::fp8;

static ConstantIntRanges getAll(Value value) {
  return ConstantIntRanges::maxRange(ConstantIntRanges::getStorageBitwidth(
      getElementTypeOrSelf(value.getType())));
}

static ConstantIntRanges getHalfOpen(int64_t from, int64_t to) {
  return ConstantIntRanges::fromSigned(APInt(64, from, /*isSigned=*/true),
                                       APInt(64, to - 1, /*isSigned=*/true));
}

void IntRanges::assume(Value value, const ConstantIntRanges &range) {
  ranges.clear();
  ranges.try_emplace(value, range);
}

ConstantIntRanges IntRanges::get(Value value) {
  assert(hasIntegers(value.getType()) && "expected integers");
  auto it = ranges.find(value);
  if (it != ranges.end())
    return it->second;
  ConstantIntRanges range = compute(value);
  ranges.try_emplace(value, range);
  return range;
}

ConstantIntRanges IntRanges::compute(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return computeArgument(argument);
  Operation *op = value.getDefiningOp();
  if (auto index = dyn_cast<linalg::IndexOp>(op)) {
    auto loops = cast<linalg::LinalgOp>(index->getParentOp());
    int64_t extent = loops.getStaticLoopRanges()[index.getDim()];
    // An empty loop has no index, so no range.
    return ShapedType::isDynamic(extent) || extent == 0
               ? getAll(value)
               : getHalfOpen(0, extent);
  }
  if (Value source =
          getMovedSource(op, Move::Order | Move::Slice | Move::Element))
    return get(source);
  if (auto loops = dyn_cast<linalg::LinalgOp>(op)) {
    // A reduction result may also be its init.
    if (loops.getNumParallelLoops() != loops.getNumLoops())
      return getAll(value);
    return get(loops.getBlock()->getTerminator()->getOperand(
        cast<OpResult>(value).getResultNumber()));
  }
  if (auto inferable = dyn_cast<InferIntRangeInterface>(op))
    return computeResult(inferable, value);
  return getAll(value);
}

ConstantIntRanges IntRanges::computeArgument(BlockArgument argument) {
  Operation *parent = argument.getOwner()->getParentOp();
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(parent)) {
    OpOperand *operand = linalgOp.getMatchingOpOperand(argument);
    // Arguments for destinations are not tracked.
    return linalgOp.isDpsInput(operand) ? get(operand->get())
                                        : getAll(argument);
  }
  auto loop = dyn_cast<LoopLikeOpInterface>(parent);
  if (!loop || loop.getSingleInductionVar() != Value(argument) ||
      !argument.getType().isIndex())
    return getAll(argument);
  auto getBound = [](std::optional<OpFoldResult> bound) {
    return bound ? getConstantIntValue(*bound) : std::nullopt;
  };
  std::optional<int64_t> from = getBound(loop.getSingleLowerBound()),
                         to = getBound(loop.getSingleUpperBound()),
                         step = getBound(loop.getSingleStep());
  if (!from || !to || !step || *step <= 0 || *from >= *to)
    return getAll(argument);
  return getHalfOpen(*from, *to);
}

ConstantIntRanges IntRanges::computeResult(InferIntRangeInterface op,
                                           Value value) {
  ConstantIntRanges result = getAll(value);
  // Upstream reads the first element of each constant.
  auto type = dyn_cast<ShapedType>(value.getType());
  if (type && type.hasStaticShape() && type.getNumElements() == 0)
    return result;
  SmallVector<ConstantIntRanges> operands;
  for (Value operand : op->getOperands()) {
    if (!hasIntegers(operand.getType()))
      return result;
    operands.push_back(get(operand));
  }
  op.inferResultRanges(operands, [&](Value to, const ConstantIntRanges &range) {
    if (to == value)
      result = range;
  });
  return result;
}
