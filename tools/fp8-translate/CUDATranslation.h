//===- CUDATranslation.h - Translation --fp8-to-cuda ------------*- C++ -*-===//
#ifndef FP8_TRANSLATE_CUDATRANSLATION_H
#define FP8_TRANSLATE_CUDATRANSLATION_H

#include "fp8/Target/NVIDIA/CUDAFile.h"

namespace mlir::fp8 {

/// Registers --fp8-to-cuda and the options of all translations for CUDA.
void registerCUDATranslation();

/// Returns the values of these options.
CUDAFileOptions getCUDAFileOptions();

} // namespace mlir::fp8

#endif // FP8_TRANSLATE_CUDATRANSLATION_H
