//===- ShardOverrides.h - shards by parameter name --------------*- C++ -*-===//
#ifndef FP8_LIB_SHARD_SHARDOVERRIDES_H
#define FP8_LIB_SHARD_SHARDOVERRIDES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/Regex.h"
#include <optional>

namespace mlir::fp8 {

/// The rule of --fp8-shard{override=...} for parameters with matching names.
struct ShardOverride {
  std::string pattern;
  llvm::Regex regex;
  /// Absent for parameters that stay whole.
  std::optional<int64_t> unit;
  bool isUsed = false;
};

/// Parses PATTERN=whole or PATTERN=unit:N. The pattern must match whole names.
/// Reports errors at `func`.
FailureOr<ShardOverride> parseShardOverride(func::FuncOp func, StringRef text);

/// Parses the option `unit`: a number, or nothing for `auto`.
FailureOr<std::optional<int64_t>> parseShardUnit(func::FuncOp func,
                                                 StringRef text);

} // namespace mlir::fp8

#endif // FP8_LIB_SHARD_SHARDOVERRIDES_H
