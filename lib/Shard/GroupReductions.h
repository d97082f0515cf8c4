//===- GroupReductions.h - gradients in few exchanges -----------*- C++ -*-===//
#ifndef FP8_LIB_SHARD_GROUPREDUCTIONS_H
#define FP8_LIB_SHARD_GROUPREDUCTIONS_H

#include "ExchangeUnits.h"

namespace mlir::fp8 {

/// Combines the reductions of gradients, and the gathers of new parameters at
/// the end of a step, into one op for each unit. Small tensors that every rank
/// needs as a whole are combined over all units.
void groupReductions(func::FuncOp func, const ExchangeUnits &units);

} // namespace mlir::fp8

#endif // FP8_LIB_SHARD_GROUPREDUCTIONS_H
