//===- CUDATranslation.h - --fp8-to-cuda ------------------------*- C++ -*-===//
#ifndef FP8_TRANSLATE_CUDATRANSLATION_H
#define FP8_TRANSLATE_CUDATRANSLATION_H

namespace mlir::fp8 {

/// Registers --fp8-to-cuda and its options.
void registerCUDATranslation();

} // namespace mlir::fp8

#endif // FP8_TRANSLATE_CUDATRANSLATION_H
