//===- Quantization.h - how contractions are quantized --------------------===//
#ifndef FP8_TRANSFORMS_QUANTIZATION_H
#define FP8_TRANSFORMS_QUANTIZATION_H

#include "llvm/ADT/StringRef.h"

namespace mlir::fp8 {

/// Where the scales of quantized operands come from.
enum class Recipe { None, Current, Delayed, Row, Block, MX };

/// The recipe as options spell it.
llvm::StringRef stringify(Recipe recipe);

/// Which contractions are quantized.
enum class ContractionScope { Linear, All };

/// What activations and gradients are kept in.
enum class WideType { F32, BF16 };

/// What of the FP8 that upstream ops spell becomes fp8 ops.
enum class RaisedOps { All, Casts, Contractions };

} // namespace mlir::fp8

#endif // FP8_TRANSFORMS_QUANTIZATION_H
