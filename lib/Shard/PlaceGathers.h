//===- PlaceGathers.h - when gathered parameters are in memory --*- C++ -*-===//
#ifndef FP8_LIB_SHARD_PLACEGATHERS_H
#define FP8_LIB_SHARD_PLACEGATHERS_H

#include "fp8/Shard/Choices.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::fp8 {

/// Moves gathers of states close to their first reader, one gather ahead of it.
/// With `reshard`, the backward pass gathers again.
void placeGathers(func::FuncOp func, Reshard reshard);

} // namespace mlir::fp8

#endif // FP8_LIB_SHARD_PLACEGATHERS_H
