//===- Choices.h - choices of training passes -------------------*- C++ -*-===//
#ifndef FP8_TRAINING_CHOICES_H
#define FP8_TRAINING_CHOICES_H

#include "fp8/Support/Choices.h"

namespace mlir::fp8 {

/// The type in which activations and their gradients are stored.
enum class WideType { F32, BF16 };

template <>
struct Choices<WideType> {
  static constexpr Choice<WideType> rows[] = {
      {WideType::F32, "f32", "The type of the graph"},
      {WideType::BF16, "bf16", "bf16, rounded once"}};
};

/// The type in which ranks exchange gradients.
enum class Wire { F32, BF16 };

template <>
struct Choices<Wire> {
  static constexpr Choice<Wire> rows[] = {
      {Wire::F32, "f32", "As they are"},
      {Wire::BF16, "bf16", "Rounded once; sums are in f32"}};
};

/// The values of the forward pass that the backward pass may recompute.
enum class RematMode { None, Selective, Full };

template <>
struct Choices<RematMode> {
  static constexpr Choice<RematMode> rows[] = {
      {RematMode::None, "none", "Nothing"},
      {RematMode::Selective, "selective",
       "All values but results of matmuls, where it saves memory"},
      {RematMode::Full, "full", "All values, where it saves memory"}};
};

/// The amax from which the scale of a state with one scale is computed.
enum class ScalePolicy { Current, Bounded, Delayed };

template <>
struct Choices<ScalePolicy> {
  static constexpr Choice<ScalePolicy> rows[] = {
      {ScalePolicy::Bounded, "bounded",
       "The amax of the old value and a bound of its change"},
      {ScalePolicy::Current, "current",
       "The amax of the new value, computed in a separate pass"},
      {ScalePolicy::Delayed, "delayed", "The amaxes of earlier steps"}};
};

} // namespace mlir::fp8

#endif // FP8_TRAINING_CHOICES_H
