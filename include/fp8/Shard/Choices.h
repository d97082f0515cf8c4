//===- Choices.h - choices of sharding --------------------------*- C++ -*-===//
#ifndef FP8_SHARD_CHOICES_H
#define FP8_SHARD_CHOICES_H

#include "fp8/Support/Choices.h"

namespace mlir::fp8 {

/// The states that are divided among ranks by rows.
enum class ShardPolicy { DDP, Zero1, Zero3 };

template <>
struct Choices<ShardPolicy> {
  static constexpr Choice<ShardPolicy> rows[] = {
      {ShardPolicy::DDP, "ddp", "None"},
      {ShardPolicy::Zero1, "zero1", "States that only updates read"},
      {ShardPolicy::Zero3, "zero3", "Parameters too"}};
};

/// When the backward pass gathers parameters again.
enum class Reshard { Never, Always };

template <>
struct Choices<Reshard> {
  static constexpr Choice<Reshard> rows[] = {
      {Reshard::Never, "never", "The forward pass keeps what it gathered"},
      {Reshard::Always, "always",
       "All but the last parameter are gathered "
       "again"}};
};

/// The default of `exchange-bytes`: the parameters of one transformer block of
/// width 768. Larger exchanges hardly increase bandwidth, and take more memory.
inline constexpr int64_t kExchangeBytes = int64_t(32) << 20;

} // namespace mlir::fp8

#endif // FP8_SHARD_CHOICES_H
