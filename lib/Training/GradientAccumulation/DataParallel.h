//===- DataParallel.h - ranks of a data-parallel step -----------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_GRADIENTACCUMULATION_DATAPARALLEL_H
#define FP8_LIB_TRAINING_GRADIENTACCUMULATION_DATAPARALLEL_H

#include "MicrobatchPlan.h"

namespace mlir::fp8 {

/// Returns true if `op`, or a nested op, rounds stochastically with random bits
/// that it generates from a seed.
bool usesRandomBits(Operation *op);

/// Gives batch `i` of a rank its own random bits, by the use number of the ops
/// in `root`. `offset`, an i32, is the number of the first batch of the rank,
/// or null for 0.
void setBatchNumber(Operation *root, int64_t i, Value offset);

/// Marks the arguments `batches` as batches: their values differ between ranks.
void markBatches(func::FuncOp func, ArrayRef<unsigned> batches);

/// Reduces `value`, an f32 or a tensor of f32, over all ranks of the mesh.
/// Creates ops at `builder`.
Value reduceOverRanks(OpBuilder &builder, Value value, Combination combination,
                      MeshAttr mesh);

/// Casts `value`, a float or a tensor of floats, to elements of type `element`.
Value castFloat(OpBuilder &builder, Value value, Type element);

/// Multiplies `sum`, an f32 or a tensor of f32, by the constant `1 / count`.
Value divideSum(OpBuilder &builder, Value sum, int64_t count);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_GRADIENTACCUMULATION_DATAPARALLEL_H
