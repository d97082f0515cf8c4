//===- CopyKernel.h - a kernel that copies ----------------------*- C++ -*-===//
#ifndef FP8_LIB_PLAN_COPYKERNEL_H
#define FP8_LIB_PLAN_COPYKERNEL_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// A kernel that writes each of `sources` to its destination, all tensors or
/// all memrefs, of one static shape, and the two of one element type.
KernelOp createCopyKernel(OpBuilder &builder, Location loc, ValueRange sources,
                          ValueRange destinations);

} // namespace mlir::fp8

#endif // FP8_LIB_PLAN_COPYKERNEL_H
