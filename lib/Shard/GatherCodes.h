//===- GatherCodes.h - encodes rows before they travel ----------*- C++ -*-===//
#ifndef FP8_LIB_SHARD_GATHERCODES_H
#define FP8_LIB_SHARD_GATHERCODES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::fp8 {

/// Lets each rank encode its own rows in 8 bits and gathers the codes, if all
/// readers of the gathered values encode them. Results have the same bits,
/// because each scale is common to all ranks or belongs to rows of one rank.
/// Emits a remark for each parameter.
void gatherCodes(func::FuncOp func);

} // namespace mlir::fp8

#endif // FP8_LIB_SHARD_GATHERCODES_H
