//===- FlatDomain.h - the elements of a kernel in order ---------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_BUCKETS_FLATDOMAIN_H
#define FP8_LIB_KERNELS_BUCKETS_FLATDOMAIN_H

#include "fp8/IR/BucketShape.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::fp8 {

/// What elements of kernels share scales by, for those that show less of it:
/// elements that follow each other, and blocks of rows and columns. 0 where no
/// kernel shows it.
struct Granules {
  int64_t group = 0;
  std::array<int64_t, 2> block = {0, 0};
  bool haveBlocks() const { return block[0] != 0; }
};

/// The elements of a kernel in row-major order, and granules of them: groups of
/// so many that follow each other, the last of which may be shorter, or blocks
/// of a matrix, shorter at its edges. A tensor of a kernel that is walked so is
/// full, with one element per element, has one per granule, or is a scalar,
/// with one element in all.
class FlatDomain {
public:
  enum class Extent { Full, Granules, Scalar, Other };

  /// Reads the number of elements from the operands of `kernel`, and what a
  /// group is from its body. Where all elements are one group that is not
  /// there to be read: they are groups of `loneGroup`, unless that is 0 or
  /// less than there are elements. Nothing if groups of several sizes are
  /// found.
  static std::optional<FlatDomain> find(KernelOp kernel, int64_t loneGroup);

  /// The same for matrices, with blocks. Where rows or columns are one block,
  /// they are blocks of `loneBlock`, unless that is less than there are.
  /// Nothing if there are no blocks.
  static std::optional<FlatDomain> findBlocks(KernelOp kernel,
                                              std::array<int64_t, 2> loneBlock);

  Extent getExtent(Type type) const;
  /// `type`, of as many dimensions as the domain, or none.
  RankedTensorType flatten(Type type) const;
  /// Of a vector or a matrix.
  ArrayRef<int64_t> getExtents() const { return extents; }
  /// Along each dimension; empty if there are none.
  ArrayRef<int64_t> getGranule() const { return granule; }
  /// Of a matrix: what its columns are known as a multiple of.
  int64_t getColumnUnit() const {
    return BucketShape{extents, granule}.getUnits()[1];
  }
  /// Of a generic whose operands have an extent: of the loops that it has.
  Extent getLoops(linalg::GenericOp generic) const;
  /// Whether loops of `loops` are walked in the order of the elements of
  /// `operand`.
  bool walksInOrder(linalg::GenericOp generic, OpOperand &operand,
                    Extent loops) const;
  /// How as many loops as the domain has dimensions, or none, walk a tensor of
  /// `extent`.
  AffineMap getMap(MLIRContext *context, Extent loops, Extent extent) const;

private:
  int64_t getNumElements() const { return llvm::product_of(extents); }
  int64_t getNumGranules(unsigned dim) const {
    return llvm::divideCeil(extents[dim], granule[dim]);
  }
  SmallVector<int64_t, 2> getExtents(Extent extent) const;

  SmallVector<int64_t, 2> extents, granule;
};

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_BUCKETS_FLATDOMAIN_H
