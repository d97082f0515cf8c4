//===- GuardIndices.h - labels that are ignored -----------------*- C++ -*-===//
#ifndef FP8_LIB_IMPORT_TORCH_GUARDINDICES_H
#define FP8_LIB_IMPORT_TORCH_GUARDINDICES_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::fp8 {

/// Lets `extract` read element 0 where its index would be outside and what it
/// reads is selected away, as a cross entropy with `ignore_index` does.
void guardIndices(RewriterBase &rewriter, tensor::ExtractOp extract);

} // namespace mlir::fp8

#endif // FP8_LIB_IMPORT_TORCH_GUARDINDICES_H
