//===- Choices.h - choices of sharding --------------------------*- C++ -*-===//
#ifndef FP8_SHARD_CHOICES_H
#define FP8_SHARD_CHOICES_H

#include "fp8/Support/Choices.h"

namespace mlir::fp8 {

/// The states of which each rank holds only some rows.
enum class ShardPolicy { DDP, Zero1, Zero3 };

template <>
struct Choices<ShardPolicy> {
  static constexpr Choice<ShardPolicy> rows[] = {
      {ShardPolicy::DDP, "ddp", "None"},
      {ShardPolicy::Zero1, "zero1", "States that only updates read"},
      {ShardPolicy::Zero3, "zero3", "Parameters too"}};
};

} // namespace mlir::fp8

#endif // FP8_SHARD_CHOICES_H
