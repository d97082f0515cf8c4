//===- PermutedRows.cpp - rows along another dimension --------------------===//
//
// An update may read a gradient transposed. Ranks exchange rows of the first
// dimension, so the gradient is transposed before the exchange.
//
//===----------------------------------------------------------------------===//

#include "ShardRewriter.h"

#include "fp8/Analysis/Elementwise.h"
#include "fp8/IR/CloneOp.h"
#include "fp8/Utils/Views.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

/// Transposes `value` so that dimension `dim` is the first one, and all others
/// keep their order.
static Value moveToFront(ImplicitLocOpBuilder &b, Value value, unsigned dim) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> permutation = {dim};
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (i != dim)
      permutation.push_back(i);
  return createTranspose(b, b.getLoc(), value, permutation);
}

/// Returns true if only this update reads the sum. Each rank then needs only
/// its own rows of the sum.
bool ShardRewriter::isScatterable(Value value) {
  auto sum = value.getDefiningOp<AllReduceOp>();
  return sum && value.hasOneUse() && hasShardAxis(sum);
}

/// Returns the slices of `whole` along `dim` that belong to this rank. In the
/// result, `dim` is the first dimension.
Value ShardRewriter::getRowsAlong(Value whole, unsigned dim, RowCut cut) {
  if (dim == 0)
    return getRows(whole, cut);
  auto type = cast<RankedTensorType>(whole.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape.erase(shape.begin() + dim);
  shape.insert(shape.begin(), cut.perRank);
  if (isSplatOrEmpty(whole))
    return createSplat(whole, type.clone(shape));
  ImplicitLocOpBuilder b = rows.after(whole);
  if (isScatterable(whole)) {
    auto sum = whole.getDefiningOp<AllReduceOp>();
    b.setInsertionPoint(sum);
    Value input = moveToFront(b, sum.getInput(), dim);
    auto frontType = cast<RankedTensorType>(input.getType());
    Value init =
        tensor::EmptyOp::create(b, frontType.getShape(), type.getElementType());
    auto front = AllReduceOp::create(b, frontType, input, init, sum.getKind(),
                                     sum.getAxes());
    return rows.reduceScatter(front, cut);
  }
  Operation *op = whole.getDefiningOp();
  if (op && whole.hasOneUse() && OpTrait::hasElementwiseMappableTraits(op) &&
      op->getNumResults() == 1) {
    SmallVector<Value> operands(op->getOperands());
    for (Value &operand : operands)
      if (isa<RankedTensorType>(operand.getType()))
        operand = getRowsAlong(operand, dim, cut);
    b = rows.after(whole);
    return cloneWithOperands(b, op, type.clone(shape), operands)->getResult(0);
  }
  return getRows(moveToFront(b, whole, dim), cut);
}

/// Returns the position of loop 0 in the results of `map`, if it has one.
std::optional<unsigned> ShardRewriter::findRowDim(AffineMap map) {
  for (auto [i, expr] : llvm::enumerate(map.getResults()))
    if (expr == getAffineDimExpr(0, map.getContext()))
      return i;
  return std::nullopt;
}

/// Returns the maps of an update for inputs whose row dimension comes first.
ArrayAttr ShardRewriter::getRowMaps(UpdateOp op) {
  ArrayAttr maps = op.getIndexingMapsAttr();
  if (!maps)
    return {};
  SmallVector<Attribute> result;
  for (Attribute attribute : maps) {
    AffineMap map = cast<AffineMapAttr>(attribute).getValue();
    std::optional<unsigned> dim = findRowDim(map);
    if (dim.value_or(0) != 0) {
      SmallVector<AffineExpr> exprs(map.getResults());
      exprs.erase(exprs.begin() + *dim);
      exprs.insert(exprs.begin(), map.getResult(*dim));
      map = AffineMap::get(map.getNumDims(), 0, exprs, op.getContext());
    }
    result.push_back(AffineMapAttr::get(map));
  }
  return ArrayAttr::get(op.getContext(), result);
}
