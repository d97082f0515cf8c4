//===- PairSpace.h - the iteration space of an attention --------*- C++ -*-===//
//
// Frontends collapse batch and heads to one dimension, split them again and
// transpose them. Every tensor around an attention is therefore described by
// the dimensions of one iteration space that each of its dimensions consists
// of.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_RAISE_ATTENTION_PAIRSPACE_H
#define FP8_LIB_RAISE_ATTENTION_PAIRSPACE_H

#include "fp8/Analysis/Contraction.h"
#include "mlir/IR/Value.h"

#include <optional>

namespace mlir::fp8 {

/// The dimensions of the iteration space, in row-major order, that one
/// dimension of a tensor consists of. None for a dimension of extent 1.
using DimGroup = SmallVector<unsigned, 2>;

/// The dimensions of the iteration space that a tensor is read at.
struct TensorAccess {
  SmallVector<DimGroup> dims;

  bool operator==(const TensorAccess &other) const {
    return dims == other.dims;
  }
  bool has(unsigned d) const;
  /// Returns the dimensions of all groups, in order.
  SmallVector<unsigned> getDims() const;
};

/// The value of a tensor at an access.
struct AccessedTensor {
  Value tensor;
  TensorAccess access;

  bool operator==(const AccessedTensor &other) const {
    return tensor == other.tensor && access == other.access;
  }
};

/// The iteration space of one attention: row dimensions, `j`, `d` and `e`.
/// A reshape may split a row dimension into parts that the space does not have.
/// The space then records the split, and the attention is matched again.
class PairSpace {
public:
  /// Creates the space of a tensor of pairs of `shape`, whose dimension `key`
  /// counts the keys.
  PairSpace(ArrayRef<int64_t> shape, unsigned key);

  unsigned getNumRowDims() const { return extents.size() - 3; }
  unsigned getJ() const { return extents.size() - 3; }
  unsigned getD() const { return extents.size() - 2; }
  unsigned getE() const { return extents.size() - 1; }
  int64_t getExtent(unsigned d) const { return extents[d]; }
  /// Sets the extent of `d` or `e`. Returns false if it has another.
  bool setExtent(unsigned d, int64_t extent);

  /// Returns the access of the tensor of pairs.
  TensorAccess getPairAccess() const;

  /// Returns the access of the source of a reshape, transpose, broadcast or
  /// copy, for an access of its result. Returns none for another op.
  std::optional<AccessedTensor> stepBack(const AccessedTensor &result);
  /// Returns the result of `op`, which reads `source` and computes nothing.
  std::optional<AccessedTensor> stepForward(Operation *op,
                                            const AccessedTensor &source);
  /// Returns the origin of `value` through layout ops and, if `throughCasts`,
  /// casts between wide float types.
  AccessedTensor trace(AccessedTensor value, bool throughCasts = false);
  /// Returns the last of the layout ops after `value` that nothing else reads.
  AccessedTensor follow(AccessedTensor value);

  /// Returns the groups of the loops of `op`, for the access of the tensor that
  /// `map` reads. Loops that it does not read have no value.
  std::optional<SmallVector<std::optional<DimGroup>>>
  bindLoops(AffineMap map, const TensorAccess &access) const;
  /// Returns the access through `map`, whose loops are bound to `loops`, of a
  /// tensor of `type`. A constant index only accesses an extent of 1.
  static std::optional<TensorAccess>
  getAccess(AffineMap map, ArrayRef<std::optional<DimGroup>> loops,
            Type type = {});

  /// Returns true if a split was recorded since the space was created or the
  /// last call of applySplits().
  bool needsSplits() const { return wasSplit; }
  void applySplits();

private:
  /// Returns the access of `other`, the operand or the result of the layout op
  /// `op`, for the access `known` of the other one of the two.
  std::optional<TensorAccess> cross(Operation *op, const TensorAccess &known,
                                    Value other);
  /// Divides `group` among dimensions of `shape`. Records a split if a
  /// dimension lies in two of them.
  std::optional<SmallVector<DimGroup>> divide(const DimGroup &group,
                                              ArrayRef<int64_t> shape);
  /// Records that row dimension `d` starts with a part of `extent`.
  void recordSplit(unsigned d, int64_t extent);
  /// Sets the extents. Row dimensions of extent 1 are left out.
  void compute();

  unsigned key;
  /// For each dimension of the tensor of pairs, the extents of its parts.
  SmallVector<SmallVector<int64_t>> parts, splitParts;
  SmallVector<int64_t> extents;
  bool wasSplit = false;
};

} // namespace mlir::fp8

#endif // FP8_LIB_RAISE_ATTENTION_PAIRSPACE_H
