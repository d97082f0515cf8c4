//===- PairedCodes.h - bf16 in the halves of words --------------*- C++ -*-===//
#ifndef FP8_LIB_TARGET_CPU_PAIREDCODES_H
#define FP8_LIB_TARGET_CPU_PAIREDCODES_H

#include "fp8/Conversion/FP8ToArith/VectorBuilder.h"

namespace mlir::fp8 {

/// Emits conversions between one register of bf16 and two registers of f32, as
/// bits: the elements at even positions, which are the low halves of words, and
/// the elements at odd positions.
class PairedCodes {
public:
  /// Words and halves in a 512-bit register.
  static constexpr int64_t kWords = 16, kHalves = 32;

  explicit PairedCodes(VectorBuilder &b) : b(b) {}

  /// Creates constants. Must be called before all casts, outside of loops.
  void makeConstants();
  /// Rounds to bf16. `random` is null or holds 16 random bits for each code.
  Value encode(Value even, Value odd, Value random);
  std::pair<Value, Value> decode(Value codes);
  Value areSpecial();
  Value hide(Value value);

private:
  VectorType words() { return VectorType::get(kWords, b.getI32Type()); }
  VectorType halves() { return VectorType::get(kHalves, b.getI16Type()); }
  Value orMasked(Value a, Value x, Value mask, bool isInverted = false);
  Value addOneIf(Value condition, Value from);

  VectorBuilder &b;
  Value highMask, onesOfHalves;
  /// The largest code so far, doubled to drop the sign.
  Value magnitudes;
};

} // namespace mlir::fp8

#endif // FP8_LIB_TARGET_CPU_PAIREDCODES_H
