//===- Stall.h - states that stall under rounding ---------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_STALL_H
#define FP8_ANALYSIS_STALL_H

#include "fp8/IR/FP8.h"
#include <optional>

namespace mlir::fp8 {

/// Returns the number of significand bits, including the implicit bit, with
/// which a state is stored: by main plane and residual together.
unsigned getSignificandBits(StorageAttr storage);

/// The values of a decaying state that stall, that is, round to themselves
/// after each decay, if rounding is to nearest.
struct Stall {
  enum class Kind {
    None,
    Normal,   // of any magnitude: `1 - decay < 2^-p`
    Subnormal // the smallest codes, whose unit is more than they decay by
  };
  Kind kind = Kind::None;
  /// The largest stalling code, in units of the smallest code, for `Subnormal`.
  double largest = 0.0;
  /// The largest stalling code, relative to the largest value of the format.
  /// std::nullopt if no scale maps the state to that value.
  std::optional<double> part;
};

/// Finds the stall for a decay factor `decay` between 0 and 1. In 8-bit
/// formats, the smallest code stalls for any decay above 1/2. Formats with the
/// exponent range of f32 have no codes that are large enough to matter. Ignores
/// values below 2^-24 of the largest value, because adding them to it in f32
/// has no effect.
Stall findStall(StorageAttr storage, double decay);

/// Returns the format to which `op` rounds its first operand to nearest;
/// std::nullopt for other ops.
std::optional<Format> getNearestFormat(Operation *op);

/// The smallest change, as a fraction of the distance between codes, that
/// stochastic rounding with 16 random bits can represent in the mean.
constexpr double kDrawUnit = 0x1p-16;

/// Returns true if the decay is smaller than the resolution of the random bits.
/// The smallest codes then decay by `kDrawUnit` of their unit per step, instead
/// of the smaller `1 - decay`. Returns false if f32 itself has at most 16 bits
/// below the unit.
bool isBelowDraws(StorageAttr storage, double decay);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_STALL_H
