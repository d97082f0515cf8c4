//===- SimplifyCasts.h - the parts of --fp8-simplify-casts ----------------===//
#ifndef FP8_LIB_QUANTIZE_CASTS_SIMPLIFYCASTS_H
#define FP8_LIB_QUANTIZE_CASTS_SIMPLIFYCASTS_H

#include "fp8/IR/FP8.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {

/// Rewrites that look at one op.
void populateSimplifyCastsPatterns(RewritePatternSet &patterns);

/// Lets quantizes that make equal codes of one tensor be one, and slices read
/// the codes of the whole. Returns whether anything changed.
bool mergeQuantizes(Operation *root);

/// Something reads the amax that the op returns.
inline bool usesAmax(QuantizeOp op) {
  return op.getWithAmax() && !op.getAmax().use_empty();
}

/// The op rearranges, joins or clamps at 0.
bool isCastLayout(Operation *op);
/// Some operand of the layout op is decoded.
bool readsDequantize(Operation *layout);

/// Why a rewrite does not apply; empty where it does.
/// quantize(dequantize(c)) to c.
std::string whyNotElided(QuantizeOp op);
/// quantize(layout(x)) to layout(quantize(x)).
std::string whyNotHoisted(QuantizeOp op);
/// layout(dequantize(c)) to dequantize(layout(c)).
std::string whyNotSunk(Operation *layout);

} // namespace mlir::fp8

#endif // FP8_LIB_QUANTIZE_CASTS_SIMPLIFYCASTS_H
