//===- LibraryCalls.h - attention that the runtime computes -----*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_ATTENTION_LIBRARYCALLS_H
#define FP8_LIB_KERNELS_ATTENTION_LIBRARYCALLS_H

#include "AdjacentHeads.h"
#include "fp8/Runtime/fp8rt_attention.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace mlir::fp8 {

/// Chooses the attention that remains a call of the runtime. Emits a remark
/// with the reason for each op that does not.
class LibraryCalls {
public:
  /// cuDNN computes attention on a GPU of `cudnnCapability`, or the runtime on
  /// CPUs if that is 0. With `isOrdered`, gradients of cuDNN must have the same
  /// bits in every run.
  LibraryCalls(bool hasAttention, unsigned cudnnCapability, bool isOrdered)
      : hasAttention(hasAttention), cudnnCapability(cudnnCapability),
        isOrdered(isOrdered) {}

  /// Chooses the calls in `root`. In the results of cuDNN, the elements of a
  /// head are then adjacent. Fails, with an error, if cuDNN does not support an
  /// op on buffers, which cannot be decomposed.
  LogicalResult choose(Operation *root);

  bool contains(Operation *op) const { return calls.contains(op); }

private:
  bool isSupported(Operation *op);
  LogicalResult chooseOfCudnn(Operation *op);
  /// Returns the reason why cuDNN does not compute `op`, or null.
  const char *findRefusal(Operation *op, const fp8rt_attention_desc &desc,
                          ArrayRef<Value> buffers);
  /// Returns true if cuDNN computes the forward pass of `op`.
  bool isPaired(Operation *op) const;

  bool hasAttention;
  unsigned cudnnCapability;
  bool isOrdered;
  AdjacentHeads heads;
  llvm::SmallPtrSet<Operation *, 16> calls;
};

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_ATTENTION_LIBRARYCALLS_H
