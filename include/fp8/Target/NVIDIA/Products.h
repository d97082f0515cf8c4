//===- Products.h - What a chip multiplies ----------------------*- C++ -*-===//
#ifndef FP8_TARGET_NVIDIA_PRODUCTS_H
#define FP8_TARGET_NVIDIA_PRODUCTS_H

#include "fp8/Runtime/fp8rt.h"
#include "mlir/IR/Location.h"
#include "mlir/Support/LLVM.h"

namespace mlir::fp8 {

/// Reports, at `loc`, that cuBLASLt does not compute `product` on a GPU of
/// `capability`, which is called `target`: what is missing, the chips that have
/// it, and what else to do.
LogicalResult checkProduct(Location loc, const fp8rt_gemm_desc &product,
                           StringRef target, unsigned capability);

} // namespace mlir::fp8

#endif // FP8_TARGET_NVIDIA_PRODUCTS_H
