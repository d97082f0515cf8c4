//===- ColumnCodes.cpp - codes with a scale per column --------------------===//

#include "ColumnCodes.h"
#include "fp8/Utils/CreateElements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"

using namespace mlir;
using namespace mlir::fp8;

bool mlir::fp8::hasColumnScales(QuantizeOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getInput().getType());
  GranularityAttr granularity = op.getGranularityOrTensor();
  if (!type || type.getRank() != 2 || !type.getElementType().isF32() ||
      granularity.getKind() != GranularityKind::Block || op.getWithAmax() ||
      op.getRounding() != RoundingMode::NearestEven)
    return false;
  return granularity.getExtent(0, 2) == type.getDimSize(0) &&
         granularity.getExtent(1, 2) == 1 &&
         getElementTypeOrSelf(op.getScaleInvInit().getType()).isF32();
}

/// Returns the amaxes of the columns over the rows of all ranks.
static Value createAmaxes(ImplicitLocOpBuilder &b, Value rows, ArrayAttr axes) {
  auto type = cast<RankedTensorType>(rows.getType());
  auto amaxType =
      RankedTensorType::get({1, type.getDimSize(1)}, b.getF32Type());
  auto granularity =
      GranularityAttr::get(b.getContext(), GranularityKind::Block,
                           ArrayRef<int64_t>{type.getDimSize(0), 1});
  // Rows of padding are zeros, which change no amax.
  Value zeros = arith::ConstantOp::create(b, b.getZeroAttr(amaxType));
  Value own = AmaxOp::create(b, rows, zeros, granularity).getResult();
  Value init = tensor::EmptyOp::create(b, amaxType.getShape(), b.getF32Type());
  return AllReduceOp::create(b, amaxType, own, init, ReductionKind::Max, axes)
      .getResult();
}

/// Returns `rows` times the scale of each column.
static Value multiply(ImplicitLocOpBuilder &b, Value rows, Value scales) {
  auto type = cast<RankedTensorType>(rows.getType());
  AffineMap maps[] = {b.getMultiDimIdentityMap(2),
                      AffineMap::get(2, 0, b.getAffineDimExpr(1))};
  return createElements(
      b, b.getLoc(), type.clone(b.getF32Type()), {rows, scales},
      [](ArithmeticBuilder &inner, ValueRange elements) {
        return inner.mul(elements[0], elements[1]);
      },
      maps);
}

void mlir::fp8::gatherColumnCodes(ImplicitLocOpBuilder &b, QuantizeOp op,
                                  Value rows, ArrayAttr axes) {
  Value amaxes = createAmaxes(b, rows, axes);
  SmallVector<ReassociationIndices> all = {{0, 1}};
  Value flat = tensor::CollapseShapeOp::create(b, amaxes, all);
  auto scales = ComputeScaleOp::create(b, flat, Value(), op.getFormat(),
                                       op.getScalingAttr());
  Value one = arith::ConstantOp::create(
      b,
      DenseElementsAttr::get(RankedTensorType::get({}, b.getF32Type()), 1.0f));
  auto codesType = cast<RankedTensorType>(op.getCodes().getType());
  auto rowsType = cast<RankedTensorType>(rows.getType());
  Value ownInit = tensor::EmptyOp::create(b, rowsType.getShape(),
                                          codesType.getElementType());
  // The rows are already scaled. The multiplication by the scale 1 changes no
  // bit.
  auto own =
      QuantizeOp::create(b, multiply(b, rows, scales.getScale()), one, ownInit);
  own->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  Value init = tensor::EmptyOp::create(b, codesType, ValueRange());
  op.getCodes().replaceAllUsesWith(
      AllGatherOp::create(b, codesType, own.getCodes(), init, axes,
                          /*order=*/StreamOrderAttr())
          .getResult());
  Value inverses = tensor::ExpandShapeOp::create(b, amaxes.getType(),
                                                 scales.getScaleInv(), all);
  op.getScaleInv().replaceAllUsesWith(inverses);
}
