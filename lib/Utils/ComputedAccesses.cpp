//===- ComputedAccesses.cpp - reads at computed positions -----------------===//

#include "fp8/Utils/ComputedAccesses.h"

#include "fp8/Analysis/IndexBounds.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns the minimum and the maximum of `expr`, or std::nullopt if it is not
/// a sum of multiples of loops.
static std::optional<std::pair<__int128, __int128>>
getInterval(AffineExpr expr, ArrayRef<int64_t> extents) {
  SmallVector<int64_t> coefficients;
  if (failed(getFlattenedAffineExpr(expr, extents.size(), /*numSymbols=*/0,
                                    &coefficients)) ||
      coefficients.size() != extents.size() + 1)
    return std::nullopt;
  __int128 least = coefficients.back(), largest = coefficients.back();
  for (auto [coefficient, extent] : llvm::zip(coefficients, extents)) {
    __int128 end = static_cast<__int128>(coefficient) * (extent - 1);
    (end < 0 ? least : largest) += end;
  }
  return std::make_pair(least, largest);
}

LogicalResult mlir::fp8::checkAccesses(linalg::LinalgOp op) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  if (op.hasDynamicShape() || llvm::is_contained(extents, 0))
    return success();
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
      auto interval = getInterval(expr, extents);
      int64_t extent = op.getShape(&operand)[dim];
      if (interval && (interval->first < 0 || interval->second >= extent))
        return op.emitError("expected indexing map #")
               << operand.getOperandNumber() << " to stay inside of dimension "
               << dim << " of extent " << extent << ", but it goes from "
               << static_cast<int64_t>(interval->first) << " to "
               << static_cast<int64_t>(interval->second);
    }
  }
  return success();
}

SmallVector<Value> mlir::fp8::createIndices(OpBuilder &b, Location loc,
                                            ArrayRef<AffineExpr> exprs,
                                            unsigned numLoops) {
  SmallVector<Value> loops;
  for (unsigned i = 0; i != numLoops; ++i)
    loops.push_back(linalg::IndexOp::create(b, loc, i));
  return llvm::map_to_vector(exprs, [&](AffineExpr expr) {
    return affine::expandAffineExpr(b, loc, expr, loops, {});
  });
}

Value PlacedTensor::createElement(OpBuilder &b, Location loc,
                                  Value around) const {
  Value isInside;
  SmallVector<Value> indices;
  IntRanges ranges;
  auto type = cast<RankedTensorType>(tensor.getType());
  for (auto [dim, offset] : llvm::enumerate(offsets)) {
    Value index = linalg::IndexOp::create(b, loc, dim);
    if (type.getDimSize(dim) == loops[dim] && isConstantIntValue(offset, 0)) {
      indices.push_back(index);
      continue;
    }
    OpFoldResult start = createNearestStart(
        b, ranges, loc, offset, type.getDimSize(dim), /*stride=*/1, loops[dim]);
    Value position = arith::SubIOp::create(
        b, loc, index, getValueOrCreateConstantIndexOp(b, loc, start));
    Value nearest = createNearestIndex(b, loc, position, type.getDimSize(dim));
    indices.push_back(nearest);
    Value isHere = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                         position, nearest);
    isInside = isInside
                   ? arith::AndIOp::create(b, loc, isInside, isHere).getResult()
                   : isHere;
  }
  Value element = tensor::ExtractOp::create(b, loc, tensor, indices);
  return isInside ? arith::SelectOp::create(b, loc, isInside, element, around)
                  : element;
}
