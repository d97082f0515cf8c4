//===- Stall.h - states that stall under rounding ---------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_STALL_H
#define FP8_ANALYSIS_STALL_H

#include "fp8/IR/FP8.h"
#include <optional>

namespace mlir::fp8 {

/// Returns the significand bits, including the implicit one, of a stored state:
/// of main plane and residual together.
unsigned getSignificandBits(StorageAttr storage);

/// The codes at which a decaying state stalls if it is rounded to nearest.
struct Stall {
  enum class Kind {
    None,
    Normal,   // of any magnitude: `1 - decay < 2^-p`
    Subnormal // the smallest codes, whose unit is more than they decay by
  };
  Kind kind = Kind::None;
  /// The largest stalling code, in units of the smallest code, for `Subnormal`.
  double largest = 0.0;
  /// That code, relative to the largest value of the format. None if no scale
  /// maps the state to that value.
  std::optional<double> part;
};

/// Finds the stall for a `decay` between 0 and 1. In 8 bits, any decay above
/// 1/2 preserves the smallest code. Formats with the exponent range of f32 have
/// no such small codes. Values below 2^-24 of the largest value are ignored,
/// since adding them to it in f32 would lose them, too.
Stall findStall(StorageAttr storage, double decay);

/// Returns the format to which `op` rounds its first operand to nearest, or
/// nothing.
std::optional<Format> getNearestFormat(Operation *op);

/// The smallest fraction of a unit by which 16 random bits change the expected
/// value of a code.
constexpr double kDrawUnit = 0x1p-16;

/// Returns true if the resolution of the random bits hides the decay. The
/// smallest codes lose `kDrawUnit` of their unit in each step, which exceeds `1
/// - decay` of them. Returns false if f32 has at most 16 bits below the unit.
bool isBelowDraws(StorageAttr storage, double decay);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_STALL_H
