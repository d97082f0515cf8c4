//===- Boxes.h - what of a buffer is read and written -----------*- C++ -*-===//
#ifndef FP8_LIB_PLAN_BOXES_H
#define FP8_LIB_PLAN_BOXES_H

#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::fp8 {

/// The elements of a slice whose offsets and sizes are known, without gaps.
struct Box {
  ArrayRef<int64_t> offsets;
  ArrayRef<int64_t> sizes;

  /// None where the elements are not known or have gaps.
  static std::optional<Box> get(OffsetSizeAndStrideOpInterface slice);

  int64_t getEnd(unsigned dim) const { return offsets[dim] + sizes[dim]; }
  bool operator==(const Box &other) const {
    return offsets == other.offsets && sizes == other.sizes;
  }
  bool overlaps(const Box &other) const;
  /// Whether the elements lie one behind the other in a tensor of `shape`.
  bool isContiguous(ArrayRef<int64_t> shape) const;
};

/// When a box is read or written.
struct Access {
  Box box;
  Operation *op;
  /// The operand that reads it, null where it is written.
  OpOperand *reader;
  /// The number of the piece that is written.
  unsigned piece;
};

/// Calls `check` with groups of accesses until it fails: those of different
/// groups have no element in common. Sorting finds the groups, one dimension
/// after the other, so that the many pieces of a tensor need not be compared
/// with each other.
bool checkGroups(MutableArrayRef<Access> accesses,
                 llvm::function_ref<bool(ArrayRef<Access>)> check,
                 unsigned dim = 0);

} // namespace mlir::fp8

#endif // FP8_LIB_PLAN_BOXES_H
