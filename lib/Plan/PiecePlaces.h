//===- PiecePlaces.h - slices in which a piece is computed ------*- C++ -*-===//
#ifndef FP8_LIB_PLAN_PIECEPLACES_H
#define FP8_LIB_PLAN_PIECEPLACES_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::fp8 {

/// Returns the value that `insert` inserts, before reshapes.
OpResult getPiece(tensor::InsertSliceOp insert);

/// Returns the type of the slice that `insert` writes, with identity layout of
/// the whole, in the shape of the piece before reshapes. Returns null if the
/// slice is not static, or if it has no such shape without a copy.
MemRefType getPlaceType(tensor::InsertSliceOp insert);

/// Returns true if the op that computes `piece` can write it to a buffer of
/// type `place`. cuDNN takes strides and offsets of a multiple of 16 bytes; the
/// numbers of rows that attention returns are contiguous for it.
bool canWrite(OpResult piece, MemRefType place);

} // namespace mlir::fp8

#endif // FP8_LIB_PLAN_PIECEPLACES_H
