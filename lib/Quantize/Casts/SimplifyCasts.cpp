//===- SimplifyCasts.cpp - --fp8-simplify-casts ---------------------------===//

#include "SimplifyCasts.h"

#include "CastLayouts.h"
#include "fp8/Analysis/CollectOps.h"
#include "fp8/Quantize/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_SIMPLIFYCASTSPASS
#include "fp8/Quantize/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

static constexpr remark::RemarkOpts kRemark =
    remark::RemarkOpts::name("cast").category("fp8-simplify-casts");

//===----------------------------------------------------------------------===//
// Readers
//===----------------------------------------------------------------------===//

/// Moves a dequantize op directly before its first reader, to shorten the live
/// range of the wide tensor.
static void placeAtReader(DequantizeOp op) {
  Operation *first = nullptr;
  for (Operation *user : op->getUsers()) {
    Operation *ancestor = op->getBlock()->findAncestorOpInBlock(*user);
    if (!ancestor)
      return;
    if (!first || ancestor->isBeforeInBlock(first))
      first = ancestor;
  }
  if (first)
    op->moveBefore(first);
}

//===----------------------------------------------------------------------===//
// Remarks about remaining casts
//===----------------------------------------------------------------------===//

static void remarkOnKept(Operation *root) {
  auto keep = [](Operation *op, const std::string &reason) {
    if (!reason.empty())
      remark::missed(op->getLoc(), kRemark) << "kept: " + reason;
  };
  root->walk([&](Operation *op) {
    if (auto quantize = dyn_cast<QuantizeOp>(op)) {
      if (quantize.getInput().getDefiningOp<DequantizeOp>())
        keep(op, whyNotElided(quantize));
      else if (isCastLayout(quantize.getInput().getDefiningOp()))
        keep(op, whyNotHoisted(quantize));
    } else if (isCastLayout(op) && readsDequantize(op)) {
      keep(op, whyNotSunk(op));
    }
  });
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {

struct SimplifyCasts : fp8::impl::SimplifyCastsPassBase<SimplifyCasts> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    populateSimplifyCastsPatterns(set);
    patterns = FrozenRewritePatternSet(std::move(set));
    return success();
  }

  void runOnOperation() override {
    // Moving a quantize op before a transpose can make it equal to another
    // quantize op. Merging the two can enable more patterns.
    do {
      if (failed(applyPatternsGreedily(getOperation(), patterns)))
        return signalPassFailure();
      IRRewriter rewriter(&getContext());
      DominanceInfo dominance(getOperation());
      eliminateCommonSubExpressions(rewriter, dominance, getOperation());
    } while (mergeQuantizes(getOperation()));

    // Collect the ops first, because a walk would visit moved ops again.
    llvm::for_each(collectOps<DequantizeOp>(getOperation()), placeAtReader);
    remarkOnKept(getOperation());
    if (isa<ModuleOp>(getOperation()))
      recordDone(getOperation(), getArgument());
  }

  FrozenRewritePatternSet patterns;
};

} // namespace
