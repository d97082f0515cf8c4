//===- SelectBranches.cpp - --fp8-select-branches -------------------------===//

#include "fp8/Analysis/IndexBounds.h"
#include "fp8/Kernels/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_SELECTBRANCHESPASS
#include "fp8/Kernels/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

/// Returns true if `op` can run even if its branch is not taken. A
/// tensor.extract qualifies because `hoist` clamps its indices.
static bool isSpeculative(Operation &op) {
  if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
    RankedTensorType type = extract.getTensor().getType();
    return type.hasStaticShape() && type.getNumElements() > 0;
  }
  // `hoist` would not clamp the indices of an extract in a nested region.
  return op.getNumRegions() == 0 && isPure(&op);
}

/// Moves the ops of `block` before `branch`, and clamps the indices of
/// extracts. Returns the values that the block yields.
static SmallVector<Value> hoist(RewriterBase &rewriter, Block &block,
                                scf::IfOp branch) {
  IntRanges ranges;
  SmallVector<Value> results(block.getTerminator()->getOperands());
  for (Operation &op : llvm::make_early_inc_range(block.without_terminator())) {
    rewriter.moveOpBefore(&op, branch);
    if (auto extract = dyn_cast<tensor::ExtractOp>(op))
      boundIndices(rewriter, ranges, extract, extract.getIndicesMutable(),
                   extract.getTensor().getType().getShape());
  }
  return results;
}

static bool canSelect(scf::IfOp branch) {
  auto generic = branch->getParentOfType<linalg::GenericOp>();
  return generic && !generic.hasDynamicShape() && branch.getNumResults() > 0 &&
         llvm::all_of(*branch.thenBlock(), isSpeculative) &&
         llvm::all_of(*branch.elseBlock(), isSpeculative);
}

namespace {
struct SelectBranches : fp8::impl::SelectBranchesPassBase<SelectBranches> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    bool changed = false;
    // Visit inner branches first, because ops of an outer branch may depend on
    // their results.
    getOperation()->walk<WalkOrder::PostOrder>([&](scf::IfOp branch) {
      if (!canSelect(branch))
        return;
      changed = true;
      SmallVector<Value> yes = hoist(rewriter, *branch.thenBlock(), branch);
      SmallVector<Value> no = hoist(rewriter, *branch.elseBlock(), branch);
      rewriter.setInsertionPoint(branch);
      SmallVector<Value> selected;
      for (auto [a, b] : llvm::zip_equal(yes, no))
        selected.push_back(arith::SelectOp::create(
            rewriter, branch.getLoc(), branch.getCondition(), a, b));
      rewriter.replaceOp(branch, selected);
    });
    if (!changed)
      markAllAnalysesPreserved();
  }
};
} // namespace
