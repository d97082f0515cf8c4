//===- WidenProducts.cpp - --fp8-widen-products ---------------------------===//

#include "fp8/Analysis/CollectOps.h"
#include "fp8/Analysis/Contraction.h"
#include "fp8/IR/ArithmeticBuilder.h"
#include "fp8/Kernels/Passes.h"
#include "fp8/Utils/CastElements.h"
#include "fp8/Utils/Uniform.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_WIDENPRODUCTSPASS
#include "fp8/Kernels/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

/// Returns true if `op` is a contraction with a bf16 or f16 result that must
/// accumulate in f32. Excludes a dot product to a scalar, which is summed in
/// its own type and in the declared order. Also excludes bodies that round
/// explicitly, because this rounding is intended.
static bool isWidened(linalg::LinalgOp op) {
  std::optional<Contraction> match = matchContraction(op);
  if (!match || !op.hasPureTensorSemantics())
    return false;
  Type element = getElementTypeOrSelf(match->init);
  return (element.isBF16() || element.isF16()) &&
         op.getNumParallelLoops() > 0 && op.getNumReductionLoops() > 0 &&
         llvm::all_of(*op.getBlock(), [](Operation &nested) {
           return isa<arith::AddFOp, arith::ExtFOp, arith::MulFOp,
                      linalg::YieldOp>(nested);
         });
}

static void widen(RewriterBase &rewriter, linalg::LinalgOp op) {
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  Type f32 = rewriter.getF32Type();
  Value init = op.getDpsInits()[0];
  auto type = cast<RankedTensorType>(init.getType());
  Value sum =
      isZeros(init) && type.hasStaticShape()
          ? ArithmeticBuilder(loc, rewriter).constant(type.clone(f32), 0)
          : castElements(rewriter, loc, init, f32);
  auto product = linalg::GenericOp::create(
      rewriter, loc, sum.getType(), op.getDpsInputs(), sum,
      op.getIndexingMapsArray(), op.getIteratorTypesArray(),
      [&](OpBuilder &nested, Location bodyLoc, ValueRange arguments) {
        ArithmeticBuilder b(bodyLoc, nested);
        auto toF32 = [&](Value value) {
          return value.getType().isF32() ? value : b.extendFloat(value);
        };
        Value first = toF32(arguments[0]);
        Value term = b.mul(first, toF32(arguments[1]));
        linalg::YieldOp::create(b, b.add(arguments[2], term));
      });
  rewriter.replaceOp(op, castElements(rewriter, loc, product.getResult(0),
                                      type.getElementType()));
}

namespace {
struct WidenProducts : fp8::impl::WidenProductsPassBase<WidenProducts> {
  void runOnOperation() override {
    auto ops = collectOps<linalg::LinalgOp>(getOperation(), isWidened);
    if (ops.empty())
      return markAllAnalysesPreserved();
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : ops)
      widen(rewriter, op);
  }
};
} // namespace
