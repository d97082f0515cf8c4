//===- CopyKernel.h - a kernel that copies ----------------------*- C++ -*-===//
#ifndef FP8_LIB_TRANSFORMS_COPYKERNEL_H
#define FP8_LIB_TRANSFORMS_COPYKERNEL_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// A kernel that writes `source` to `destination`, two tensors or two memrefs
/// of one static shape and element type.
KernelOp createCopyKernel(OpBuilder &builder, Location loc, Value source,
                          Value destination);

} // namespace mlir::fp8

#endif // FP8_LIB_TRANSFORMS_COPYKERNEL_H
