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
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::bufferization;

/// Read at indices that are computed: at other points, too.
static bool isGathered(BlockArgument argument) {
  return llvm::any_of(argument.getUsers(), [](Operation *user) {
    return isa<tensor::ExtractOp, ScatterAddOp>(user);
  });
}

/// Whether a tensor along `dims` has one element per point of the domain, or
/// one in all: what is broadcast in between is read again by later points.
static bool coversDomain(const KernelDomain &domain, ArrayRef<unsigned> dims) {
  auto isWalked = [&](unsigned dim) { return domain.getExtents()[dim] != 1; };
  unsigned numWalked =
      llvm::count_if(llvm::seq<unsigned>(0, domain.getNumDims()), isWalked);
  llvm::SmallDenseSet<unsigned> found;
  for (unsigned dim : dims)
    if (dim != KernelDomain::kNoDim && isWalked(dim))
      found.insert(dim);
  return found.empty() || found.size() == numWalked;
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
    auto kernel = cast<KernelOp>(op);
    FailureOr<KernelDomain> domain =
        KernelDomain::compute(kernel, /*emitErrors=*/false);
    if (failed(domain))
      return false;
    auto getArgument = [&](OpOperand *operand) {
      return kernel.getBody().getArgument(operand->getOperandNumber());
    };
    ArrayRef<unsigned> dims = domain->getDims(getArgument(operands.front()));
    return coversDomain(*domain, dims) &&
           llvm::all_of(operands, [&](OpOperand *operand) {
             return !isGathered(getArgument(operand)) &&
                    domain->getDims(getArgument(operand)) == dims;
           });
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
