//===- FuseGemms.cpp - --fp8-make-gemms -----------------------------------===//

#include "fp8/Analysis/Contraction.h"
#include "fp8/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_FP8MAKEGEMMS
#include "fp8/Transforms/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

/// As many as a library takes: attention batches by sequence and head.
static constexpr unsigned kMaxBatchDims = 2;

/// `dims` in the order in which a tensor has them.
static void sortByPosition(SmallVectorImpl<unsigned> &dims, AffineMap map) {
  llvm::sort(dims, [&](unsigned a, unsigned b) {
    MLIRContext *context = map.getContext();
    return map.getResultPosition(getAffineDimExpr(a, context)) <
           map.getResultPosition(getAffineDimExpr(b, context));
  });
}

/// Whether `dims` can be one dimension of an operand: each, in this order, has
/// the stride of the whole next one.
static bool isOneDim(ArrayRef<unsigned> dims, AffineMap map,
                     RankedTensorType type) {
  SmallVector<int64_t> strides = computeSuffixProduct(type.getShape());
  std::optional<int64_t> expected;
  for (unsigned dim : llvm::reverse(dims)) {
    std::optional<unsigned> position =
        map.getResultPosition(getAffineDimExpr(dim, map.getContext()));
    if (!position)
      return false;
    int64_t extent = type.getDimSize(*position);
    if (extent == 1)
      continue;
    if (expected && strides[*position] != *expected)
      return false;
    expected = strides[*position] * extent;
  }
  return true;
}

/// Whether a library can compute the contraction with these maps.
static bool isBatchOfProducts(ArrayRef<AffineMap> maps,
                              ArrayRef<RankedTensorType> types) {
  SmallVector<unsigned> batch, m, n, k;
  for (unsigned d = 0, e = maps[0].getNumDims(); d < e; ++d) {
    bool lhs = maps[0].isFunctionOfDim(d), rhs = maps[1].isFunctionOfDim(d);
    bool out = maps[2].isFunctionOfDim(d);
    if (lhs && rhs)
      (out ? batch : k).push_back(d);
    else if (out && (lhs || rhs))
      (lhs ? m : n).push_back(d);
    else
      return false;
  }
  sortByPosition(m, maps[2]);
  sortByPosition(n, maps[2]);
  sortByPosition(k, maps[0]);
  // The library writes rows, or columns, that are contiguous.
  int64_t rank = maps[2].getNumResults();
  if (rank == 0 || llvm::is_contained(batch, maps[2].getDimPosition(rank - 1)))
    return false;
  return !m.empty() && !n.empty() && !k.empty() &&
         batch.size() <= kMaxBatchDims && isOneDim(m, maps[0], types[0]) &&
         isOneDim(m, maps[2], types[2]) && isOneDim(n, maps[1], types[1]) &&
         isOneDim(n, maps[2], types[2]) && isOneDim(k, maps[0], types[0]) &&
         isOneDim(k, maps[1], types[1]);
}

static bool isZero(Value value) {
  if (auto fill = value.getDefiningOp<linalg::FillOp>())
    return matchPattern(fill.getInputs()[0], m_AnyZeroFloat());
  return matchPattern(value, m_AnyZeroFloat());
}

static RankedTensorType getTensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static bool isMatrixType(Type element) {
  return element.isF32() || element.isBF16();
}

namespace {
struct MakeGemms : fp8::impl::FP8MakeGemmsBase<MakeGemms> {
  using FP8MakeGemmsBase::FP8MakeGemmsBase;

  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa<ContractOp, linalg::LinalgOp>(op))
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (Operation *op : ops)
      if (failed(rewrite(rewriter, op)))
        return signalPassFailure();
  }

private:
  LogicalResult rewrite(RewriterBase &rewriter, Operation *op) {
    rewriter.setInsertionPoint(op);
    if (auto contract = dyn_cast<ContractOp>(op))
      return rewriteContract(rewriter, contract);
    return rewriteLinalg(rewriter, cast<linalg::LinalgOp>(op));
  }

  LogicalResult rewriteContract(RewriterBase &rewriter, ContractOp op) {
    bool isPlain = !op.getBias() && !op.getWithAmax() &&
                   op.getActivation() == Activation::None &&
                   getElementTypeOrSelf(op.getInit()).isF32();
    if (isPlain &&
        makeGemm(rewriter, op, op.getLhs(), op.getLhsScaleInv(), op.getRhs(),
                 op.getRhsScaleInv(), op.getInit(), op.getIndexingMapsArray()))
      return success();
    FailureOr<SmallVector<Value>> values = op.decomposeOperation(rewriter);
    if (failed(values))
      return failure();
    SmallVector<linalg::LinalgOp> products;
    for (Operation *it = op->getPrevNode(); it; it = it->getPrevNode()) {
      if (auto product = dyn_cast<linalg::ContractOp>(it)) {
        products.push_back(cast<linalg::LinalgOp>(it));
        break;
      }
    }
    rewriter.replaceOp(op, *values);
    for (linalg::LinalgOp product : products) {
      rewriter.setInsertionPoint(product);
      if (failed(rewriteLinalg(rewriter, product)))
        return failure();
    }
    return success();
  }

  LogicalResult rewriteLinalg(RewriterBase &rewriter, linalg::LinalgOp op) {
    std::optional<Contraction> match = matchContraction(op);
    if (match && match->kind == ContractionKind::Convolution)
      return op.emitError("unsupported by fp8-make-gemms: a convolution");
    if (match && isMatrixType(getElementTypeOrSelf(match->lhs)) &&
        isMatrixType(getElementTypeOrSelf(match->rhs)) &&
        getElementTypeOrSelf(match->init).isF32() &&
        makeGemm(rewriter, op, match->lhs, Value(), match->rhs, Value(),
                 match->init, match->maps))
      return success();
    if (!linalg::isaContractionOpInterface(op) ||
        isa<linalg::GenericOp>(op.getOperation()))
      return success();
    remark::missed(op.getLoc(),
                   remark::RemarkOpts::name("gemm").category("fp8-make-gemms"))
        << "a sum in a kernel: no batch of matrix products";
    return LogicalResult(linalg::generalizeNamedOp(rewriter, op));
  }

  /// Replaces `op`, or returns false.
  bool makeGemm(RewriterBase &rewriter, Operation *op, Value lhs,
                Value lhsScaleInv, Value rhs, Value rhsScaleInv, Value init,
                ArrayRef<AffineMap> maps) {
    auto isPermutation = [](AffineMap map) {
      return map.isProjectedPermutation();
    };
    if (!llvm::all_of(maps, isPermutation) ||
        !isBatchOfProducts(maps, {getTensorType(lhs), getTensorType(rhs),
                                  getTensorType(init)}))
      return false;
    if (maxGemms >= 0 && numGemms == maxGemms)
      return false;
    ++numGemms;
    bool accumulate = !isZero(init);
    if (!accumulate)
      init = tensor::EmptyOp::create(rewriter, op->getLoc(),
                                     getTensorType(init).getShape(),
                                     rewriter.getF32Type());
    auto gemm = GemmOp::create(
        rewriter, op->getLoc(), init.getType(), lhs, lhsScaleInv, rhs,
        rhsScaleInv, init, rewriter.getAffineMapArrayAttr(maps),
        accumulate ? rewriter.getUnitAttr() : UnitAttr());
    rewriter.replaceOp(op, gemm->getResults());
    return true;
  }

  int64_t numGemms = 0;
};
} // namespace
