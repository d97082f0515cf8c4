//===- Choices.h - choices of quantization ----------------------*- C++ -*-===//
#ifndef FP8_QUANTIZE_CHOICES_H
#define FP8_QUANTIZE_CHOICES_H

#include "fp8/IR/FP8.h"
#include "fp8/Support/Choices.h"

namespace mlir::fp8 {

/// How the scales of quantized operands are determined.
enum class Recipe { None, Current, Delayed, Row, Block, MX };

template <>
struct Choices<Recipe> {
  static constexpr Choice<Recipe> rows[] = {
      {Recipe::None, "none", "Quantize nothing"},
      {Recipe::Current, "current", "The amax of the value"},
      {Recipe::Delayed, "delayed", "The amaxes of earlier steps"},
      {Recipe::Row, "row", "The amax of each row"},
      {Recipe::Block, "block", "The amax of each block"},
      {Recipe::MX, "mx", "The amax of 32 elements, as e8m0"}};
};

/// Which contractions are quantized.
enum class ContractionScope { Linear, All };

template <>
struct Choices<ContractionScope> {
  static constexpr Choice<ContractionScope> rows[] = {
      {ContractionScope::Linear, "linear", "Linear layers"},
      {ContractionScope::All, "all", "Attention too"}};
};

/// The formats that operands of contractions are quantized to.
template <>
struct Choices<Format> {
  static constexpr Choice<Format> rows[] = {
      {Format::E4M3, "e4m3", "Largest value 448"},
      {Format::E5M2, "e5m2", "Largest value 57344"}};
};

template <>
struct Choices<AmaxAlgo> {
  static constexpr Choice<AmaxAlgo> rows[] = {
      {AmaxAlgo::Max, "max", "The largest amax of the history"},
      {AmaxAlgo::MostRecent, "most_recent", "The last amax"}};
};

} // namespace mlir::fp8

#endif // FP8_QUANTIZE_CHOICES_H
