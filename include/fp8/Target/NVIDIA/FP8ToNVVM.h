//===- FP8ToNVVM.h - fp8.convert as GPU instructions ------------*- C++ -*-===//
#ifndef FP8_TARGET_NVIDIA_FP8TONVVM_H
#define FP8_TARGET_NVIDIA_FP8TONVVM_H

namespace mlir {
class RewritePatternSet;
} // namespace mlir

namespace mlir::fp8 {

/// Adds patterns that rewrite `fp8.convert` between a wide format and e4m3 or
/// e5m2, rounding to nearest, on scalars and rank-1 vectors. The chip must have
/// these conversions: sm_89 and later.
void populateFP8ToNVVMPatterns(RewritePatternSet &patterns);

} // namespace mlir::fp8

#endif // FP8_TARGET_NVIDIA_FP8TONVVM_H
