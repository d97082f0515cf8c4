//===- ObjectTranslation.h - Translations to object files -------*- C++ -*-===//
#ifndef FP8_TRANSLATE_OBJECTTRANSLATION_H
#define FP8_TRANSLATE_OBJECTTRANSLATION_H

namespace mlir::fp8 {

/// Registers --fp8-to-object, --fp8-to-cuda-object and their options.
void registerObjectTranslation();

} // namespace mlir::fp8

#endif // FP8_TRANSLATE_OBJECTTRANSLATION_H
