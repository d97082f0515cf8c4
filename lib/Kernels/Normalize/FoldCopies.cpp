//===- FoldCopies.cpp - --fp8-fold-copies ---------------------------------===//

#include "fp8/Analysis/Constants.h"
#include "fp8/Analysis/ZeroSigns.h"
#include "fp8/IR/FP8.h"
#include "fp8/Kernels/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

namespace mlir::fp8 {
#define GEN_PASS_DEF_FOLDCOPIESPASS
#include "fp8/Kernels/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

/// Returns true if `generic` has one result, without reductions, and reads no
/// destination.
static bool isMap(linalg::GenericOp generic) {
  return generic.hasPureTensorSemantics() && generic.getNumResults() == 1 &&
         !generic.hasDynamicShape() &&
         generic.getNumParallelLoops() == generic.getNumLoops() &&
         generic.getMatchingIndexingMap(generic.getDpsInitOperand(0))
             .isIdentity() &&
         !generic.payloadUsesValueFromOperand(generic.getDpsInitOperand(0));
}

/// Replaces sums with 0.0 in the body of `generic` by their other operand. They
/// only turn -0.0 into 0.0. Keeps sums whose readers may distinguish these.
static void dropZeros(RewriterBase &rewriter, linalg::GenericOp generic) {
  auto isZero = [](Value value) {
    std::optional<double> number = matchFloat(value);
    return number && *number == 0 && !std::signbit(*number);
  };
  for (auto add :
       llvm::make_early_inc_range(generic.getBody()->getOps<arith::AddFOp>())) {
    Value other;
    if (isZero(add.getRhs()))
      other = add.getLhs();
    else if (isZero(add.getLhs()))
      other = add.getRhs();
    if (!other || mayReadZeroSign(add.getResult()))
      continue;
    rewriter.replaceOp(add, other);
  }
}

/// Returns the operand whose elements are the elements of the result of
/// `generic`, which may have more dimensions of one element. Returns null if
/// `generic` computes other elements.
static OpOperand *findCopied(linalg::GenericOp generic) {
  Block *body = generic.getBody();
  auto element = dyn_cast<BlockArgument>(body->getTerminator()->getOperand(0));
  if (!element || element.getOwner() != body ||
      element.getArgNumber() >= generic.getNumDpsInputs())
    return nullptr;
  OpOperand *operand = generic.getDpsInputOperand(element.getArgNumber());
  AffineMap map = generic.getMatchingIndexingMap(operand);
  auto type = dyn_cast<RankedTensorType>(operand->get().getType());
  auto resultType = cast<RankedTensorType>(generic.getResult(0).getType());
  if (!type || type.getNumElements() != resultType.getNumElements())
    return nullptr;
  int64_t last = -1;
  for (AffineExpr expr : map.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim || int64_t(dim.getPosition()) <= last)
      return nullptr;
    last = dim.getPosition();
  }
  return operand;
}

/// If `generic` narrows the numbers that another generic widened from the same
/// type, returns the numbers before both casts.
static Value findCastBack(linalg::GenericOp narrow) {
  auto getCast = [](linalg::GenericOp generic) -> Operation * {
    Block *body = generic.getBody();
    if (!isMap(generic) || generic.getNumDpsInputs() != 1 ||
        !generic.getMatchingIndexingMap(generic.getDpsInputOperand(0))
             .isIdentity() ||
        body->getOperations().size() != 2 ||
        body->front().getNumOperands() != 1 ||
        body->front().getOperand(0) != body->getArgument(0))
      return nullptr;
    return &body->front();
  };
  if (!isa_and_nonnull<arith::TruncFOp>(getCast(narrow)))
    return Value();
  auto wide = narrow.getDpsInputs().front().getDefiningOp<linalg::GenericOp>();
  if (!wide || !isa_and_nonnull<arith::ExtFOp>(getCast(wide)))
    return Value();
  Value source = wide.getDpsInputs().front();
  return source.getType() == narrow.getResult(0).getType() ? source : Value();
}

/// Replaces `generic`, which copies `operand`, by a view that adds dimensions
/// of one element.
static void makeView(RewriterBase &rewriter, linalg::GenericOp generic,
                     OpOperand *operand) {
  auto type = cast<RankedTensorType>(generic.getResult(0).getType());
  auto sourceType = cast<RankedTensorType>(operand->get().getType());
  // Both shapes have the same dimensions of several elements, so there is a
  // reassociation.
  auto groups = getReassociationIndicesForReshape(sourceType, type);
  if (!groups)
    return;
  rewriter.setInsertionPoint(generic);
  rewriter.replaceOpWithNewOp<tensor::ExpandShapeOp>(generic, type,
                                                     operand->get(), *groups);
}

/// Erases ops without readers, such as the pads of a sum that became a
/// concatenation. They would count as readers of their operands.
static void eraseDeadOps(RewriterBase &rewriter, Operation *root) {
  SmallVector<Operation *> ops;
  root->walk([&](Operation *op) {
    if (isa<linalg::LinalgOp, tensor::PadOp>(op))
      ops.push_back(op);
  });
  for (Operation *op : llvm::reverse(ops))
    if (isOpTriviallyDead(op))
      rewriter.eraseOp(op);
}

/// Returns the generics on tensors outside kernels.
static SmallVector<linalg::GenericOp> findGenerics(Operation *root) {
  SmallVector<linalg::GenericOp> generics;
  root->walk([&](linalg::GenericOp generic) {
    if (generic.hasPureTensorSemantics() &&
        !generic->getParentOfType<KernelOp>())
      generics.push_back(generic);
  });
  return generics;
}

namespace {
struct FoldCopies : fp8::impl::FoldCopiesPassBase<FoldCopies> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    for (linalg::GenericOp generic : findGenerics(getOperation())) {
      dropZeros(rewriter, generic);
      Value copied = findCastBack(generic);
      if (!copied && isMap(generic))
        if (OpOperand *operand = findCopied(generic);
            operand &&
            operand->get().getType() == generic.getResult(0).getType())
          copied = operand->get();
      if (copied)
        rewriter.replaceOp(generic, copied);
    }
    eraseDeadOps(rewriter, getOperation());
    // Kernels read a copy with more dimensions through its indexing map. For
    // other readers, a kernel would store it.
    for (linalg::GenericOp generic : findGenerics(getOperation())) {
      if (!isMap(generic) ||
          llvm::any_of(generic->getUsers(), llvm::IsaPred<linalg::LinalgOp>))
        continue;
      if (OpOperand *operand = findCopied(generic))
        makeView(rewriter, generic, operand);
    }
  }
};
} // namespace
