//===- Products.h - matmuls that a chip supports ----------------*- C++ -*-===//
#ifndef FP8_TARGET_NVIDIA_PRODUCTS_H
#define FP8_TARGET_NVIDIA_PRODUCTS_H

#include "fp8/Runtime/fp8rt.h"
#include "mlir/IR/Location.h"
#include "mlir/Support/LLVM.h"

namespace mlir::fp8 {

/// Reports, at `loc`, a matmul `product` that cuBLASLt does not support on a
/// GPU of compute capability `capability`, called `target`. The diagnostic
/// names the missing feature, the chips that have it, and a workaround.
LogicalResult checkProduct(Location loc, const fp8rt_gemm_desc &product,
                           StringRef target, unsigned capability);

} // namespace mlir::fp8

#endif // FP8_TARGET_NVIDIA_PRODUCTS_H
