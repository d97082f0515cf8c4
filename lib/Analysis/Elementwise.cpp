//===- Elementwise.cpp - ops that read at their own position --------------===//

#include "fp8/Analysis/Elementwise.h"
#include "fp8/Analysis/Movement.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::fp8;

bool mlir::fp8::hasOneElement(Type type) {
  auto shaped = dyn_cast<RankedTensorType>(type);
  return !shaped || (shaped.hasStaticShape() && shaped.getNumElements() == 1);
}

bool mlir::fp8::hasIntegers(Type type) {
  return getElementTypeOrSelf(type).isIntOrIndex();
}

bool mlir::fp8::isSplatOrEmpty(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  if (isa<tensor::EmptyOp>(op))
    return true;
  Attribute constant;
  if (!matchPattern(op, m_Constant(&constant)))
    return false;
  auto elements = dyn_cast<DenseElementsAttr>(constant);
  return !isa<ShapedType>(value.getType()) || (elements && elements.isSplat());
}

/// Returns true if `map` reads the operand at the index of the result, and the
/// shapes differ only in unit dimensions.
static bool insertsUnitDims(Type operand, Type result, AffineMap map) {
  auto from = dyn_cast<RankedTensorType>(operand);
  auto to = dyn_cast<RankedTensorType>(result);
  if (!from || !to || !from.hasStaticShape() || !to.hasStaticShape() ||
      from.getNumElements() != to.getNumElements())
    return false;
  int64_t previous = -1;
  for (AffineExpr expr : map.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim || static_cast<int64_t>(dim.getPosition()) <= previous)
      return false;
    previous = dim.getPosition();
  }
  return true;
}

Value mlir::fp8::getOutside(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto op = argument ? dyn_cast_or_null<linalg::LinalgOp>(
                           argument.getOwner()->getParentOp())
                     : nullptr;
  return op ? op.getMatchingOpOperand(argument)->get() : value;
}

/// Appends the values that the body captures to `scalars`. Returns false if an
/// op of the body may depend on its position, as `linalg.index` and
/// `tensor.extract` do.
static bool collectCaptures(Block &body, SmallVectorImpl<Value> &scalars) {
  for (Operation &op : body) {
    if (!op.hasTrait<OpTrait::IsTerminator>() &&
        !op.hasTrait<OpTrait::ConstantLike>() &&
        !OpTrait::hasElementwiseMappableTraits(&op))
      return false;
    for (Value operand : op.getOperands())
      if (operand.getParentBlock() != &body)
        scalars.push_back(operand);
  }
  return true;
}

static std::optional<Elementwise> matchLinalg(linalg::LinalgOp op) {
  if (op->getNumResults() != 1 || op.getNumParallelLoops() != op.getNumLoops())
    return std::nullopt;
  Elementwise match;
  if (!collectCaptures(*op.getBlock(), match.scalars))
    return std::nullopt;
  AffineMap resultMap = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  for (OpOperand &operand : op->getOpOperands()) {
    if (op.isDpsInit(&operand) && !op.payloadUsesValueFromOperand(&operand))
      continue;
    // If the maps are equal, each result element reads the operand at its own
    // index, even if the maps are not identities.
    AffineMap map = op.getMatchingIndexingMap(&operand);
    if (map == resultMap)
      match.aligned.push_back(operand.get());
    else if (hasOneElement(operand.get().getType()))
      match.scalars.push_back(operand.get());
    else if (resultMap.isIdentity() &&
             insertsUnitDims(operand.get().getType(),
                             op->getResult(0).getType(), map))
      match.aligned.push_back(operand.get());
    else
      return std::nullopt;
  }
  return match;
}

std::optional<Elementwise> mlir::fp8::matchElementwise(Operation *op) {
  if (!op || op->getNumResults() != 1 ||
      op->hasTrait<OpTrait::ConstantLike>() || isa<tensor::EmptyOp>(op))
    return std::nullopt;
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return matchLinalg(linalgOp);

  Elementwise match;
  if (Value source = getMovedSource(op, Move::Order)) {
    match.aligned.push_back(source);
    return match;
  }
  if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
    if (!hasOneElement(extract.getTensor().getType()))
      return std::nullopt;
    match.aligned.push_back(extract.getTensor());
    return match;
  }
  if (isa<tensor::SplatOp, tensor::FromElementsOp>(op)) {
    if (op->getNumOperands() != 1)
      return std::nullopt;
    match.scalars.push_back(op->getOperand(0));
    return match;
  }
  if (!OpTrait::hasElementwiseMappableTraits(op))
    return std::nullopt;
  bool isTensor = !hasOneElement(op->getResult(0).getType());
  for (Value operand : op->getOperands()) {
    bool isScalar = isTensor && hasOneElement(operand.getType());
    (isScalar ? match.scalars : match.aligned).push_back(operand);
  }
  return match;
}

UniformValues::UniformValues(Block &block) {
  for (Operation &op : block) {
    for (Value result : op.getResults())
      if (isSplatOrEmpty(result))
        uniform.insert(result);
    std::optional<Elementwise> match = matchElementwise(&op);
    if (match && llvm::all_of(match->aligned,
                              [&](Value value) { return contains(value); }))
      uniform.insert(op.getResult(0));
  }
}

bool UniformValues::contains(Value value) const {
  return hasOneElement(value.getType()) || uniform.contains(value);
}
