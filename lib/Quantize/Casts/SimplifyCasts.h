//===- SimplifyCasts.h - parts of --fp8-simplify-casts ----------*- C++ -*-===//
#ifndef FP8_LIB_QUANTIZE_CASTS_SIMPLIFYCASTS_H
#define FP8_LIB_QUANTIZE_CASTS_SIMPLIFYCASTS_H

#include "fp8/IR/FP8.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {

/// Adds the patterns that rewrite single ops.
void populateSimplifyCastsPatterns(RewritePatternSet &patterns);

/// Merges quantize ops that compute equal codes of one tensor, and lets slices
/// read the codes of the whole tensor. Returns true if anything changed.
bool mergeQuantizes(Operation *root);

/// Returns true if the returned amax has users.
inline bool usesAmax(QuantizeOp op) {
  return op.getWithAmax() && !op.getAmax().use_empty();
}

/// Returns true if the op rearranges, concatenates or clamps at 0.
bool isCastLayout(Operation *op);
/// Returns true if an operand of the layout op is decoded.
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
