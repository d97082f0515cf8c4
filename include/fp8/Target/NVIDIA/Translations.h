//===- Translations.h - from gpu modules to NVIDIA GPU code -----*- C++ -*-===//
#ifndef FP8_TARGET_NVIDIA_TRANSLATIONS_H
#define FP8_TARGET_NVIDIA_TRANSLATIONS_H

#include "mlir/Support/LLVM.h"

#include <string>

namespace mlir::fp8 {

/// Registers the translations `gpu-to-ptx`, `gpu-to-cubin`, `gpu-to-fatbin` and
/// `gpu-to-device-llvm` for files with one gpu.module, and their options
/// `chip`, `chips` and `ptx`.
void registerGPUToPTXTranslations();

/// Returns the value of the option `chips` of the registered translations.
ArrayRef<std::string> getTranslationChips();

} // namespace mlir::fp8

#endif // FP8_TARGET_NVIDIA_TRANSLATIONS_H
