//===- ColumnCodes.h - codes with a scale per column ------------*- C++ -*-===//
#ifndef FP8_LIB_SHARD_COLUMNCODES_H
#define FP8_LIB_SHARD_COLUMNCODES_H

#include "fp8/IR/FP8.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::fp8 {

/// Returns true if `op` computes a scale for each column of a matrix, from the
/// rows of all ranks, and can be written as maxima and casts.
bool hasColumnScales(QuantizeOp op);

/// Replaces the results of `op`, which reads whole columns. Each rank encodes
/// its rows with scales that are computed from the maxima over `axes`. The
/// codes are then gathered.
void gatherColumnCodes(ImplicitLocOpBuilder &b, QuantizeOp op, Value rows,
                       ArrayAttr axes);

} // namespace mlir::fp8

#endif // FP8_LIB_SHARD_COLUMNCODES_H
