//===- PiecePlaces.cpp - slices in which a piece is computed --------------===//

#include "PiecePlaces.h"
#include "Boxes.h"
#include "fp8/IR/DecomposeAttention.h"
#include "fp8/IR/FP8.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::fp8;

/// Alignment of the slices that a library writes, in bits.
static constexpr int64_t kLibraryAlignment = 128;

bool mlir::fp8::isShapeChange(Operation *op) {
  return isa_and_nonnull<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op);
}

OpResult mlir::fp8::getPiece(tensor::InsertSliceOp insert) {
  Value source = insert.getSource();
  while (isShapeChange(source.getDefiningOp()))
    source = source.getDefiningOp()->getOperand(0);
  return dyn_cast<OpResult>(source);
}

MemRefType mlir::fp8::getPlaceType(tensor::InsertSliceOp insert) {
  std::optional<Box> box = Box::get(insert);
  RankedTensorType whole = insert.getDestType();
  if (!box || !whole.hasStaticShape())
    return {};
  SmallVector<int64_t> ones(box->sizes.size(), 1);
  MemRefType place = memref::SubViewOp::inferRankReducedResultType(
      insert.getSourceType().getShape(),
      MemRefType::get(whole.getShape(), whole.getElementType()), box->offsets,
      box->sizes, ones);
  // Undo the reshapes between the piece and the slice, the last one first.
  Operation *op = insert.getSource().getDefiningOp();
  for (; place && isShapeChange(op); op = op->getOperand(0).getDefiningOp()) {
    auto type = cast<RankedTensorType>(op->getOperand(0).getType());
    if (!type.hasStaticShape())
      return {};
    if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
      SmallVector<ReassociationIndices> groups =
          expand.getReassociationIndices();
      place = memref::CollapseShapeOp::isGuaranteedCollapsible(place, groups)
                  ? memref::CollapseShapeOp::computeCollapsedType(place, groups)
                  : MemRefType();
      continue;
    }
    FailureOr<MemRefType> expanded = memref::ExpandShapeOp::computeExpandedType(
        place, type.getShape(),
        cast<tensor::CollapseShapeOp>(op).getReassociationIndices());
    place = succeeded(expanded) ? *expanded : MemRefType();
  }
  return place;
}

bool mlir::fp8::canWrite(OpResult piece, MemRefType place) {
  Operation *op = piece.getOwner();
  if (!isAttention(op))
    return isa<KernelOp>(op);
  if (isa<AttentionOp>(op) && piece.getResultNumber() != 0)
    return false;
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  if (failed(place.getStridesAndOffset(strides, offset)))
    return false;
  int64_t unit = kLibraryAlignment / place.getElementTypeBitWidth();
  bool isLast = true;
  for (auto [extent, stride] :
       llvm::reverse(llvm::zip_equal(place.getShape(), strides))) {
    if (extent == 1)
      continue;
    if (isLast ? stride != 1 : stride % unit != 0)
      return false;
    isLast = false;
  }
  return offset % unit == 0;
}
