//===- Decompose.cpp - --fp8-decompose ------------------------------------===//

#include "Attention/AdjacentHeads.h"
#include "fp8/IR/DecomposeAttention.h"
#include "fp8/Kernels/AttentionCall.h"
#include "fp8/Kernels/Passes.h"
#include "fp8/Runtime/CudnnAttention.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_DECOMPOSEPASS
#include "fp8/Kernels/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

/// Returns true if `op` is a scatter inside a kernel. Its decomposition would
/// contain ops that kernels do not support.
static bool isInKernel(Operation *op) {
  return isa<ScatterAddOp>(op) && op->getParentOfType<KernelOp>();
}

namespace {
struct Decompose : fp8::impl::DecomposePassBase<Decompose> {
  using DecomposePassBase::DecomposePassBase;

  void runOnOperation() override {
    expandOptimizers(getOperation());
    calls.clear();
    bool callsCudnn = attention == AttentionLowering::Library && hasAttention &&
                      cudnnCapability != 0;
    if (callsCudnn)
      makeHeadsAdjacent(getOperation());
    int64_t limit = maxDecomposed;
    // Attention comes first, because it decomposes into contractions.
    bool isSupported = decompose(limit, [&](Operation *op) {
      return isAttention(op) && !isLibraryCall(op);
    });
    isSupported &= decompose(limit, [&](Operation *op) {
      return isa_and_nonnull<FP8Dialect>(op->getDialect()) &&
             !isAttention(op) &&
             !(keepForKernels &&
               isa<ContractOp, ScatterAddOp, AllGatherOp, AllToAllOp>(op)) &&
             !isInKernel(op);
    });
    if (!isSupported)
      signalPassFailure();
  }

private:
  /// Returns true if the attention `op` remains a call of the runtime. If the
  /// target or its runtime does not support the op, emits a remark with the
  /// reason.
  bool isLibraryCall(Operation *op) {
    if (attention == AttentionLowering::Kernels)
      return false;
    auto missed = [](Location loc, const Twine &reason) {
      remark::missed(
          loc, remark::RemarkOpts::name("attention").category("fp8-decompose"))
          << "matmuls and kernels compute this attention: " + reason.str();
    };
    if (!hasAttention) {
      missed(op->getLoc(), "the runtime of the target has no attention");
      return false;
    }
    FailureOr<AttentionCall> call = describeAttention(op, missed);
    if (failed(call))
      return false;
    if (cudnnCapability == 0)
      return true;
    if (const char *reason = findCudnnReason(op, call->desc)) {
      missed(op->getLoc(), reason);
      return false;
    }
    calls.insert(op);
    return true;
  }

  /// Returns the reason why cuDNN does not compute `op`, or null.
  const char *findCudnnReason(Operation *op, const fp8rt_attention_desc &desc) {
    fp8rt::CudnnAttention shape;
    if (const char *reason =
            fp8rt::findCudnnRefusal(desc, cudnnCapability, shape))
      return reason;
    auto backward = dyn_cast<AttentionBackwardOp>(op);
    if (!backward)
      return nullptr;
    // Maxima and sums of other forward passes are other numbers.
    Operation *forward = backward.getRowMax().getDefiningOp();
    bool isPaired =
        forward && calls.contains(forward) &&
        backward.getRowMax() == cast<AttentionOp>(forward).getRowMax() &&
        backward.getRowSum() == cast<AttentionOp>(forward).getRowSum();
    return isPaired ? nullptr : "cuDNN does not compute its forward pass";
  }

  /// The ops that are calls of cuDNN.
  llvm::SmallPtrSet<Operation *, 16> calls;

  /// Decomposes the ops that `matches` accepts, but no more than `limit` unless
  /// that is negative, and subtracts their number. Reports every op that is not
  /// supported, and returns false if there is one.
  bool decompose(int64_t &limit, function_ref<bool(Operation *)> matches) {
    SmallVector<linalg::AggregatedOpInterface> ops;
    getOperation()->walk([&](linalg::AggregatedOpInterface op) {
      if (matches(op))
        ops.push_back(op);
    });
    if (limit >= 0) {
      ops.truncate(std::min<size_t>(ops.size(), limit));
      limit -= ops.size();
    }
    IRRewriter rewriter(&getContext());
    bool isSupported = true;
    for (linalg::AggregatedOpInterface op : ops) {
      rewriter.setInsertionPoint(op);
      FailureOr<SmallVector<Value>> values = op.decomposeOperation(rewriter);
      if (failed(values)) {
        isSupported = false;
        continue;
      }
      rewriter.replaceOp(op, *values);
      ++numDecomposed;
    }
    return isSupported;
  }
};
} // namespace
