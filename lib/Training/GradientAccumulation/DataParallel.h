//===- DataParallel.h - ranks of a data-parallel step -----------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_GRADIENTACCUMULATION_DATAPARALLEL_H
#define FP8_LIB_TRAINING_GRADIENTACCUMULATION_DATAPARALLEL_H

#include "MicrobatchPlan.h"

namespace mlir::fp8 {

/// Returns true if `op`, or an op in it, rounds with random bits of its own.
bool usesRandomBits(Operation *op);

/// Marks the arguments `batches`, which hold another batch on every rank.
void markBatches(func::FuncOp func, ArrayRef<unsigned> batches);

/// Reduces `value`, an f32 or a tensor of f32, over all ranks of the mesh.
/// Creates ops at `builder`.
Value reduceOverRanks(OpBuilder &builder, Value value, Combination combination,
                      MeshAttr mesh);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_GRADIENTACCUMULATION_DATAPARALLEL_H
