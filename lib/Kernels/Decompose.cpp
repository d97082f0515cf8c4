//===- Decompose.cpp - --fp8-decompose ------------------------------------===//

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

/// Returns true if `op` is a loop inside a kernel, whose decomposition would
/// contain ops that kernels cannot hold.
static bool isInKernel(Operation *op) {
  return isa<ScatterAddOp>(op) && op->getParentOfType<KernelOp>();
}

namespace {
struct Decompose : fp8::impl::DecomposePassBase<Decompose> {
  using DecomposePassBase::DecomposePassBase;

  void runOnOperation() override {
    expandOptimizers(getOperation());
    SmallVector<linalg::AggregatedOpInterface> ops;
    getOperation()->walk([&](linalg::AggregatedOpInterface op) {
      if (isa_and_nonnull<FP8Dialect>(op->getDialect()) &&
          !(keepForKernels &&
            isa<ContractOp, ScatterAddOp, AllGatherOp, AllToAllOp>(op)) &&
          !isInKernel(op))
        ops.push_back(op);
    });
    if (maxDecomposed >= 0 &&
        ops.size() > static_cast<size_t>(maxDecomposed.getValue()))
      ops.resize(maxDecomposed);
    IRRewriter rewriter(&getContext());
    bool isSupported = true;
    for (linalg::AggregatedOpInterface op : ops) {
      rewriter.setInsertionPoint(op);
      FailureOr<SmallVector<Value>> values = op.decomposeOperation(rewriter);
      // Report every rejected op, not only the first.
      if (failed(values)) {
        isSupported = false;
        continue;
      }
      rewriter.replaceOp(op, *values);
      ++numDecomposed;
    }
    if (!isSupported)
      signalPassFailure();
  }
};
} // namespace
