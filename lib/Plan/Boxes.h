//===- Boxes.h - accessed parts of buffers ----------------------*- C++ -*-===//
#ifndef FP8_LIB_PLAN_BOXES_H
#define FP8_LIB_PLAN_BOXES_H

#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::fp8 {

/// The elements of a slice with static offsets and sizes and unit strides.
struct Box {
  ArrayRef<int64_t> offsets;
  ArrayRef<int64_t> sizes;

  /// Returns the box of `slice`, or std::nullopt if the slice is not static or
  /// has gaps.
  static std::optional<Box> get(OffsetSizeAndStrideOpInterface slice);

  int64_t getEnd(unsigned dim) const { return offsets[dim] + sizes[dim]; }
  bool operator==(const Box &other) const {
    return offsets == other.offsets && sizes == other.sizes;
  }
  bool overlaps(const Box &other) const;
  /// Returns true if the elements are contiguous in a tensor of `shape`.
  bool isContiguous(ArrayRef<int64_t> shape) const;
};

/// A read or write of a box.
struct Access {
  Box box;
  Operation *op;
  /// The operand that reads the box; null for a write.
  OpOperand *reader;
  /// Index of the piece that is written.
  unsigned piece;
};

/// Calls `check` with groups of accesses until it fails. Accesses of different
/// groups are disjoint. Groups are found by sorting along one dimension after
/// the other, so the many pieces of a tensor need no pairwise comparison.
bool checkGroups(MutableArrayRef<Access> accesses,
                 llvm::function_ref<bool(ArrayRef<Access>)> check,
                 unsigned dim = 0);

} // namespace mlir::fp8

#endif // FP8_LIB_PLAN_BOXES_H
