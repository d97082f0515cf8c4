//===- CastLayouts.h - layout ops on codes ----------------------*- C++ -*-===//
#ifndef FP8_LIB_QUANTIZE_CASTS_CASTLAYOUTS_H
#define FP8_LIB_QUANTIZE_CASTS_CASTLAYOUTS_H

#include "fp8/IR/FP8.h"
#include "mlir/IR/Builders.h"

namespace mlir::fp8 {

/// Returns the tensor that `op` rearranges, or null. Such an op is a transpose,
/// reshape, slice, broadcast, pad with +0, or maximum with 0.
Value getCastLayoutSource(Operation *op);

/// Returns true for `max(x, 0)`. It is the only layout op that computes, so it
/// requires more of the codes.
bool isRelu(Operation *op);

/// Returns true for a pad or a relu, which are exact only if the scale
/// preserves 0 and signs.
bool needsPositiveScale(Operation *op);

/// Clones `op` for `source`, which has the shape of the operand and possibly
/// other elements. On codes, a relu becomes an integer maximum.
Value rebuildLayout(OpBuilder &builder, Operation *op, Value source);

/// Maps the granularity of a layout op's operand to the granularity of its
/// result, or the reverse, if scaling blocks are preserved.
class GranuleMap {
public:
  /// Maps from granularity `source` of the operand.
  static GranuleMap forward(Operation *op, GranularityAttr source);
  /// Maps from granularity `result` of the result.
  static GranuleMap backward(Operation *op, GranularityAttr result);

  /// Returns why there is no map, or an empty string if there is one.
  StringRef getReason() const { return reason; }
  /// Returns the granularity on the other side of the op.
  GranularityAttr getGranularity() const { return other; }
  /// Rearranges the scales of the operand into the scales of the result.
  Value moveScales(OpBuilder &builder, Value scales) const;

private:
  Operation *op = nullptr;
  GranularityAttr source, other;
  StringRef reason;
};

/// Returns true if the codes contain no NaN but 0x7F and no infinity, because
/// fp8 ops created them.
bool areCanonicalCodes(Value codes);

/// Returns true if `scale`, a scale or its inverse, is known to be finite and
/// positive.
bool isPositiveAndFinite(Value scale);

/// Returns true if `encode(f32(decode(c) * scaleInv) * scale)` is `c` for every
/// code that encoding can produce.
bool isExactRoundTrip(Value scaleInv, Value scale, Format format);

} // namespace mlir::fp8

#endif // FP8_LIB_QUANTIZE_CASTS_CASTLAYOUTS_H
