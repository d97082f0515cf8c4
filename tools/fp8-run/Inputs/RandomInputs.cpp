//===- RandomInputs.cpp - Random inputs for a step ------------------------===//

#include "Inputs/Inputs.h"
#include "Messages.h"
#include "fp8/Analysis/ArgumentUse.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

/// Standard deviation of GPT-2's weights: small enough for any width, and
/// without symmetry between the units of a layer.
static constexpr double kParamDeviation = 0.02;

/// Value of a number about which nothing else is known: it is assumed to be a
/// learning rate.
static constexpr double kDefaultRate = 1e-3;

/// Adds a notice to an invented value, since it can decide whether a run
/// learns.
static Source withNotice(const Argument &argument, Source source) {
  note() << "argument '" << argument.name << "' of type " << argument.type
         << " is " << source.describe(argument.type)
         << "; --arg=" << argument.name << "=... overrides it\n";
  return source;
}

static Source makeRandomInteger(BlockArgument value, const Argument &argument,
                                uint64_t seed) {
  if (std::optional<double> start = findExponentStart(value))
    return withNotice(argument, Source::count(*start));
  std::optional<int64_t> extent = findIndexRange(value);
  if (!extent)
    return Source::missing("no use of '" + argument.name +
                           "' determines its range; use --arg=" +
                           argument.name + "=random:SEED:LO:HI");
  return Source::uniform(seed, 0, static_cast<double>(*extent));
}

Source run::makeRandom(BlockArgument value, const Argument &argument,
                       uint64_t seed) {
  bool isFloat = isa<FloatType>(argument.type.getElementType());
  bool isNumber = argument.type.getNumElements() == 1;
  if (argument.updatedBy) {
    if (argument.state == StateKind::Param && isFloat)
      return Source::normal(seed, kParamDeviation);
    if (isFloat && isNumber && isReturnedUnchanged(value))
      return withNotice(argument, Source::fill(1));
    return Source::fill(0);
  }
  if (!isFloat)
    return makeRandomInteger(value, argument, seed);
  if (!isNumber)
    return Source::normal(seed, 1);
  // Any number in the range is valid; use the middle.
  if (argument.range) {
    double middle = (argument.range->lower + argument.range->upper) / 2;
    return withNotice(argument, Source::fill(middle));
  }
  if (std::optional<double> start = findExponentStart(value))
    return withNotice(argument, Source::count(*start));
  if (isReturnedUnchanged(value))
    return withNotice(argument, Source::fill(1));
  return withNotice(argument, Source::fill(kDefaultRate));
}
