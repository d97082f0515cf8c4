//===- FlatDomain.h - the flattened domain of a kernel ----------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_BUCKETS_FLATDOMAIN_H
#define FP8_LIB_KERNELS_BUCKETS_FLATDOMAIN_H

#include "fp8/IR/BucketShape.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::fp8 {

/// Sizes of scaling blocks found in a set of kernels, used for kernels that
/// have a single block and so do not determine its size. `group` counts
/// consecutive elements, `block` rows and columns. A size is 0 if no kernel
/// determines it.
struct Granules {
  int64_t group = 0;
  std::array<int64_t, 2> block = {0, 0};
  bool haveBlocks() const { return block[0] != 0; }
};

/// The elements of a kernel in row-major order, and their scaling blocks.
/// Scaling blocks are groups of consecutive elements, or blocks of a matrix.
/// The last group may be shorter, and blocks at the edges of the matrix may be
/// smaller.
///
/// Each tensor of a flattened kernel has one value per element (a full tensor),
/// one value per scaling block, or only one value (a scalar).
class FlatDomain {
public:
  enum class Extent { Full, Granules, Scalar, Other };

  /// Finds the number of elements from the operands of `kernel`, and the group
  /// size from its body. If all elements form one group, its size is unknown.
  /// The size is then `loneGroup`, or there are no groups if `loneGroup` is
  /// smaller than the number of elements. Returns std::nullopt if groups have
  /// several sizes.
  static std::optional<FlatDomain> find(KernelOp kernel, int64_t loneGroup);

  /// Finds the domain of a matrix with blocks. If a single block covers all
  /// rows or all columns, its size there is unknown. The larger of `loneBlock`
  /// and the extent is then used. Returns std::nullopt if there are no blocks.
  static std::optional<FlatDomain> findBlocks(KernelOp kernel,
                                              std::array<int64_t, 2> loneBlock);

  Extent getExtent(Type type) const;
  /// Returns `type` with the rank of the domain, or with rank 0.
  RankedTensorType flatten(Type type) const;
  /// Returns the extents of the vector or matrix.
  ArrayRef<int64_t> getExtents() const { return extents; }
  /// Returns the scaling block size along each dimension; empty if there are
  /// none.
  ArrayRef<int64_t> getGranule() const { return granule; }
  /// Matrices only: returns a divisor of the number of columns that generated
  /// code may assume.
  int64_t getColumnUnit() const {
    return BucketShape{extents, granule}.getUnits()[1];
  }
  /// Returns the kind of the loops of `generic`.
  Extent getLoops(linalg::GenericOp generic) const;
  /// Returns true if loops of kind `loops` access the elements of `operand` in
  /// row-major order.
  bool readsInOrder(linalg::GenericOp generic, OpOperand &operand,
                    Extent loops) const;
  /// Returns the indexing map for a tensor of kind `extent` in loops of kind
  /// `loops`. There is one loop per dimension of the domain, or no loop at all.
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
