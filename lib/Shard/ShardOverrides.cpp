//===- ShardOverrides.cpp - shards by parameter name ----------------------===//

#include "ShardOverrides.h"

using namespace mlir;
using namespace mlir::fp8;

static bool parsePositive(StringRef text, int64_t &number) {
  return !text.getAsInteger(10, number) && number > 0;
}

FailureOr<ShardOverride> fp8::parseShardOverride(func::FuncOp func,
                                                 StringRef text) {
  auto [pattern, what] = text.rsplit('=');
  ShardOverride result{pattern.str(), llvm::Regex(), std::nullopt};
  int64_t unit;
  if (what.consume_front("unit:") && parsePositive(what, unit))
    result.unit = unit;
  else if (what != "whole" || pattern.empty())
    return emitError(func.getLoc(), "expected a shard override of the form "
                                    "PATTERN=whole or PATTERN=unit:N, but got "
                                    "'")
           << text << "'";
  result.regex = llvm::Regex(("^(" + pattern + ")$").str());
  std::string error;
  if (!result.regex.isValid(error))
    return emitError(func.getLoc(), "expected shard overrides to be regular "
                                    "expressions, but '")
           << pattern << "' is not one: " << error;
  return result;
}

FailureOr<std::optional<int64_t>> fp8::parseShardUnit(func::FuncOp func,
                                                      StringRef text) {
  if (text == "auto")
    return std::optional<int64_t>();
  int64_t unit;
  if (!parsePositive(text, unit))
    return emitError(func.getLoc(), "expected the unit of shards to be auto or "
                                    "a positive number of rows, but got '")
           << text << "'";
  return std::optional(unit);
}
