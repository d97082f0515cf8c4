//===- KernelBufferization.cpp - fp8.kernel for one-shot bufferization ----===//
//
// Operands become buffers, and the body stays on tensors. A kernel may run in
// place if each element of a buffer is read only at the point of the domain
// that writes it.
//
//===----------------------------------------------------------------------===//

#include "fp8/Analysis/KernelDomain.h"
#include "fp8/IR/CloneOp.h"
#include "fp8/Plan/BufferSharing.h"
#include "fp8/Plan/Bufferization.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::bufferization;

/// Returns true if the argument is read at computed indices. A point of the
/// domain then reads elements that other points write.
static bool isGathered(BlockArgument argument) {
  return llvm::any_of(argument.getUsers(), [](Operation *user) {
    return isa<tensor::ExtractOp, ScatterAddOp>(user);
  });
}

/// Returns the dimensions among `dims` with extents other than 1.
static llvm::SmallBitVector toBits(const KernelDomain &domain,
                                   ArrayRef<unsigned> dims) {
  llvm::SmallBitVector bits(domain.getNumDims());
  for (unsigned dim : dims)
    if (dim != KernelDomain::kNoDim && domain.getExtents()[dim] != 1)
      bits.set(dim);
  return bits;
}

/// Returns the dimensions of `walked` that no op reduces. Ops that reduce all
/// dimensions do not count.
static llvm::SmallBitVector getRows(KernelOp kernel, const KernelDomain &domain,
                                    const llvm::SmallBitVector &walked) {
  llvm::SmallBitVector rows = walked;
  for (auto generic : kernel.getBody().front().getOps<linalg::GenericOp>()) {
    llvm::SmallBitVector reduced =
        toBits(domain, domain.getDomain(generic).reductionDims);
    if (reduced != walked)
      rows.reset(reduced);
  }
  return rows;
}

KernelAccesses::KernelAccesses(KernelOp kernel) {
  FailureOr<KernelDomain> domain =
      KernelDomain::compute(kernel, /*emitErrors=*/false);
  if (failed(domain))
    return;
  llvm::SmallBitVector walked = toBits(
      *domain, llvm::to_vector(llvm::seq<unsigned>(0, domain->getNumDims())));
  llvm::SmallBitVector rows = getRows(kernel, *domain, walked);
  for (BlockArgument argument : kernel.getBody().getArguments()) {
    // All reads of an element precede its write if the element belongs to one
    // work item. The operand then has one element per point of the domain, one
    // element per row if rows are reduced, or a single element. A value
    // broadcast along other dimensions is read again by later points.
    Access &access = accesses.emplace_back();
    for (unsigned dim : domain->getDims(argument))
      if (dim != KernelDomain::kNoDim && domain->getExtents()[dim] != 1)
        access.dims.push_back(dim);
    llvm::SmallBitVector found = toBits(*domain, access.dims);
    access.isElementwise =
        !isGathered(argument) &&
        (found.none() || found == walked || (rows != walked && found == rows));
  }
}

bool KernelAccesses::canShareBuffer(ArrayRef<OpOperand *> operands) const {
  return !accesses.empty() && llvm::all_of(operands, [&](OpOperand *operand) {
    const Access &access = accesses[operand->getOperandNumber()];
    return access.isElementwise &&
           access.dims == accesses[operands.front()->getOperandNumber()].dims;
  });
}

namespace {
struct KernelModel
    : DstBufferizableOpInterfaceExternalModel<KernelModel, KernelOp> {
  /// Kernel bodies stay on tensors.
  bool hasTensorSemantics(Operation *op) const {
    return !cast<KernelOp>(op).isBufferized();
  }

  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    return cast<KernelOp>(op).readsOperand(operand.getOperandNumber());
  }

  bool bufferizesToElementwiseAccess(Operation *op, const AnalysisState &state,
                                     ArrayRef<OpOperand *> operands) const {
    auto kernel = cast<KernelOp>(op);
    if (const auto *analysis = dyn_cast<OneShotAnalysisState>(&state))
      if (const auto *known = analysis->getExtension<BufferSharingExtension>())
        return known->sharing.canShareBuffer(kernel, operands);
    return KernelAccesses(kernel).canShareBuffer(operands);
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
    cloneWithOperands(rewriter, op, /*types=*/TypeRange(), buffers);
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
