//===- OrderContractions.cpp - --fp8-upstream-order-contractions ----------===//
//
// Rewrites contractions of every form as a `linalg.contract` whose innermost
// dimension has stride one in the result and in the second operand. A loop
// vectorizer without knowledge of matrices can then vectorize it well.
//
//===----------------------------------------------------------------------===//

#include "fp8/Analysis/CollectOps.h"
#include "fp8/Analysis/GemmLayout.h"
#include "fp8/Target/Upstream/Passes.h"
#include "fp8/Utils/ComputedAccesses.h"
#include "fp8/Utils/CreateElements.h"
#include "fp8/Utils/Views.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_UPSTREAMORDERCONTRACTIONSPASS
#include "fp8/Target/Upstream/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {

/// A multiplicand of a contraction: its operand number, and the op that widens
/// it, or null.
struct Factor {
  unsigned operand = 0;
  Operation *widening = nullptr;
};

/// The multiplicands of a body `out + widen(a) * widen(b)`.
struct Factors {
  Factor lhs, rhs;
};

} // namespace

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

static std::optional<Factor> matchFactor(Value value) {
  Operation *widening = value.getDefiningOp();
  if (widening) {
    if (!isa<arith::ExtFOp, ConvertOp>(widening) ||
        widening->getNumOperands() != 1)
      return std::nullopt;
    value = widening->getOperand(0);
  }
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getArgNumber() > 1)
    return std::nullopt;
  return Factor{argument.getArgNumber(), widening};
}

static std::optional<Factors> matchBody(linalg::LinalgOp op) {
  Block *body = op.getBlock();
  auto yield = cast<linalg::YieldOp>(body->getTerminator());
  auto add = yield.getValues().front().getDefiningOp<arith::AddFOp>();
  if (!add || !add.getType().isF32())
    return std::nullopt;
  Value out = body->getArgument(2);
  Value product = add.getLhs() == out ? add.getRhs() : add.getLhs();
  if (add.getLhs() != out && add.getRhs() != out)
    return std::nullopt;
  auto mul = product.getDefiningOp<arith::MulFOp>();
  if (!mul)
    return std::nullopt;
  std::optional<Factor> lhs = matchFactor(mul.getLhs());
  std::optional<Factor> rhs = matchFactor(mul.getRhs());
  if (!lhs || !rhs || lhs->operand == rhs->operand)
    return std::nullopt;
  if (lhs->operand == 1)
    std::swap(lhs, rhs);
  return Factors{*lhs, *rhs};
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Returns `value` extended to f32 by the op that the body uses.
static Value widen(OpBuilder &builder, Location loc, Value value,
                   Operation *op) {
  if (!op)
    return value;
  auto type = cast<RankedTensorType>(value.getType());
  return createElements(builder, loc, type.clone(builder.getF32Type()), value,
                        [&](ArithmeticBuilder &b, ValueRange elements) {
                          IRMapping mapping;
                          mapping.map(op->getOperand(0), elements.front());
                          return b.clone(*op, mapping)->getResult(0);
                        });
}

/// Returns `value` with dimension `last` of the iteration space moved to the
/// end; updates `map`.
static Value moveLast(OpBuilder &builder, Location loc, Value value,
                      AffineMap &map, unsigned last) {
  int64_t rank = map.getNumResults();
  int64_t position =
      *map.getResultPosition(getAffineDimExpr(last, map.getContext()));
  if (position == rank - 1)
    return value;
  SmallVector<int64_t> permutation;
  for (int64_t i = 0; i < rank; ++i)
    if (i != position)
      permutation.push_back(i);
  permutation.push_back(position);
  SmallVector<AffineExpr> results =
      applyPermutation(map.getResults(), permutation);
  map = AffineMap::get(map.getNumDims(), 0, results, map.getContext());
  return createTranspose(builder, loc, value, permutation);
}

/// Replaces `op` if it is a contraction; returns false if it is not.
static bool orderContraction(RewriterBase &rewriter, linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() || op.getNumDpsInputs() != 2 ||
      op.getNumDpsInits() != 1 || op.hasDynamicShape())
    return false;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  if (!llvm::all_of(maps,
                    [](AffineMap map) { return map.isProjectedPermutation(); }))
    return false;
  std::optional<Factors> factors = matchBody(op);
  std::optional<linalg::ContractionDimensions> dims = classifyDims(maps);
  if (!factors || !dims || dims->k.empty() || maps[2].getNumResults() == 0)
    return false;
  unsigned last =
      cast<AffineDimExpr>(maps[2].getResults().back()).getPosition();
  if (llvm::is_contained(dims->batch, last))
    return false;

  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  Value lhs = op.getDpsInputOperand(factors->lhs.operand)->get();
  Value rhs = op.getDpsInputOperand(factors->rhs.operand)->get();
  lhs = widen(rewriter, loc, lhs, factors->lhs.widening);
  rhs = widen(rewriter, loc, rhs, factors->rhs.widening);
  if (llvm::is_contained(dims->m, last)) {
    std::swap(lhs, rhs);
    std::swap(maps[0], maps[1]);
    std::swap(dims->m, dims->n);
  }
  rhs = moveLast(rewriter, loc, rhs, maps[1], last);

  // Loop order: batch, rows, other columns, reduction, contiguous columns.
  llvm::erase(dims->n, last);
  SmallVector<unsigned> order;
  llvm::append_range(order, dims->batch);
  llvm::append_range(order, dims->m);
  llvm::append_range(order, dims->n);
  llvm::append_range(order, dims->k);
  order.push_back(last);
  SmallVector<AffineExpr> newDims(order.size());
  for (auto [i, d] : llvm::enumerate(order))
    newDims[d] = rewriter.getAffineDimExpr(i);
  for (AffineMap &map : maps)
    map = map.replaceDimsAndSymbols(newDims, {}, order.size(), 0);
  rewriter.replaceOpWithNewOp<linalg::ContractOp>(
      op, op->getResultTypes(), ValueRange{lhs, rhs}, op.getDpsInits(),
      rewriter.getAffineMapArrayAttr(maps));
  return true;
}

/// Reports ops of Fused and Planned form, for which there is no lowering by
/// upstream passes.
static LogicalResult checkForm(Operation *root) {
  WalkResult result = root->walk([](Operation *op) {
    if (!isa<KernelOp, GemmOp, LaunchOp>(op))
      return WalkResult::advance();
    InFlightDiagnostic diag =
        op->emitError("unsupported by fp8-upstream-order-contractions: '")
        << op->getName() << "', an op of Fused or Planned form";
    diag.attachNote()
        << "supported are ops of Model and Scaled form; for others, use "
           "--fp8-cpu-pipeline and --fp8-gpu-pipeline";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

namespace {

struct UpstreamOrderContractions
    : fp8::impl::UpstreamOrderContractionsPassBase<UpstreamOrderContractions> {
  void runOnOperation() override {
    if (failed(checkForm(getOperation())))
      return signalPassFailure();
    auto ops = collectOps<linalg::LinalgOp>(getOperation());
    for (linalg::LinalgOp op : ops)
      if (failed(checkAccesses(op)))
        return signalPassFailure();
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : ops)
      orderContraction(rewriter, op);
  }
};
} // namespace
