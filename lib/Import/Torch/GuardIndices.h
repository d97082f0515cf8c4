//===- GuardIndices.h - ignored labels --------------------------*- C++ -*-===//
#ifndef FP8_LIB_IMPORT_TORCH_GUARDINDICES_H
#define FP8_LIB_IMPORT_TORCH_GUARDINDICES_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::fp8 {

/// Makes `extract` read element 0 for an ignored label if this label is out of
/// bounds. A select must discard the element for this label, as in a cross
/// entropy with `ignore_index`.
void guardIndices(RewriterBase &rewriter, tensor::ExtractOp extract);

} // namespace mlir::fp8

#endif // FP8_LIB_IMPORT_TORCH_GUARDINDICES_H
