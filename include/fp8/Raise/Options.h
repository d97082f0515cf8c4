//===- Options.h - options of raising passes --------------------*- C++ -*-===//
#ifndef FP8_RAISE_OPTIONS_H
#define FP8_RAISE_OPTIONS_H

#include "fp8/Support/ChoiceParser.h"

namespace mlir::fp8 {

/// The kinds of upstream ops on FP8 types that are raised to fp8 ops.
enum class RaisedOps { All, Casts, Contractions };

template <>
struct Choices<RaisedOps> {
  static constexpr Choice<RaisedOps> rows[] = {
      {RaisedOps::All, "all", "Casts and contractions"},
      {RaisedOps::Casts, "casts", "All but contractions"},
      {RaisedOps::Contractions, "contractions", "Contractions of codes"}};
};

} // namespace mlir::fp8

FP8_CHOICE(RaisedOps);

#endif // FP8_RAISE_OPTIONS_H
