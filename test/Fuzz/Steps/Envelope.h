//===- Envelope.h - the results that a target may give ----------*- C++ -*-===//
#ifndef FP8_TEST_FUZZ_STEPS_ENVELOPE_H
#define FP8_TEST_FUZZ_STEPS_ENVELOPE_H

#include "Files/SafeTensors.h"

namespace mlir::fp8::fuzz {

/// Says how `outputs` differ from `expected`: in bits, but for which NaN.
/// Nothing where they do not.
std::optional<std::string> findDifference(const run::SafeTensors &expected,
                                          const run::SafeTensors &outputs);

/// The results of the evaluator, and its results with errors of the size of
/// the stated bound. A tensor that no error changes is declared bit for bit.
/// Others may differ from the evaluator's results by the effect of errors.
class Envelope {
public:
  explicit Envelope(const run::SafeTensors &expected) : expected(expected) {}

  /// Takes results with errors. Returns whether any of them is another one.
  bool add(const run::SafeTensors &varied);

  /// Says how `outputs` leave the envelope. Nothing where they do not.
  std::optional<std::string> findEscape(const run::SafeTensors &outputs) const;

private:
  /// For each element of a tensor that errors change: the largest change, or
  /// nothing if it is not finite.
  using Spread = std::vector<std::optional<double>>;

  const run::SafeTensors &expected;
  llvm::StringMap<Spread> spreads;
};

} // namespace mlir::fp8::fuzz

#endif // FP8_TEST_FUZZ_STEPS_ENVELOPE_H
