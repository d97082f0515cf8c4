//===- Buckets.h - kernels of multi-tensor launches -------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_BUCKETS_H
#define FP8_ANALYSIS_BUCKETS_H

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::fp8 {

/// Returns true if two kernels that fit into a bucket (multi-tensor launch)
/// differ only in the extents of their tensors, and one function can compute
/// both: see BucketShape::getUnits.
bool areEqualButForExtent(KernelOp a, KernelOp b);

/// Returns the scalar constants in the generics of a kernel, in body order.
SmallVector<arith::ConstantOp> getGenericConstants(KernelOp kernel);

/// Returns true if two kernels differ only in extents and in constants of
/// getGenericConstants. Adds the positions of constants with different values
/// to `positions`. Constants that cannot become operands of a kernel must be
/// equal.
bool areEqualButForConstants(KernelOp a, KernelOp b,
                             llvm::SmallSetVector<unsigned, 4> &positions);

/// Returns a hash that is equal for kernels that differ only in constants.
llvm::hash_code hashButForConstants(KernelOp kernel);

/// Two operands, of one op or of several, that overlap although one is written.
struct BucketConflict {
  OpOperand *first, *second;
};

/// The operands of one tensor of a bucket. The flag marks a written operand.
using TensorAccesses = SmallVector<std::pair<OpOperand *, bool>>;

/// Finds a tensor that overlaps memory that another tensor's operands write.
/// The tensors of one bucket are processed in any order.
std::optional<BucketConflict>
findConflict(ArrayRef<TensorAccesses> accessesOfTensors);

/// Reports a launch whose tensors overlap memory that other tensors' operands
/// write.
LogicalResult verifyBuckets(Operation *function);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_BUCKETS_H
