//===- BucketShape.h - tensor shapes of a kernel in a bucket ----*- C++ -*-===//
#ifndef FP8_IR_BUCKETSHAPE_H
#define FP8_IR_BUCKETSHAPE_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// The shapes of the tensors of a kernel in a bucket. Full tensors all have the
/// same one- or two-dimensional shape. Every other tensor has one element per
/// granule or rank 0.
struct BucketShape {
  SmallVector<int64_t, 2> extents;
  /// Number of elements per granule along each dimension, which is the divisor
  /// in the indexing maps of the body. Empty if no map divides.
  SmallVector<int64_t, 2> granule;

  /// Computes the shapes from the operands and the body of `kernel`.
  static BucketShape get(KernelOp kernel);

  int64_t getNumElements() const { return llvm::product_of(extents); }
  /// Returns the extents of the tensors with one element per granule.
  SmallVector<int64_t, 2> getNumGranules() const;
  bool isFull(ShapedType type) const {
    return type.getShape() == ArrayRef(extents);
  }
  bool isOfGranules(ShapedType type) const {
    return !granule.empty() && type.getShape() == ArrayRef(getNumGranules());
  }

  bool isMatrix() const { return extents.size() == 2; }
  /// Returns {r, c}: the generated function may assume that the number of rows
  /// of a matrix is a multiple of r, and the number of columns a multiple of c.
  /// There are three cases:
  /// - {1, 1}: nothing is known.
  /// - {1, v}: the columns are a multiple of the vector size v.
  /// - {rows of a block, lcm(columns of a block, v)}: in addition, blocks
  ///   divide the matrix, so no block is shorter than the others.
  std::array<int64_t, 2> getUnits() const;
};

} // namespace mlir::fp8

#endif // FP8_IR_BUCKETSHAPE_H
