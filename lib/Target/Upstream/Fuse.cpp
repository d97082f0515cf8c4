//===- Fuse.cpp - --fp8-upstream-fuse -------------------------------------===//

#include "fp8/Analysis/CollectOps.h"
#include "fp8/Target/Upstream/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_UPSTREAMFUSEPASS
#include "fp8/Target/Upstream/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

/// Maximum number of ops per element of a value that may be computed twice.
static constexpr int64_t kMaxRecomputedOps = 4;

static bool isCheap(linalg::GenericOp op) {
  int64_t numOps = 0;
  for (Operation &inner : op.getBody()->without_terminator()) {
    if (isa<arith::DivFOp, math::SqrtOp>(inner))
      return false;
    numOps += !isa<arith::ConstantOp>(inner);
  }
  return numOps <= kMaxRecomputedOps;
}

/// Returns true if `op` reads the old elements of a destination.
static bool readsInits(linalg::GenericOp op) {
  return llvm::any_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
    return op.payloadUsesValueFromOperand(&init);
  });
}

/// Returns true if fusion computes each element of the producer of `operand`
/// once, or if the producer is cheap enough to be recomputed.
static bool shouldFuse(OpOperand *operand) {
  auto producer = operand->get().getDefiningOp<linalg::GenericOp>();
  auto consumer = dyn_cast<linalg::GenericOp>(operand->getOwner());
  if (!producer || !consumer)
    return true;
  // Upstream keeps the destination of such a producer as a destination of the
  // fused op. If the fused op visited an element twice, it would accumulate
  // twice.
  if (readsInits(producer) &&
      !consumer.getMatchingIndexingMap(operand).isPermutation())
    return false;
  bool isMove = llvm::hasSingleElement(*producer.getBody());
  if (!producer->hasOneUse())
    return isMove && producer.getNumDpsInputs() == 1 &&
           producer.getMatchingIndexingMap(producer.getDpsInputOperand(0))
                   .getNumResults() < producer.getNumLoops();
  return isCheap(producer) ||
         consumer.getMatchingIndexingMap(operand).isPermutation();
}

//===----------------------------------------------------------------------===//
// Loop order
//===----------------------------------------------------------------------===//

/// Returns the number of operands that are contiguous along `dim`; the result
/// counts twice.
static int64_t countContiguous(linalg::GenericOp op, unsigned dim) {
  int64_t count = 0;
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    if (map.getNumResults() == 0)
      continue;
    auto last = dyn_cast<AffineDimExpr>(map.getResults().back());
    if (last && last.getPosition() == dim)
      count += op.isDpsInit(&operand) ? 2 : 1;
  }
  return count;
}

/// Moves the dimension along which most operands are contiguous to the
/// innermost position. Reductions keep their relative order, which determines
/// the value of a sum.
static void orderLoops(RewriterBase &rewriter, linalg::GenericOp op) {
  unsigned numLoops = op.getNumLoops();
  if (numLoops < 2)
    return;
  SmallVector<unsigned> reductions;
  op.getReductionDims(reductions);
  unsigned best = numLoops - 1;
  int64_t bestCount = countContiguous(op, best);
  for (unsigned dim = 0; dim + 1 < numLoops; ++dim) {
    if (llvm::is_contained(reductions, dim) && dim != reductions.back())
      continue;
    int64_t count = countContiguous(op, dim);
    if (count > bestCount) {
      best = dim;
      bestCount = count;
    }
  }
  if (best == numLoops - 1)
    return;
  SmallVector<unsigned> order;
  for (unsigned dim = 0; dim < numLoops; ++dim)
    if (dim != best)
      order.push_back(dim);
  order.push_back(best);
  rewriter.setInsertionPoint(op);
  (void)linalg::interchangeGenericOp(rewriter, op, order);
}

namespace {
struct UpstreamFuse : fp8::impl::UpstreamFusePassBase<UpstreamFuse> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    for (auto op : collectOps<linalg::LinalgOp>(getOperation())) {
      if (isa<linalg::GenericOp, linalg::FillOp,
              linalg::ContractionOpInterface>(op.getOperation()) ||
          !op.hasPureTensorSemantics())
        continue;
      rewriter.setInsertionPoint(op);
      (void)linalg::generalizeNamedOp(rewriter, op);
    }

    RewritePatternSet patterns(&getContext());
    linalg::populateElementwiseOpsFusionPatterns(patterns, shouldFuse);
    tensor::populateDecomposeTensorConcatPatterns(patterns);
    linalg::GenericOp::getCanonicalizationPatterns(patterns, &getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns),
                                     GreedyRewriteConfig())))
      return signalPassFailure();

    for (auto op : collectOps<linalg::GenericOp>(getOperation()))
      orderLoops(rewriter, op);
  }
};
} // namespace
