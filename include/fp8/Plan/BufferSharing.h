//===- BufferSharing.h - operands that may be one buffer --------*- C++ -*-===//
//
// Whether a kernel may run in place depends on its body alone. Passes ask for
// one operand after the other, so that what a body says is kept.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_PLAN_BUFFERSHARING_H
#define FP8_PLAN_BUFFERSHARING_H

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::fp8 {

/// How a kernel reads and writes its operands.
class KernelAccesses {
public:
  explicit KernelAccesses(KernelOp kernel);

  /// Whether `operands` of the kernel, inputs and inits, may be one buffer:
  /// every element is read before it is written, by the item that writes it.
  bool canShareBuffer(ArrayRef<OpOperand *> operands) const;

private:
  struct Access {
    /// The dimensions of the domain that the operand lies along. One of one
    /// element is walked as none, if nothing fixes it.
    SmallVector<unsigned> dims;
    /// Whether no element is read at a point that does not write it.
    bool isElementwise;
  };
  /// None where the body has no single domain.
  SmallVector<Access> accesses;
};

/// The accesses of kernels whose bodies stay as they are meanwhile.
class BufferSharing {
public:
  bool canShareBuffer(KernelOp kernel, ArrayRef<OpOperand *> operands) {
    return kernels.try_emplace(kernel, kernel)
        .first->second.canShareBuffer(operands);
  }

private:
  llvm::DenseMap<Operation *, KernelAccesses> kernels;
};

/// Lets one analysis of one-shot bufferization keep what bodies say.
class BufferSharingExtension
    : public bufferization::OneShotAnalysisState::Extension {
public:
  explicit BufferSharingExtension(bufferization::OneShotAnalysisState &state)
      : Extension(state) {}

  /// What is known already is no part of the state of the analysis.
  mutable BufferSharing sharing;
};

} // namespace mlir::fp8

#endif // FP8_PLAN_BUFFERSHARING_H
