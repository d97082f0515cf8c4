//===- Units.h - rows that stay together ------------------------*- C++ -*-===//
#ifndef FP8_LIB_SHARD_UNITS_H
#define FP8_LIB_SHARD_UNITS_H

#include "StepFlow.h"

namespace mlir::fp8 {

/// Returns the number of rows that whole granules of `granularity` fill, for a
/// tensor of `shape`.
int64_t getGranuleRows(GranularityAttr granularity, ArrayRef<int64_t> shape);

/// Returns the least number of rows that hold whole granules of every plane of
/// the update.
int64_t getGranuleUnit(UpdateOp update);

/// Returns the least number of rows that hold whole blocks of the sum tree.
int64_t getSumUnit(int64_t rowElements);

/// Returns the least number of rows that hold whole granules of all ops that
/// quantize `state`. Granules of all rows do not count.
int64_t getReaderUnit(Value state);

} // namespace mlir::fp8

#endif // FP8_LIB_SHARD_UNITS_H
