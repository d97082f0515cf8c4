//===- Buckets.h - kernels of multi-tensor launches -------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_BUCKETS_H
#define FP8_ANALYSIS_BUCKETS_H

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::fp8 {

/// Returns true if two kernels in flat form differ only in the extents of their
/// tensors, and one function can compute both (see BucketShape::getUnits). Such
/// kernels can share a bucket, a multi-tensor launch.
bool areEqualButForExtent(KernelOp a, KernelOp b);

/// Returns true if two kernels perform the same operations on operands of the
/// same shapes and element types. Their operands may have other layouts.
bool haveEqualBodies(KernelOp a, KernelOp b);

/// Returns the scalar constants in the generics of a kernel, in program order.
SmallVector<arith::ConstantOp> getGenericConstants(KernelOp kernel);

/// Returns true if two kernels differ only in extents and in the values of
/// constants. Adds the positions of differing constants in
/// getGenericConstants() to `positions`. A constant whose type no kernel
/// operand can have must be equal in both kernels.
bool areEqualButForConstants(KernelOp a, KernelOp b,
                             llvm::SmallSetVector<unsigned, 4> &positions);

/// Returns a hash that ignores the values of constants in generics.
llvm::hash_code hashButForConstants(KernelOp kernel);

/// Two operands that overlap in memory, at least one of which is written.
struct BucketConflict {
  OpOperand *first, *second;
};

/// The operands for one tensor of a bucket. The flag of an operand is true if
/// it is written.
using TensorAccesses = SmallVector<std::pair<OpOperand *, bool>>;

/// Finds two tensors whose operands conflict. This is an error, because the
/// tensors of one bucket are processed in any order.
std::optional<BucketConflict>
findConflict(ArrayRef<TensorAccesses> accessesOfTensors);

/// Reports a launch in which operands of different tensors overlap and one of
/// them is written.
LogicalResult verifyBuckets(Operation *function);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_BUCKETS_H
