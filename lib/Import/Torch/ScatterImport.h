//===- ScatterImport.h - import of tm_tensor.scatter ------------*- C++ -*-===//
#ifndef FP8_LIB_IMPORT_TORCH_SCATTERIMPORT_H
#define FP8_LIB_IMPORT_TORCH_SCATTERIMPORT_H

#include "fp8/Import/TMTensor/TMTensor.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {

/// Replaces `op` by fp8.scatter_add or a linalg.generic, or emits an error.
LogicalResult importScatter(RewriterBase &rewriter, tm_tensor::ScatterOp op);

} // namespace mlir::fp8

#endif // FP8_LIB_IMPORT_TORCH_SCATTERIMPORT_H
