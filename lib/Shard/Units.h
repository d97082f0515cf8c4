//===- Units.h - rows that stay together ------------------------*- C++ -*-===//
#ifndef FP8_LIB_SHARD_UNITS_H
#define FP8_LIB_SHARD_UNITS_H

#include "StepFlow.h"

namespace mlir::fp8 {

/// Returns the number of rows that contain whole granules of `granularity`, for
/// a tensor of `shape`.
int64_t getGranuleRows(GranularityAttr granularity, ArrayRef<int64_t> shape);

/// Returns the smallest number of rows that contains whole granules of every
/// plane of the update.
int64_t getGranuleUnit(UpdateOp update);

/// Returns the smallest number of rows that contains whole blocks of the sum
/// tree.
int64_t getSumUnit(int64_t rowElements);

/// Returns the smallest number of rows that contains whole granules of all ops
/// that quantize `state`. Granules that cover all rows are ignored.
int64_t getReaderUnit(Value state);

} // namespace mlir::fp8

#endif // FP8_LIB_SHARD_UNITS_H
