//===- Buckets.h - kernels of a multi-tensor launch -------------*- C++ -*-===//
#ifndef FP8_LIB_CODEGEN_BUCKETS_H
#define FP8_LIB_CODEGEN_BUCKETS_H

#include "fp8/Codegen/StretchedShape.h"

namespace mlir::fp8 {

class TargetLowering;

/// A temporary copy of a kernel of a multi-tensor launch (bucket). Its tensors
/// have stand-in extents in place of the extents of each tensor. If any tensor
/// lacks the alignment that `target` requires, the copy treats all tensors as
/// unaligned.
class StretchedKernel {
public:
  StretchedKernel(KernelOp kernel, const TargetLowering &target);
  ~StretchedKernel();
  KernelOp get() const { return kernel; }
  const StretchedShape &getShape() const { return shape; }

private:
  StretchedShape shape;
  KernelOp kernel;
  SmallVector<Operation *> casts;
};

/// Drops the offset of `type`, except for its effect on the alignment of
/// vectors. The code of a kernel gets only an address.
Type dropOffset(Type type);

/// Returns the numbers of the destinations that a kernel updates in place, on
/// which its plan depends.
SmallVector<unsigned> findUpdated(KernelOp kernel);

/// Splits `kernels`, in block order, into groups that become one launch each. A
/// group is one kernel, or adjacent kernels of a bucket, or adjacent kernels
/// that are equal if the target then saves time. No kernel of a group accesses
/// memory that another kernel of the group writes. Removes a kernel from its
/// bucket if the target's bucket code cannot address its buffers.
SmallVector<SmallVector<KernelOp, 1>>
groupKernels(ArrayRef<KernelOp> kernels, const TargetLowering &target);

} // namespace mlir::fp8

#endif // FP8_LIB_CODEGEN_BUCKETS_H
