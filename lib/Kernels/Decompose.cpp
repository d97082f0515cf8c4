//===- Decompose.cpp - --fp8-decompose ------------------------------------===//

#include "Attention/LibraryCalls.h"
#include "fp8/Analysis/CollectOps.h"
#include "fp8/IR/DecomposeAttention.h"
#include "fp8/Kernels/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

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
    LibraryCalls calls(hasAttention, cudnnCapability, cudnnOrdered);
    if (attention == AttentionLowering::Library &&
        failed(calls.choose(getOperation())))
      return signalPassFailure();
    int64_t limit = maxDecomposed;
    // Attention comes first, because it decomposes into contractions.
    bool isSupported = decompose(limit, [&](Operation *op) {
      return isAttention(op) && !calls.contains(op);
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
  /// Decomposes the ops that `matches` accepts: at most `limit` ops, which are
  /// subtracted from `limit`, or all ops if `limit` is negative. Reports every
  /// op that is not supported, and returns false if there is one.
  bool decompose(int64_t &limit, function_ref<bool(Operation *)> matches) {
    auto ops =
        collectOps<linalg::AggregatedOpInterface>(getOperation(), matches);
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
