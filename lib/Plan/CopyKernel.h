//===- CopyKernel.h - creates kernels that copy -----------------*- C++ -*-===//
#ifndef FP8_LIB_PLAN_COPYKERNEL_H
#define FP8_LIB_PLAN_COPYKERNEL_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// Creates a kernel that copies each of `sources` to its destination. All
/// operands are tensors, or all are memrefs, and all have one static shape.
/// Each source has the element type of its destination.
KernelOp createCopyKernel(OpBuilder &builder, Location loc, ValueRange sources,
                          ValueRange destinations);

} // namespace mlir::fp8

#endif // FP8_LIB_PLAN_COPYKERNEL_H
