//===- CastLayouts.h - rearrangements that act on codes as on numbers -----===//
#ifndef FP8_LIB_QUANTIZE_CASTS_CASTLAYOUTS_H
#define FP8_LIB_QUANTIZE_CASTS_CASTLAYOUTS_H

#include "fp8/IR/FP8.h"
#include "mlir/IR/Builders.h"

namespace mlir::fp8 {

/// The tensor that `op` rearranges: the operand of a transpose, reshape, slice,
/// broadcast, of a pad with +0, or of a maximum with 0. Otherwise null.
Value getCastLayoutSource(Operation *op);

/// `max(x, 0)`: the one layout that computes, and so asks more of codes.
bool isRelu(Operation *op);

/// A pad or a relu: exact only where a scale keeps 0 and signs.
bool needsPositiveScale(Operation *op);

/// Builds `op` once more, on `source`, which has the shape of the operand and
/// maybe other elements. On codes, a relu is an integer maximum.
Value rebuildLayout(OpBuilder &builder, Operation *op, Value source);

/// Where the granules of the operand of a layout op become granules of its
/// result, what describes them there.
class GranuleMap {
public:
  /// From granularity `source` of the operand.
  static GranuleMap forward(Operation *op, GranularityAttr source);
  /// From granularity `result` of the result.
  static GranuleMap backward(Operation *op, GranularityAttr result);

  /// Why there is no map; empty where there is one.
  StringRef getReason() const { return reason; }
  /// The granularity of the other side.
  GranularityAttr getGranularity() const { return other; }
  /// Rearranges the scales of the operand to those of the result.
  Value moveScales(OpBuilder &builder, Value scales) const;

private:
  Operation *op = nullptr;
  GranularityAttr source, other;
  StringRef reason;
};

/// No NaN but 0x7F and no infinity is among the codes: fp8 ops made them.
bool areCanonicalCodes(Value codes);

/// The value, a scale or its inverse, is known to be finite and above 0.
bool isPositiveAndFinite(Value scale);

/// Whether `encode(f32(decode(c) * scaleInv) * scale)` is `c` for every code
/// that an encode makes.
bool isExactRoundTrip(Value scaleInv, Value scale, Format format);

} // namespace mlir::fp8

#endif // FP8_LIB_QUANTIZE_CASTS_CASTLAYOUTS_H
