//===- KernelBufferization.cpp - fp8.kernel for one-shot bufferization ----===//
//
// The operands become buffers, the body stays on tensors. A kernel may run in
// place where every element of a buffer is read at the point of the domain that
// writes it, and at no other.
//
//===----------------------------------------------------------------------===//

#include "fp8/Analysis/KernelDomain.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::bufferization;

/// Read at indices that are computed: at other points, too.
static bool isGathered(BlockArgument argument) {
  return llvm::any_of(argument.getUsers(), [](Operation *user) {
    return isa<tensor::ExtractOp, ScatterAddOp>(user);
  });
}

/// Whether a tensor along `dims` has one element per item that an emitted
/// kernel walks, so that all reads of an element precede its write: one per
/// point of the domain, one per row where rows are reduced, or one in all. What
/// is broadcast in between is read again by later points.
static bool hasElementPerItem(KernelOp kernel, const KernelDomain &domain,
                              ArrayRef<unsigned> dims) {
  llvm::SmallBitVector walked(domain.getNumDims());
  for (unsigned dim = 0; dim < domain.getNumDims(); ++dim)
    if (domain.getExtents()[dim] != 1)
      walked.set(dim);
  auto toBits = [&](ArrayRef<unsigned> list) {
    llvm::SmallBitVector bits(domain.getNumDims());
    for (unsigned dim : list)
      if (dim != KernelDomain::kNoDim && walked.test(dim))
        bits.set(dim);
    return bits;
  };
  llvm::SmallBitVector found = toBits(dims);
  if (found.none() || found == walked)
    return true;
  llvm::SmallBitVector rows = walked;
  for (auto generic : kernel.getBody().front().getOps<linalg::GenericOp>()) {
    llvm::SmallBitVector reduced =
        toBits(domain.getDomain(generic).reductionDims);
    if (reduced != walked)
      rows.reset(reduced);
  }
  return rows != walked && found == rows;
}

bool mlir::fp8::canShareBuffer(KernelOp kernel,
                               ArrayRef<OpOperand *> operands) {
  FailureOr<KernelDomain> domain =
      KernelDomain::compute(kernel, /*emitErrors=*/false);
  if (failed(domain))
    return false;
  auto getArgument = [&](OpOperand *operand) {
    return kernel.getBody().getArgument(operand->getOperandNumber());
  };
  // A dimension of one element is walked as none, if nothing fixes it.
  auto getDims = [&](OpOperand *operand) {
    SmallVector<unsigned> dims;
    for (unsigned dim : domain->getDims(getArgument(operand)))
      if (dim != KernelDomain::kNoDim && domain->getExtents()[dim] != 1)
        dims.push_back(dim);
    return dims;
  };
  SmallVector<unsigned> dims = getDims(operands.front());
  return hasElementPerItem(kernel, *domain, dims) &&
         llvm::all_of(operands, [&](OpOperand *operand) {
           return !isGathered(getArgument(operand)) && getDims(operand) == dims;
         });
}

namespace {
struct KernelModel
    : DstBufferizableOpInterfaceExternalModel<KernelModel, KernelOp> {
  /// The body stays on tensors.
  bool hasTensorSemantics(Operation *op) const {
    return !cast<KernelOp>(op).isBufferized();
  }

  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    return cast<KernelOp>(op).readsOperand(operand.getOperandNumber());
  }

  bool bufferizesToElementwiseAccess(Operation *op, const AnalysisState &,
                                     ArrayRef<OpOperand *> operands) const {
    return canShareBuffer(cast<KernelOp>(op), operands);
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto kernel = cast<KernelOp>(op);
    SmallVector<Value> buffers;
    for (Value value : kernel->getOperands()) {
      FailureOr<Value> buffer = getBuffer(rewriter, value, options, state);
      if (failed(buffer))
        return failure();
      buffers.push_back(*buffer);
    }
    rewriter.setInsertionPoint(kernel);
    clone(rewriter, op, /*newResultTypes=*/TypeRange(), buffers);
    replaceOpWithBufferizedValues(
        rewriter, op, ArrayRef(buffers).drop_front(kernel.getInputs().size()));
    return success();
  }
};
} // namespace

void mlir::fp8::registerKernelBufferization(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, FP8Dialect *) {
    KernelOp::attachInterface<KernelModel>(*context);
  });
}
