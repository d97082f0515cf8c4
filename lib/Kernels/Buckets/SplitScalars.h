//===- SplitScalars.h - scalars that updates wait for -----------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_BUCKETS_SPLITSCALARS_H
#define FP8_LIB_KERNELS_BUCKETS_SPLITSCALARS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::fp8 {

/// Takes kernels of scalars apart that several updates of `function` wait for:
/// what one update alone waits for becomes a kernel of its own, the same for
/// updates that compute the same.
void splitScalars(func::FuncOp function);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_BUCKETS_SPLITSCALARS_H
