//===- SplitScalars.h - splitting of scalar kernels -------------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_BUCKETS_SPLITSCALARS_H
#define FP8_LIB_KERNELS_BUCKETS_SPLITSCALARS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::fp8 {

/// Splits scalar kernels that several updates of `function` wait for. Scalars
/// that only one update waits for become a separate kernel, which is equal for
/// equal updates.
void splitScalars(func::FuncOp function);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_BUCKETS_SPLITSCALARS_H
