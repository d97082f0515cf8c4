//===- BufferSharing.h - operands that can share a buffer -------*- C++ -*-===//
//
// The body of a kernel determines whether it may run in place. Passes query one
// operand at a time, so the results for a body are cached.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_PLAN_BUFFERSHARING_H
#define FP8_PLAN_BUFFERSHARING_H

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::fp8 {

/// Describes how a kernel reads and writes its operands.
class KernelAccesses {
public:
  explicit KernelAccesses(KernelOp kernel);

  /// Returns true if `operands` of the kernel, inputs and inits, may share a
  /// buffer: every element is read before it is written, and by the same work
  /// item.
  bool canShareBuffer(ArrayRef<OpOperand *> operands) const;

private:
  struct Access {
    /// The dimensions of the domain along which the operand extends. Dimensions
    /// of extent 1 are omitted.
    SmallVector<unsigned> dims;
    /// True if each element is read only at the point of the domain that writes
    /// it.
    bool isElementwise;
  };
  /// Empty if the body has no single domain.
  SmallVector<Access> accesses;
};

/// Caches the accesses of kernels. The bodies of cached kernels must not
/// change.
class BufferSharing {
public:
  bool canShareBuffer(KernelOp kernel, ArrayRef<OpOperand *> operands) {
    return kernels.try_emplace(kernel, kernel)
        .first->second.canShareBuffer(operands);
  }

private:
  llvm::DenseMap<Operation *, KernelAccesses> kernels;
};

/// Caches accesses for the duration of one analysis of one-shot bufferization.
class BufferSharingExtension
    : public bufferization::OneShotAnalysisState::Extension {
public:
  explicit BufferSharingExtension(bufferization::OneShotAnalysisState &state)
      : Extension(state) {}

  /// Mutable because the cache is not part of the state of the analysis.
  mutable BufferSharing sharing;
};

} // namespace mlir::fp8

#endif // FP8_PLAN_BUFFERSHARING_H
