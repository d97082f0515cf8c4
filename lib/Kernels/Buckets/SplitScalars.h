//===- SplitScalars.h - splitting of scalar kernels -------------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_BUCKETS_SPLITSCALARS_H
#define FP8_LIB_KERNELS_BUCKETS_SPLITSCALARS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::fp8 {

/// Splits kernels on scalars that several updates of `function` wait for. The
/// scalars that only one update waits for become a separate kernel. Equal
/// updates get equal kernels.
void splitScalars(func::FuncOp function);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_BUCKETS_SPLITSCALARS_H
