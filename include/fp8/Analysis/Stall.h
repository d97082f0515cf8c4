//===- Stall.h - states that rounding holds in place ------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_STALL_H
#define FP8_ANALYSIS_STALL_H

#include "fp8/IR/FP8.h"
#include <optional>

namespace mlir::fp8 {

/// The significand bits, the implicit one included, of what keeps a state: of
/// main and residual together.
unsigned getSignificandBits(StorageAttr storage);

/// The codes at which a state stands still that decays by a factor and is
/// rounded to nearest.
struct Stall {
  enum class Kind {
    None,
    Normal,   // of any magnitude: `1 - decay < 2^-p`
    Subnormal // the smallest codes, whose unit is more than they decay by
  };
  Kind kind = Kind::None;
  /// The largest code that stands still, in units of the smallest one, of
  /// `Subnormal`.
  double largest = 0.0;
  /// That code, as a part of the largest value that the format holds. Nothing
  /// where no scale brings the state to that value.
  std::optional<double> part;
};

/// `decay` is between 0 and 1. In 8 bits any decay above 1/2 leaves the
/// smallest code where it is. Formats with the exponents of f32 have no code so
/// small, and what is below 2^-24 of the largest value counts for nothing: f32
/// does not keep it beside that value either.
Stall findStall(StorageAttr storage, double decay);

/// The least part of a unit by which draws of 16 bits change what a code means.
constexpr double kDrawUnit = 0x1p-16;

/// Whether a decay is lost among the draws: the smallest codes lose
/// `kDrawUnit` of their unit in each step, which is more than `1 - decay` of
/// them. Never so where f32 has no more than 16 bits below the unit.
bool isBelowDraws(StorageAttr storage, double decay);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_STALL_H
