//===- PairSpace.h - the iteration space of an attention --------*- C++ -*-===//
//
// Frontends merge the batch and head dimensions, split them again, and
// transpose them. To see through this, each dimension of a tensor around an
// attention is described as a list of dimensions of one iteration space.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_RAISE_ATTENTION_PAIRSPACE_H
#define FP8_LIB_RAISE_ATTENTION_PAIRSPACE_H

#include "fp8/Analysis/Contraction.h"
#include "mlir/IR/Value.h"

#include <optional>

namespace mlir::fp8 {

/// The dimensions of the iteration space, in row-major order, that form one
/// dimension of a tensor. Empty for a dimension of extent 1.
using DimGroup = SmallVector<unsigned, 2>;

/// The indices at which a tensor is read: for each of its dimensions,
/// dimensions of the iteration space.
struct TensorAccess {
  SmallVector<DimGroup> dims;

  bool operator==(const TensorAccess &other) const {
    return dims == other.dims;
  }
  bool has(unsigned d) const;
  /// Returns the dimensions of the space in all groups, in order.
  SmallVector<unsigned> getDims() const;
};

/// The elements of a tensor at an access.
struct AccessedTensor {
  Value tensor;
  TensorAccess access;

  bool operator==(const AccessedTensor &other) const {
    return tensor == other.tensor && access == other.access;
  }
};

/// The iteration space of one attention: row dimensions, then `j` (keys), `d`
/// and `e`. If a reshape splits a row dimension further, the space records the
/// split, and the attention is matched again with the new dimensions.
class PairSpace {
public:
  /// Creates the space for a tensor of pairs (of queries and keys) with shape
  /// `shape`. Its dimension `key` enumerates the keys.
  PairSpace(ArrayRef<int64_t> shape, unsigned key);

  unsigned getNumRowDims() const { return extents.size() - 3; }
  unsigned getJ() const { return extents.size() - 3; }
  unsigned getD() const { return extents.size() - 2; }
  unsigned getE() const { return extents.size() - 1; }
  int64_t getExtent(unsigned d) const { return extents[d]; }
  /// Sets the extent of `d` or `e`. Returns false if a different extent is
  /// known.
  bool setExtent(unsigned d, int64_t extent);

  /// Returns the access of the tensor of pairs.
  TensorAccess getPairAccess() const;

  /// If a reshape, transpose, broadcast or copy computes `result`, returns its
  /// source with the corresponding access. Otherwise returns std::nullopt.
  std::optional<AccessedTensor> stepBack(const AccessedTensor &result);
  /// If `op` is such a layout op on `source`, returns its result with the
  /// corresponding access. Otherwise returns std::nullopt.
  std::optional<AccessedTensor> stepForward(Operation *op,
                                            const AccessedTensor &source);
  /// Follows `value` back through layout ops and, if `throughCasts`, through
  /// casts between wide float types.
  AccessedTensor trace(AccessedTensor value, bool throughCasts = false);
  /// Follows `value` forward through layout ops that are its only readers.
  AccessedTensor follow(AccessedTensor value);

  /// Returns, for each loop of `map`, the dimensions of the iteration space
  /// that form it, if the operand with indexing map `map` is read at `access`.
  /// Loops that this operand does not have get no value.
  std::optional<SmallVector<std::optional<DimGroup>>>
  bindLoops(AffineMap map, const TensorAccess &access) const;
  /// Returns the access of a tensor of type `type` with indexing map `map`,
  /// given the dimensions of each loop. A constant index is supported only for
  /// dimensions of extent 1.
  static std::optional<TensorAccess>
  getAccess(AffineMap map, ArrayRef<std::optional<DimGroup>> loops,
            Type type = {});

  /// Returns true if a split has been recorded since the last call of
  /// applySplits().
  bool needsSplits() const { return wasSplit; }
  void applySplits();

private:
  /// Returns the access of `other`, given the access `known` of the opposite
  /// side of the layout op `op`. `other` is the operand or the result of `op`.
  std::optional<TensorAccess> cross(Operation *op, const TensorAccess &known,
                                    Value other);
  /// Divides the dimensions in `group` among tensor dimensions of `shape`. If a
  /// dimension would belong to two of them, records a split and returns
  /// std::nullopt.
  std::optional<SmallVector<DimGroup>> divide(const DimGroup &group,
                                              ArrayRef<int64_t> shape);
  /// Records that row dimension `d` is split, with an outer part of `extent`.
  void recordSplit(unsigned d, int64_t extent);
  /// Computes the extents from `parts`. Row dimensions of extent 1 are left
  /// out.
  void compute();

  unsigned key;
  /// For each dimension of the tensor of pairs, the extents of the parts into
  /// which it is split, at present and after applySplits().
  SmallVector<SmallVector<int64_t>> parts, splitParts;
  SmallVector<int64_t> extents;
  bool wasSplit = false;
};

} // namespace mlir::fp8

#endif // FP8_LIB_RAISE_ATTENTION_PAIRSPACE_H
