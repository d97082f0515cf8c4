//===- RaiseAttention.cpp - --fp8-raise-attention -------------------------===//

#include "AttentionBuilder.h"
#include "fp8/Analysis/CollectOps.h"
#include "fp8/Raise/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_RAISEATTENTIONPASS
#include "fp8/Raise/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

static constexpr remark::RemarkOpts kAttentionRemark =
    remark::RemarkOpts::name("attention").category("fp8-raise-attention");

/// A row sum: the number of the operand with the row elements, and the
/// dimension of this operand that is summed.
struct RowSum {
  unsigned operand, key;
};

/// Matches an op that sums over a single loop with more than one iteration, if
/// some operand has all loops.
static std::optional<RowSum> matchRowSum(linalg::LinalgOp op) {
  if (op.getNumDpsInits() != 1 || op->getNumResults() != 1 ||
      !op.hasPureTensorSemantics() || op.hasDynamicShape())
    return std::nullopt;
  SmallVector<unsigned> summed;
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  for (auto [i, iterator] : llvm::enumerate(op.getIteratorTypesArray()))
    if (iterator != utils::IteratorType::parallel && ranges[i] != 1)
      summed.push_back(i);
  if (summed.size() != 1)
    return std::nullopt;
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    if (!map.isPermutation() || !isa<RankedTensorType>(input->get().getType()))
      continue;
    return RowSum{
        input->getOperandNumber(),
        *map.getResultPosition(getAffineDimExpr(summed[0], op.getContext()))};
  }
  return std::nullopt;
}

namespace {
struct RaiseAttention : fp8::impl::RaiseAttentionPassBase<RaiseAttention> {
  void runOnOperation() override {
    // Collect the ops first: raising leaves dead ops behind, which later
    // matches ignore.
    IRRewriter rewriter(&getContext());
    bool changed = false;
    for (auto op : collectOps<linalg::LinalgOp>(getOperation()))
      changed |= raise(rewriter, op);
    if (!changed)
      return markAllAnalysesPreserved();
    for (Region &region : getOperation()->getRegions())
      (void)runRegionDCE(rewriter, region);
  }

private:
  bool raise(RewriterBase &rewriter, linalg::LinalgOp op) {
    std::optional<RowSum> sum = matchRowSum(op);
    if (!sum)
      return false;
    AttentionMatch match(op, sum->operand, sum->key);
    AttentionMatch::Outcome outcome = match.run();
    if (outcome == AttentionMatch::Outcome::Unrelated)
      return false;
    if (outcome == AttentionMatch::Outcome::Matched) {
      Location loc = match.output->product.op->getLoc();
      StringRef reason = buildAttention(rewriter, match);
      if (reason.empty()) {
        remark::passed(loc, kAttentionRemark)
            << (match.dq ? "raised to fp8.attention and its backward"
                         : "raised to fp8.attention");
        return true;
      }
      match.where = match.output->product.op;
      match.reason = reason;
    }
    remark::missed(match.where->getLoc(), kAttentionRemark)
        << ("kept: " + match.reason + ", by '" +
            match.where->getName().getStringRef() + "'")
               .str();
    return false;
  }
};
} // namespace
