//===- Buckets.h - kernels that differ in the size of tensors ---*- C++ -*-===//
#ifndef FP8_ANALYSIS_BUCKETS_H
#define FP8_ANALYSIS_BUCKETS_H

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::fp8 {

/// Whether two kernels that fit into a bucket compute the same but for the
/// extents of their tensors, and one function can: see BucketShape::getUnits.
bool areEqualButForExtent(KernelOp a, KernelOp b);

/// The scalar constants in the generics of a kernel, in the order of the body.
SmallVector<arith::ConstantOp> getGenericConstants(KernelOp kernel);

/// The same, but for constants of getGenericConstants, too: adds the positions
/// of those whose values differ to `positions`. Those that no operand of a
/// kernel may hold have to be equal.
bool areEqualButForConstants(KernelOp a, KernelOp b,
                             llvm::SmallSetVector<unsigned, 4> &positions);

/// Equal for kernels that are equal but for constants.
llvm::hash_code hashButForConstants(KernelOp kernel);

/// Two operands of one op or of several, one of which lies where the other is
/// written.
struct BucketConflict {
  OpOperand *first, *second;
};

/// The operands of one tensor of a bucket, and whether each is written.
using TensorAccesses = SmallVector<std::pair<OpOperand *, bool>>;

/// Finds a tensor that touches what another one writes; tensors of one bucket
/// run in any order.
std::optional<BucketConflict>
findConflict(ArrayRef<TensorAccesses> accessesOfTensors);

/// Reports a launch whose tensors touch what others write.
LogicalResult verifyBuckets(Operation *function);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_BUCKETS_H
