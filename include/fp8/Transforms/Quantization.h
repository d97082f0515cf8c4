//===- Quantization.h - how contractions are quantized --------------------===//
#ifndef FP8_TRANSFORMS_QUANTIZATION_H
#define FP8_TRANSFORMS_QUANTIZATION_H

namespace mlir::fp8 {

/// Where the scales of quantized operands come from.
enum class Recipe { None, Current, Delayed };

/// Which contractions are quantized.
enum class ContractionScope { Linear, All };

} // namespace mlir::fp8

#endif // FP8_TRANSFORMS_QUANTIZATION_H
