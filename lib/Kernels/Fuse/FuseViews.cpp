//===- FuseViews.cpp - states in the shape of the state -------------------===//
//
// A kernel on scaling blocks produces results in the shape of blocks. If a
// result is a new state and a later kernel also reads it in that shape, the
// state would be a view of the result, and the kernel could not write it in
// place. Therefore the view moves into the kernel, and the later kernel reads a
// view of the state.
//
//===----------------------------------------------------------------------===//

#include "FuseKernel.h"
#include "fp8/Analysis/Reshape.h"
#include "fp8/Analysis/StatePairing.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::fp8;

using Views = SmallVector<Operation *, 2>;

static bool isReturn(Operation *op) {
  return op->hasTrait<OpTrait::ReturnLike>();
}

/// Returns true if `value` is returned as a new state.
static bool isNewState(Value value, ArrayRef<std::optional<unsigned>> updated) {
  return llvm::any_of(value.getUses(), [&](OpOperand &use) {
    return isReturn(use.getOwner()) && updated[use.getOperandNumber()];
  });
}

/// Finds a chain of views of `result` whose last view is a result of the
/// function, preferably a new state. The chain is empty if `result` itself is a
/// result of the function and no view is a new state.
static Views findReturnedViews(OpResult result,
                               ArrayRef<std::optional<unsigned>> updated) {
  if (isNewState(result, updated))
    return {};
  Views returned;
  for (Operation *user : result.getUsers()) {
    Views views;
    Operation *op = user;
    while (isReshape(op)) {
      views.push_back(op);
      if (!op->hasOneUse())
        break;
      op = *op->user_begin();
    }
    if (views.empty())
      continue;
    Value last = views.back()->getResult(0);
    if (isNewState(last, updated))
      return views;
    if (returned.empty() && llvm::any_of(last.getUsers(), isReturn))
      returned = views;
  }
  return llvm::any_of(result.getUsers(), isReturn) ? Views() : returned;
}

/// Returns `value`, which has the type of the last of `views`, in the shape
/// `type` that the views start from.
static Value undo(RewriterBase &rewriter, const Views &views, Value value,
                  Type type) {
  for (Operation *view : llvm::reverse(views)) {
    Type source = view == views.front() ? type : view->getOperand(0).getType();
    value = undoReshape(rewriter, view, value, source);
  }
  return value;
}

/// Gives result `i` of `kernel` the type of the last of `views`.
static void makeViews(RewriterBase &rewriter, KernelOp kernel, unsigned i,
                      const Views &views) {
  OpResult result = kernel->getResult(i);
  Value last = views.back()->getResult(0);
  auto type = cast<RankedTensorType>(last.getType());
  Type oldType = result.getType();
  BlockArgument argument = kernel.getInitArguments()[i];
  rewriter.setInsertionPoint(kernel);
  Value init =
      tensor::EmptyOp::create(rewriter, kernel.getLoc(), type, ValueRange());
  Operation *oldInit = kernel.getInits()[i].getDefiningOp();
  rewriter.modifyOpInPlace(kernel, [&] {
    kernel.getInitsMutable()[i].set(init);
    argument.setType(type);
    result.setType(type);
  });
  if (oldInit->use_empty())
    rewriter.eraseOp(oldInit);

  KernelYieldOp yield = kernel.getYield();
  rewriter.setInsertionPoint(yield);
  Value value = yield.getValues()[i];
  for (Operation *view : views) {
    IRMapping mapping;
    mapping.map(view->getOperand(0), value);
    value = rewriter.clone(*view, mapping)->getResult(0);
  }
  rewriter.modifyOpInPlace(yield,
                           [&] { yield.getValuesMutable()[i].set(value); });

  rewriter.setInsertionPointAfter(kernel);
  Value undone = undo(rewriter, views, result, oldType);
  Operation *first = undone.getDefiningOp();
  while (first->getOperand(0) != result)
    first = first->getOperand(0).getDefiningOp();
  rewriter.replaceUsesWithIf(result, undone, [&](OpOperand &use) {
    return use.getOwner() != first && use.getOwner() != views.front();
  });
  rewriter.replaceAllUsesWith(last, result);
  for (Operation *view : llvm::reverse(views))
    rewriter.eraseOp(view);
}

void fp8::makeReturnedViews(RewriterBase &rewriter, Block &block) {
  auto function = dyn_cast<func::FuncOp>(block.getParentOp());
  if (!function)
    return;
  SmallVector<std::optional<unsigned>> updated = getUpdatedArguments(function);
  for (auto kernel : llvm::make_early_inc_range(block.getOps<KernelOp>()))
    for (OpResult result : kernel->getResults()) {
      unsigned i = result.getResultNumber();
      // Skip a result with one use, and a result whose destination has contents
      // or is read by the body.
      if (result.hasOneUse() ||
          !kernel.getInits()[i].getDefiningOp<tensor::EmptyOp>() ||
          !kernel.getInitArguments()[i].use_empty())
        continue;
      if (Views views = findReturnedViews(result, updated); !views.empty())
        makeViews(rewriter, kernel, i, views);
    }
}
