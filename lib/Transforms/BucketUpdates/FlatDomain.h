//===- FlatDomain.h - the elements of a kernel in order ---------*- C++ -*-===//
#ifndef FP8_LIB_TRANSFORMS_BUCKETUPDATES_FLATDOMAIN_H
#define FP8_LIB_TRANSFORMS_BUCKETUPDATES_FLATDOMAIN_H

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::fp8 {

/// The elements of a kernel in row-major order, and groups of so many that
/// follow each other, the last of which may be shorter. A tensor of a kernel
/// that is walked so is full, with one element per element, has one per group,
/// or is a scalar, with one element in all.
class FlatDomain {
public:
  enum class Extent { Full, Groups, Scalar, Other };

  /// Reads the number of elements from the operands of `kernel`, and what a
  /// group is from its body. Where all elements are one group that is not
  /// there to be read: they are groups of `loneGroup`, unless that is 0 or
  /// less than there are elements. Nothing if groups of several sizes are
  /// found.
  static std::optional<FlatDomain> find(KernelOp kernel, int64_t loneGroup);

  Extent getExtent(Type type) const;
  /// `type`, of one dimension or none.
  RankedTensorType flatten(Type type) const;
  /// 0 if there are none.
  int64_t getGroupSize() const { return groupSize; }
  /// Of a generic whose operands have an extent: of the loops that it has.
  Extent getLoops(linalg::GenericOp generic) const;
  /// Whether loops of `loops` are walked in the order of the elements of
  /// `operand`.
  bool walksInOrder(linalg::GenericOp generic, OpOperand &operand,
                    Extent loops) const;
  /// How one loop, or none, walks a tensor of `extent`.
  AffineMap getMap(MLIRContext *context, Extent loops, Extent extent) const;

private:
  int64_t getNumGroups() const {
    return llvm::divideCeil(numElements, groupSize);
  }

  int64_t numElements = 0;
  int64_t groupSize = 0;
};

} // namespace mlir::fp8

#endif // FP8_LIB_TRANSFORMS_BUCKETUPDATES_FLATDOMAIN_H
