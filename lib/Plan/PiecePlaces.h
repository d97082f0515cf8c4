//===- PiecePlaces.h - slices in which a piece is computed ------*- C++ -*-===//
#ifndef FP8_LIB_PLAN_PIECEPLACES_H
#define FP8_LIB_PLAN_PIECEPLACES_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::fp8 {

/// Returns true if `op` changes the shape of a tensor. Returns false for null.
bool isShapeChange(Operation *op);

/// Returns the value that `insert` inserts, before reshapes.
OpResult getPiece(tensor::InsertSliceOp insert);

/// Returns the type of the slice that `insert` writes. The whole tensor has the
/// identity layout, and the slice has the shape of the piece before reshapes.
/// Returns null if the slice is not static, or if it has no such shape without
/// a copy.
MemRefType getPlaceType(tensor::InsertSliceOp insert);

/// Returns true if the op that computes `piece` can write it to a buffer of
/// type `place`. cuDNN takes strides and offsets of a multiple of 16 bytes.
/// Row maxima and row sums of attention must be contiguous.
bool canWrite(OpResult piece, MemRefType place);

} // namespace mlir::fp8

#endif // FP8_LIB_PLAN_PIECEPLACES_H
