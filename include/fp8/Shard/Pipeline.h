//===- Pipeline.h - from Scaled form to Sharded form ------------*- C++ -*-===//
#ifndef FP8_SHARD_PIPELINE_H
#define FP8_SHARD_PIPELINE_H

#include "fp8/Shard/Passes.h"

namespace mlir::fp8 {

/// Appends the passes that divide the states of a step among the ranks of its
/// mesh, and the check of Sharded form. Under `ddp`, only collectives change.
void buildShardPipeline(OpPassManager &pm, const ShardPassOptions &options,
                        const OptimizeCollectivesPassOptions &collectives);

} // namespace mlir::fp8

#endif // FP8_SHARD_PIPELINE_H
