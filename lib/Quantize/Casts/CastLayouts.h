//===- CastLayouts.h - layout ops on codes ----------------------*- C++ -*-===//
#ifndef FP8_LIB_QUANTIZE_CASTS_CASTLAYOUTS_H
#define FP8_LIB_QUANTIZE_CASTS_CASTLAYOUTS_H

#include "fp8/IR/FP8.h"
#include "mlir/IR/Builders.h"

namespace mlir::fp8 {

/// If `op` is a transpose, reshape, slice, broadcast, pad with +0 or maximum
/// with 0, returns its source tensor. Otherwise returns null.
Value getCastLayoutSource(Operation *op);

/// Returns true for `max(x, 0)`. Unlike other layout ops, it computes with the
/// elements, so it applies only to codes with the usual NaN and no infinity.
bool isRelu(Operation *op);

/// Returns true for a pad or a relu. They commute with casts only if the scale
/// is positive and finite, and thus preserves 0 and signs.
bool needsPositiveScale(Operation *op);

/// Clones `op` with the operand `source`, which may have another element type.
/// On codes, a relu becomes an integer maximum.
Value rebuildLayout(OpBuilder &builder, Operation *op, Value source);

/// Maps the granularity of the operand of a layout op to the granularity of its
/// result, or the reverse. A map exists if the op preserves scaling blocks.
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
  /// Applies the layout op to the scales of its operand.
  Value moveScales(OpBuilder &builder, Value scales) const;

private:
  Operation *op = nullptr;
  GranularityAttr source, other;
  StringRef reason;
};

/// Returns true if an fp8 op has created the codes. They then contain no
/// infinity, and no NaN other than 0x7F.
bool areCanonicalCodes(Value codes);

/// Returns true if `scale`, a scale or its inverse, is known to be finite and
/// positive.
bool isPositiveAndFinite(Value scale);

/// Returns true if `encode(f32(decode(c) * scaleInv) * scale)` is `c` for every
/// code `c` that encoding can produce.
bool isExactRoundTrip(Value scaleInv, Value scale, Format format);

} // namespace mlir::fp8

#endif // FP8_LIB_QUANTIZE_CASTS_CASTLAYOUTS_H
