//===- CUDATranslation.h - --fp8-to-cuda ------------------------*- C++ -*-===//
#ifndef FP8_TRANSLATE_CUDATRANSLATION_H
#define FP8_TRANSLATE_CUDATRANSLATION_H

#include "fp8/Target/NVIDIA/CUDAFile.h"

namespace mlir::fp8 {

/// Registers --fp8-to-cuda and the options of all that compiles for CUDA.
void registerCUDATranslation();

/// What these options say.
CUDAFileOptions getCUDAFileOptions();

} // namespace mlir::fp8

#endif // FP8_TRANSLATE_CUDATRANSLATION_H
