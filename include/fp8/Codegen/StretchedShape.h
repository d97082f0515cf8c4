//===- StretchedShape.h - symbolic stand-in extents -------------*- C++ -*-===//
#ifndef FP8_CODEGEN_STRETCHEDSHAPE_H
#define FP8_CODEGEN_STRETCHEDSHAPE_H

#include "fp8/IR/BucketShape.h"

namespace mlir::fp8 {

/// Symbolic stand-in extents, with which the code of a multi-tensor launch
/// (bucket) is planned in place of the extents of each tensor. The stand-in
/// extent of a vector exceeds the size of every chunk, so the code does not
/// depend on it. The code for a matrix does depend on the rows and columns, as
/// strides and as block boundaries. Their stand-in extents are therefore
/// multiples of primes, so that each number in a plan identifies the expression
/// it stands for.
class StretchedShape {
public:
  /// Chooses stand-in extents for tensors like `shape`.
  explicit StretchedShape(const BucketShape &shape);

  const BucketShape &getShape() const { return shape; }
  bool isMatrix() const { return shape.isMatrix(); }

  /// A number that depends on the extents of a tensor: factor * ceil(extent of
  /// `dim` / divisor), or `factor` if there is no `dim`.
  struct Number {
    int64_t factor;
    std::optional<unsigned> dim;
    int64_t divisor = 1;
    int64_t evaluate(const BucketShape &tensor) const;
  };
  /// Returns the expression that a number in a plan for a matrix stands for.
  Number read(int64_t number) const;

  /// Registers the number of panels of `columns` columns per row as a number
  /// that the plan may contain.
  void addPanels(int64_t columns) { addUnit(1, columns); }
  /// Returns true if every number in a plan identifies its expression uniquely.
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
