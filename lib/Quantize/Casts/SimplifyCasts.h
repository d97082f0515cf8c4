//===- SimplifyCasts.h - parts of --fp8-simplify-casts ----------*- C++ -*-===//
#ifndef FP8_LIB_QUANTIZE_CASTS_SIMPLIFYCASTS_H
#define FP8_LIB_QUANTIZE_CASTS_SIMPLIFYCASTS_H

#include "fp8/IR/FP8.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {

/// Adds the patterns that rewrite casts. mergeQuantizes() is not a pattern.
void populateSimplifyCastsPatterns(RewritePatternSet &patterns);

/// Merges quantize ops that compute equal codes of one tensor. Replaces the
/// quantize op of a slice by a slice of the codes of the whole tensor. Returns
/// true if anything changed.
bool mergeQuantizes(Operation *root);

/// Returns true if the op returns an amax that has users.
inline bool usesAmax(QuantizeOp op) {
  return op.getWithAmax() && !op.getAmax().use_empty();
}

/// Returns true if the op is a layout op of getCastLayoutSource() or a concat.
bool isCastLayout(Operation *op);
/// Returns true if a dequantize op computes an operand of the layout op.
bool readsDequantize(Operation *layout);

/// Returns why quantize(dequantize(c)) cannot become c, or an empty string if
/// it can.
std::string whyNotElided(QuantizeOp op);
/// Returns why quantize(layout(x)) cannot become layout(quantize(x)), or an
/// empty string if it can.
std::string whyNotHoisted(QuantizeOp op);
/// Returns why layout(dequantize(c)) cannot become dequantize(layout(c)), or an
/// empty string if it can.
std::string whyNotSunk(Operation *layout);

} // namespace mlir::fp8

#endif // FP8_LIB_QUANTIZE_CASTS_SIMPLIFYCASTS_H
