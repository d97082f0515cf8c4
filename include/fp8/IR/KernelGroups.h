//===- KernelGroups.h - groups of elements in a bucket ----------*- C++ -*-===//
#ifndef FP8_IR_KERNELGROUPS_H
#define FP8_IR_KERNELGROUPS_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// By what indexing maps in the body of `kernel` divide, or 0: under `bucket`,
/// how many elements share one of the tensors that have one per group.
int64_t getGroupSize(KernelOp kernel);

} // namespace mlir::fp8

#endif // FP8_IR_KERNELGROUPS_H
