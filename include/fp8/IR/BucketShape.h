//===- BucketShape.h - the tensors of a kernel in a bucket ------*- C++ -*-===//
#ifndef FP8_IR_BUCKETSHAPE_H
#define FP8_IR_BUCKETSHAPE_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// What the tensors of a kernel under `bucket` are: full, of one shape of one
/// or two dimensions; with an element per granule; or of no dimension.
struct BucketShape {
  SmallVector<int64_t, 2> extents;
  /// By what indexing maps in the body divide, per dimension; empty if none
  /// does.
  SmallVector<int64_t, 2> granule;

  /// Of operands and body of `kernel`.
  static BucketShape get(KernelOp kernel);

  int64_t getNumElements() const { return llvm::product_of(extents); }
  /// Of the tensors with an element per granule.
  SmallVector<int64_t, 2> getNumGranules() const;
  bool isFull(ShapedType type) const {
    return type.getShape() == ArrayRef(extents);
  }
  bool isOfGranules(ShapedType type) const {
    return !granule.empty() && type.getShape() == ArrayRef(getNumGranules());
  }

  bool isMatrix() const { return extents.size() == 2; }
  /// What one function knows of the rows and columns of a matrix: multiples of
  /// what they are. There are three such functions. Columns may be a multiple
  /// of what vectors access at once; blocks may divide the matrix besides, and
  /// none is shorter.
  std::array<int64_t, 2> getUnits() const;
};

} // namespace mlir::fp8

#endif // FP8_IR_BUCKETSHAPE_H
