//===- ArgumentOption.cpp - Parser of --arg I=VALUE -----------------------===//

#include "Options/Options.h"

#include "llvm/ADT/StringExtras.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

/// Parses a finite number. A number too large for an f64 is rejected, since
/// infinity was not requested.
static bool parseNumber(StringRef text, double &number) {
  return !text.getAsDouble(number) &&
         (!std::isinf(number) || text.contains_insensitive("inf"));
}

static bool parseValue(StringRef text, ArgumentOption &option) {
  int64_t integer;
  if (!text.getAsInteger(10, integer))
    option.integer = integer;
  return parseNumber(text, option.value);
}

/// Parses SEED or SEED:LO:HI.
static bool parseRandom(StringRef text, ArgumentOption &option) {
  SmallVector<StringRef> parts;
  text.split(parts, ':');
  if ((parts.size() != 1 && parts.size() != 3) ||
      parts[0].getAsInteger(10, option.seed))
    return false;
  if (parts.size() == 1)
    return true;
  double low, high;
  if (parts[1].getAsDouble(low) || parts[2].getAsDouble(high) ||
      !std::isfinite(low) || !std::isfinite(high) || !(low < high))
    return false;
  option.interval = {low, high};
  return true;
}

std::optional<ArgumentOption> run::parseArgumentOption(StringRef text) {
  auto [argument, value] = text.split('=');
  ArgumentOption option;
  option.argument = argument.str();
  StringRef rest = value;
  bool isValid;
  if (rest.consume_front("counter:")) {
    option.kind = ArgumentOption::Kind::Counter;
    isValid = parseValue(rest, option);
  } else if (rest.consume_front("random:")) {
    option.kind = ArgumentOption::Kind::Random;
    isValid = parseRandom(rest, option);
  } else if (rest.ends_with(".npy")) {
    option.kind = ArgumentOption::Kind::Npy;
    option.file = rest.str();
    isValid = true;
  } else {
    isValid = parseValue(rest, option);
  }
  if (isValid && !option.argument.empty())
    return option;
  reportError("expected --arg to be I=VALUE, I=counter:START, I=F.npy or "
              "I=random:SEED[:LO:HI] with finite LO < HI, but got '" +
              text + "'");
  return std::nullopt;
}
