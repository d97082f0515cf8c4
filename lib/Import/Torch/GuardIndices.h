//===- GuardIndices.h - ignored labels --------------------------*- C++ -*-===//
#ifndef FP8_LIB_IMPORT_TORCH_GUARDINDICES_H
#define FP8_LIB_IMPORT_TORCH_GUARDINDICES_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::fp8 {

/// If a select discards the element that `extract` reads for an ignored label,
/// and this label is out of bounds, makes `extract` read element 0 for this
/// label. An example is a cross entropy with `ignore_index`.
void guardIndices(RewriterBase &rewriter, tensor::ExtractOp extract);

} // namespace mlir::fp8

#endif // FP8_LIB_IMPORT_TORCH_GUARDINDICES_H
