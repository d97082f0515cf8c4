//===- StretchedShape.h - extents that stand for others ---------*- C++ -*-===//
#ifndef FP8_CODEGEN_STRETCHEDSHAPE_H
#define FP8_CODEGEN_STRETCHEDSHAPE_H

#include "fp8/IR/BucketShape.h"

namespace mlir::fp8 {

/// The extents that the code of a bucket is planned with, in place of those of
/// each tensor. A vector is longer than any chunk, so that nothing about its
/// extent shows in the code. Rows and columns of a matrix do show, as strides
/// and where blocks end: they are made of primes, by which the numbers of a
/// plan tell what they stand for.
class StretchedShape {
public:
  /// For tensors such as those of `shape`.
  explicit StretchedShape(const BucketShape &shape);

  const BucketShape &getShape() const { return shape; }
  bool isMatrix() const { return shape.isMatrix(); }

  /// A number that depends on the extents of a tensor:
  /// factor * ceil(extent of `dim` / divisor), or `factor` without a `dim`.
  struct Number {
    int64_t factor;
    std::optional<unsigned> dim;
    int64_t divisor = 1;
    int64_t evaluate(const BucketShape &tensor) const;
  };
  /// What a number of a plan for a matrix stands for.
  Number read(int64_t number) const;

  /// The panels of so many columns that a row has are a number of the plan.
  void addPanels(int64_t columns) { addUnit(1, columns); }
  /// Whether what numbers stand for is told by them alone.
  bool isReadable() const;

private:
  struct Unit {
    unsigned dim;
    int64_t divisor;
    int64_t value;
  };
  void addUnit(unsigned dim, int64_t divisor);

  BucketShape shape;
  SmallVector<Unit, 5> units;
};

} // namespace mlir::fp8

#endif // FP8_CODEGEN_STRETCHEDSHAPE_H
