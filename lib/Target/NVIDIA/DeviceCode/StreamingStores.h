//===- StreamingStores.h - PTX of non-temporal stores -----------*- C++ -*-===//
#ifndef FP8_LIB_TARGET_NVIDIA_DEVICECODE_STREAMINGSTORES_H
#define FP8_LIB_TARGET_NVIDIA_DEVICECODE_STREAMINGSTORES_H

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::fp8 {

/// Replaces non-temporal stores of global memory by inline PTX that stores with
/// the cache operator .cs. Other stores, and values that are not 1, 2 or a
/// multiple of 4 aligned words, do not change.
void lowerStreamingStores(llvm::Module &module);

} // namespace mlir::fp8

#endif // FP8_LIB_TARGET_NVIDIA_DEVICECODE_STREAMINGSTORES_H
