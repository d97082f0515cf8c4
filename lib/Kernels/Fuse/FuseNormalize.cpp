//===- FuseNormalize.cpp - normalization before fusion --------------------===//

#include "FuseNormalize.h"
#include "FuseKernel.h"
#include "fp8/Analysis/CollectOps.h"
#include "fp8/Codegen/Emitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::fp8;

/// Replaces unread views among the destinations of `generic` by empty tensors.
static void dropUnreadViews(RewriterBase &rewriter, linalg::GenericOp generic) {
  for (OpOperand &init : generic.getDpsInitsMutable()) {
    Operation *view = init.get().getDefiningOp();
    if (!view || !isReshape(view) || !isUnread(init))
      continue;
    auto type = cast<RankedTensorType>(init.get().getType());
    Value empty =
        tensor::EmptyOp::create(rewriter, generic.getLoc(), type, ValueRange());
    rewriter.modifyOpInPlace(generic, [&] { init.set(empty); });
    if (view->use_empty())
      rewriter.eraseOp(view);
  }
}

/// Reduces linalg ops to generics and fills, and concatenations to copies into
/// slices.
static LogicalResult generalizeOps(RewriterBase &rewriter, Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    rewriter.setInsertionPoint(&op);
    if (auto concat = dyn_cast<tensor::ConcatOp>(op)) {
      FailureOr<SmallVector<Value>> slices =
          concat.decomposeOperation(rewriter);
      if (failed(slices))
        return concat.emitError("unsupported by fp8-fuse: a concatenation of "
                                "dynamic shape");
      rewriter.replaceOp(concat, *slices);
      continue;
    }
    if (auto generic = dyn_cast<linalg::GenericOp>(op))
      dropUnreadViews(rewriter, generic);
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    if (linalgOp && !isa<linalg::GenericOp, linalg::FillOp>(op) &&
        linalgOp.hasPureTensorSemantics() &&
        failed(linalg::generalizeNamedOp(rewriter, linalgOp)))
      return op.emitError("unsupported by fp8-fuse: a linalg op that is "
                          "neither a contraction nor elementwise");
  }
  return success();
}

/// Maximum number of elements of a tensor. It exceeds any memory, but sums of
/// bytes still fit in 64 bits.
static constexpr uint64_t kMaxElements = uint64_t(1) << 48;

static bool hasSupportedSize(RankedTensorType type) {
  uint64_t elements = 1;
  for (int64_t extent : type.getShape())
    elements = llvm::SaturatingMultiply<uint64_t>(elements, extent);
  return elements <= kMaxElements;
}

/// Reports operand types that kernels do not support.
static LogicalResult checkTypes(Block &block) {
  auto isSupported = [](Value value) {
    auto tensor = dyn_cast<RankedTensorType>(value.getType());
    if (!tensor)
      return matchPattern(value, m_Constant());
    return tensor.hasStaticShape() && hasSupportedSize(tensor) &&
           isKernelElementType(tensor.getElementType());
  };
  for (Operation &op : block) {
    if (!isKernelBodyOp(&op) || isReshape(&op))
      continue;
    SetVector<Value> values(op.operand_begin(), op.operand_end());
    values.insert(op.result_begin(), op.result_end());
    getUsedValuesDefinedAbove(op.getRegions(), values);
    auto wrong = llvm::find_if_not(values, isSupported);
    if (wrong == values.end())
      continue;
    InFlightDiagnostic diag =
        op.emitError("unsupported by fp8-fuse: a value of type ")
        << (*wrong).getType();
    diag.attachNote() << "supported are constants, and tensors of static "
                         "shape, of at most 2^48 elements, of f32, bf16, f16, "
                         "8-bit floats, i1, i8, i16, "
                         "i32, i64 and index; --fp8-tensorize-scalars converts "
                         "scalars to such tensors, and --target=reference "
                         "and --target=upstream of fp8-run support f64";
    return diag;
  }
  return success();
}

/// Checks that the ops in generics of `block` have no side effects. A kernel
/// does not specify how often it computes an element.
static LogicalResult checkEffects(Block &block) {
  for (auto generic : block.getOps<linalg::GenericOp>()) {
    for (Operation &op : *generic.getBody()) {
      if (isMemoryEffectFree(&op))
        continue;
      InFlightDiagnostic diag =
          op.emitOpError("unsupported by fp8-fuse: an op in the body of a "
                         "'linalg.generic' that ")
          << (op.isRegistered() ? "may have side effects" : "is not known");
      diag.attachNote() << "supported are ops without side effects";
      return diag;
    }
  }
  return success();
}

/// Returns true if `map` drops dimensions and keeps the order of the remaining
/// dimensions.
static bool dropsDims(AffineMap map) {
  int64_t last = -1;
  for (AffineExpr result : map.getResults()) {
    if (isa<AffineConstantExpr>(result))
      continue;
    auto dim = dyn_cast<AffineDimExpr>(result);
    if (!dim || int64_t(dim.getPosition()) <= last)
      return false;
    last = dim.getPosition();
  }
  return !map.isIdentity();
}

/// Returns true if `generic` is a broadcast.
static bool isBroadcast(linalg::GenericOp generic) {
  Block *body = generic.getBody();
  return generic.getNumDpsInputs() == 1 && generic.getNumDpsInits() == 1 &&
         generic.getNumParallelLoops() == generic.getNumLoops() &&
         generic.getIndexingMapsArray()[1].isIdentity() &&
         dropsDims(generic.getIndexingMapsArray()[0]) &&
         llvm::hasSingleElement(*body) &&
         body->getTerminator()->getOperand(0) == body->getArgument(0);
}

/// Returns true if `generic` only extends floats.
static bool isWideningCast(linalg::GenericOp generic) {
  Block *body = generic.getBody();
  return generic.getNumDpsInputs() == 1 && generic.getNumDpsInits() == 1 &&
         generic.getNumParallelLoops() == generic.getNumLoops() &&
         body->getOperations().size() == 2 &&
         isa<arith::ExtFOp>(body->front()) &&
         body->front().getOperand(0) == body->getArgument(0);
}

/// Folds broadcasts and float extensions into their readers. Otherwise, the
/// larger tensor would be stored. Excludes terminators: the return has an
/// operand for each state, and changing one operand visits all of them.
static LogicalResult foldBroadcasts(func::FuncOp function) {
  RewritePatternSet patterns(function.getContext());
  linalg::populateElementwiseOpsFusionPatterns(
      patterns, [](OpOperand *operand) {
        auto producer = operand->get().getDefiningOp<linalg::GenericOp>();
        return producer && (isBroadcast(producer) || isWideningCast(producer));
      });
  SmallVector<Operation *> ops = collectOps(function, [&](Operation *op) {
    return op != function.getOperation() &&
           !op->hasTrait<OpTrait::IsTerminator>();
  });
  return applyOpPatternsGreedily(
      ops, std::move(patterns),
      GreedyRewriteConfig().setStrictness(
          GreedyRewriteStrictness::ExistingAndNewOps));
}

LogicalResult fp8::normalizeForFusion(RewriterBase &rewriter,
                                      func::FuncOp function) {
  Block &block = function.getBody().front();
  if (failed(generalizeOps(rewriter, block)) || failed(checkTypes(block)) ||
      failed(checkEffects(block)))
    return failure();
  return foldBroadcasts(function);
}
