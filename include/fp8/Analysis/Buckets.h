//===- Buckets.h - kernels that differ in the size of tensors ---*- C++ -*-===//
#ifndef FP8_ANALYSIS_BUCKETS_H
#define FP8_ANALYSIS_BUCKETS_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// Whether two kernels that fit into a bucket, with operands of rank 1 and 0,
/// compute the same but for the extent of the former.
bool areEqualButForExtent(KernelOp a, KernelOp b);

/// Equal for kernels that are.
llvm::hash_code hashButForExtent(KernelOp kernel);

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
