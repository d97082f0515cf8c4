//===- Buckets.h - kernels that share a launch ------------------*- C++ -*-===//
#ifndef FP8_LIB_CODEGEN_BUCKETS_H
#define FP8_LIB_CODEGEN_BUCKETS_H

#include "fp8/Codegen/StretchedShape.h"

namespace mlir::fp8 {

class TargetLowering;

/// A copy of a kernel of a bucket for as long as it is needed, on tensors whose
/// extents stand for those of every tensor.
class StretchedKernel {
public:
  explicit StretchedKernel(KernelOp kernel);
  ~StretchedKernel();
  KernelOp get() const { return kernel; }
  const StretchedShape &getShape() const { return shape; }

private:
  StretchedShape shape;
  KernelOp kernel;
  SmallVector<Operation *> casts;
};

/// Cuts `kernels`, in the order of their block, into what becomes a launch
/// each: buckets, as far as their kernels stand next to each other and touch
/// nothing that another one writes, and kernels without a bucket. Takes those
/// out of a bucket whose buffers the target's code for it cannot address.
SmallVector<SmallVector<KernelOp, 1>>
groupKernels(ArrayRef<KernelOp> kernels, const TargetLowering &target);

} // namespace mlir::fp8

#endif // FP8_LIB_CODEGEN_BUCKETS_H
