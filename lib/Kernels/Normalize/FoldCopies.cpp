//===- FoldCopies.cpp - --fp8-fold-copies ---------------------------------===//

#include "fp8/Analysis/CollectOps.h"
#include "fp8/Analysis/Constants.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/Analysis/ZeroSigns.h"
#include "fp8/IR/FP8.h"
#include "fp8/Kernels/Passes.h"
#include "fp8/Utils/CreateElements.h"
#include "fp8/Utils/Views.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
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

/// If `value` is the extension of a narrower float tensor, returns the narrower
/// tensor. Otherwise returns null.
static Value findNarrow(Value value) {
  Operation *op = value.getDefiningOp();
  Value source = getMovedSource(op, Move::FloatCast);
  bool isWider =
      source && getElementTypeOrSelf(source).getIntOrFloatBitWidth() <
                    getElementTypeOrSelf(value).getIntOrFloatBitWidth();
  return isWider ? source : Value();
}

/// If `generic` truncates floats to the type from which another op extended
/// them, returns the floats before the extension. Otherwise returns null. A
/// cast of e8m0 to f16 is not exact, because f16 has a smaller range.
static Value findCastBack(linalg::GenericOp generic) {
  Value wide = getMovedSource(generic, Move::FloatCast);
  Value source = wide ? findNarrow(wide) : Value();
  if (!source || source.getType() != generic.getResult(0).getType())
    return {};
  bool isExact = !getElementTypeOrSelf(wide).isF16() ||
                 !isa<Float8E8M0FNUType>(getElementTypeOrSelf(source));
  return isExact ? source : Value();
}

/// Replaces `wide` by the extension of `narrow`. Reshapes of `wide` become
/// reshapes of `narrow`, so that each kernel extends the elements that it
/// reads.
static void widen(RewriterBase &rewriter, Value wide, Value narrow) {
  for (Operation *user : llvm::make_early_inc_range(wide.getUsers()))
    if (isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(user)) {
      rewriter.setInsertionPointAfterValue(narrow);
      widen(rewriter, user->getResult(0), cloneLayout(rewriter, user, narrow));
      rewriter.eraseOp(user);
    }
  if (wide.use_empty())
    return;
  auto type = cast<RankedTensorType>(wide.getType());
  rewriter.setInsertionPointAfterValue(narrow);
  Value widened = createElements(
      rewriter, wide.getLoc(), type, narrow,
      [&](ArithmeticBuilder &b, ValueRange elements) -> Value {
        return arith::ExtFOp::create(b, type.getElementType(), elements[0]);
      });
  rewriter.replaceAllUsesWith(wide, widened);
}

/// If all parts of `concat` are extended from one type, concatenates the narrow
/// parts and extends the result instead.
static void widenLater(RewriterBase &rewriter, tensor::ConcatOp concat) {
  SmallVector<Value> parts =
      llvm::map_to_vector(concat.getInputs(), findNarrow);
  if (!llvm::all_of(parts, [&](Value part) {
        return part && getElementTypeOrSelf(part.getType()) ==
                           getElementTypeOrSelf(parts.front().getType());
      }))
    return;
  rewriter.setInsertionPoint(concat);
  // The shape may be static although the parts have dynamic shapes.
  RankedTensorType type = concat.getResultType().clone(
      getElementTypeOrSelf(parts.front().getType()));
  Value narrow = tensor::ConcatOp::create(rewriter, concat.getLoc(), type,
                                          concat.getDim(), parts);
  widen(rewriter, concat.getResult(), narrow);
  rewriter.eraseOp(concat);
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
  SmallVector<Operation *> ops =
      collectOps(root, llvm::IsaPred<linalg::LinalgOp, tensor::PadOp>);
  for (Operation *op : llvm::reverse(ops))
    if (isOpTriviallyDead(op))
      rewriter.eraseOp(op);
}

/// Returns the generics on tensors outside kernels.
static SmallVector<linalg::GenericOp> findGenerics(Operation *root) {
  return collectOps<linalg::GenericOp>(root, [](linalg::GenericOp generic) {
    return generic.hasPureTensorSemantics() &&
           !generic->getParentOfType<KernelOp>();
  });
}

/// Replaces generics that return the elements of an operand by the operand.
static void replaceCopies(RewriterBase &rewriter, Operation *root) {
  for (linalg::GenericOp generic : findGenerics(root)) {
    Value copied = findCastBack(generic);
    if (!copied && isMap(generic))
      if (OpOperand *operand = findCopied(generic);
          operand && operand->get().getType() == generic.getResult(0).getType())
        copied = operand->get();
    if (copied)
      rewriter.replaceOp(generic, copied);
  }
}

namespace {
struct FoldCopies : fp8::impl::FoldCopiesPassBase<FoldCopies> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    Operation *module = getOperation();
    for (linalg::GenericOp generic : findGenerics(module))
      dropZeros(rewriter, generic);
    replaceCopies(rewriter, module);
    for (auto concat : collectOps<tensor::ConcatOp>(module))
      if (concat.getResultType().hasStaticShape())
        widenLater(rewriter, concat);
    // The widened concatenations may be narrowed again.
    replaceCopies(rewriter, module);
    eraseDeadOps(rewriter, module);
    // The remaining copies only add dimensions of one element. If a linalg op
    // reads such a copy, fusion combines both. If only other ops read it, a
    // kernel would store the copy, so a view replaces it.
    for (linalg::GenericOp generic : findGenerics(module)) {
      if (!isMap(generic) ||
          llvm::any_of(generic->getUsers(), llvm::IsaPred<linalg::LinalgOp>))
        continue;
      if (OpOperand *operand = findCopied(generic))
        makeView(rewriter, generic, operand);
    }
  }
};
} // namespace
