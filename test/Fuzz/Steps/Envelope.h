//===- Envelope.h - the results that a target may give ----------*- C++ -*-===//
#ifndef FP8_TEST_FUZZ_STEPS_ENVELOPE_H
#define FP8_TEST_FUZZ_STEPS_ENVELOPE_H

#include "Files/SafeTensors.h"

namespace mlir::fp8::fuzz {

/// Describes the first difference of bits between `outputs` and `expected`; all
/// NaNs are equal. Returns nothing if there is none.
std::optional<std::string> findDifference(const run::SafeTensors &expected,
                                          const run::SafeTensors &outputs);

/// The range of results that a target may return. The evaluator computes the
/// expected results, and then results with injected errors as large as the
/// documented error bound. If no injected error changes a tensor, the target
/// must return the expected bits. Otherwise the result may differ from the
/// expected one by a multiple of the largest change.
class Envelope {
public:
  explicit Envelope(const run::SafeTensors &expected) : expected(expected) {}

  /// Adds results with errors. Returns true if any of them differs from the
  /// results so far.
  bool add(const run::SafeTensors &varied);

  /// Describes how `outputs` leave the envelope. Returns nothing if they do
  /// not.
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
