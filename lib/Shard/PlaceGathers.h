//===- PlaceGathers.h - when gathered parameters are in memory --*- C++ -*-===//
#ifndef FP8_LIB_SHARD_PLACEGATHERS_H
#define FP8_LIB_SHARD_PLACEGATHERS_H

#include "ExchangeUnits.h"
#include "fp8/Shard/Choices.h"

namespace mlir::fp8 {

/// Combines the gathers of the states of each unit. Moves each combined gather
/// before the first reader of the preceding gather, so that the exchange
/// overlaps with computation. With `reshard`, the backward pass gathers again.
void placeGathers(func::FuncOp func, const ExchangeUnits &units,
                  Reshard reshard);

} // namespace mlir::fp8

#endif // FP8_LIB_SHARD_PLACEGATHERS_H
