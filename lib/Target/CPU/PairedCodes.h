//===- PairedCodes.h - bf16 in the halves of words --------------*- C++ -*-===//
#ifndef FP8_LIB_TARGET_CPU_PAIREDCODES_H
#define FP8_LIB_TARGET_CPU_PAIREDCODES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::fp8 {

/// Emits conversions between a register of bf16 and two of f32, as bits: the
/// elements at even places, the low halves of words, and those at odd places.
class PairedCodes {
public:
  /// Words of a register of 512 bits, and halves.
  static constexpr int64_t kWords = 16, kHalves = 32;

  explicit PairedCodes(ImplicitLocOpBuilder &b) : b(b) {}

  /// Comes before all casts, outside of loops.
  void makeConstants();
  /// `random` is null or holds a draw of 16 bits for each code.
  Value encode(Value even, Value odd, Value random);
  std::pair<Value, Value> decode(Value codes);
  Value areSpecial();
  Value hide(Value value);
  Value splat(VectorType type, uint32_t bits);

private:
  VectorType words() { return VectorType::get(kWords, b.getI32Type()); }
  VectorType halves() { return VectorType::get(kHalves, b.getI16Type()); }
  Value orMasked(Value a, Value x, Value mask, bool isInverted = false);
  Value addOneIf(Value condition, Value from);

  ImplicitLocOpBuilder &b;
  Value highMask, onesOfHalves;
  /// The largest of the codes, without signs and twice.
  Value magnitudes;
};

} // namespace mlir::fp8

#endif // FP8_LIB_TARGET_CPU_PAIREDCODES_H
