//===- HoistViews.cpp - views of inputs outside kernels -------------------===//
//
// If a kernel and a matmul read a tensor in the same shape, but the op that
// computes it has another shape, the view between both is an op of the kernel.
// A kernel result has a buffer of its own, so the kernel would copy the tensor
// for the matmul. Therefore such a view becomes an op before the kernel.
//
//===----------------------------------------------------------------------===//

#include "FuseKernel.h"
#include "fp8/Analysis/StatePairing.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns the input argument of `kernel` of which `value` is a view, and
/// appends the reshapes from `value` to it. Returns null for other values.
static BlockArgument findViewedInput(KernelOp kernel, Value value,
                                     SmallVectorImpl<Operation *> &reshapes) {
  Operation *op = value.getDefiningOp();
  for (; op && isReshape(op); op = value.getDefiningOp()) {
    reshapes.push_back(op);
    value = op->getOperand(0);
  }
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getArgNumber() < kernel.getInputs().size()
             ? argument
             : BlockArgument();
}

/// Returns true if `value` or a view of it is returned. Then a copy is needed.
static bool isReturned(Value value) {
  return llvm::any_of(value.getUsers(), [](Operation *user) {
    return user->hasTrait<OpTrait::ReturnLike>() ||
           (isReshape(user) && isReturned(user->getResult(0)));
  });
}

/// Removes the results `dropped`, which have no uses, from `kernel`.
static void dropResults(RewriterBase &rewriter, KernelOp kernel,
                        const llvm::BitVector &dropped) {
  auto keep = [&](ValueRange values) {
    SmallVector<Value> kept;
    for (auto [i, value] : llvm::enumerate(values))
      if (!dropped.test(i))
        kept.push_back(value);
    return kept;
  };
  SmallVector<Value> inits = keep(kernel.getInits());
  rewriter.setInsertionPoint(kernel);
  auto smaller =
      KernelOp::create(rewriter, kernel.getLoc(), ValueRange(inits).getTypes(),
                       kernel.getInputs(), inits, kernel.getKernelNameAttr(),
                       kernel.getScheduleAttr(), kernel.getBucketAttr());
  smaller.getBody().takeBody(kernel.getBody());
  Block &body = smaller.getBody().front();
  auto yield = cast<KernelYieldOp>(body.getTerminator());
  yield.getValuesMutable().assign(keep(yield.getValues()));
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body)))
    if (isReshape(&op) && op.use_empty())
      rewriter.eraseOp(&op);
  llvm::BitVector arguments(body.getNumArguments());
  unsigned numInputs = smaller.getInputs().size();
  for (unsigned i : dropped.set_bits())
    arguments.set(numInputs + i);
  body.eraseArguments(arguments);
  unsigned next = 0;
  for (auto [i, result] : llvm::enumerate(kernel.getResults()))
    if (!dropped.test(i))
      rewriter.replaceAllUsesWith(result, smaller->getResult(next++));
  eraseKernel(kernel);
}

/// Moves the views of inputs other than `states` out of `kernel`.
static void hoistFromKernel(RewriterBase &rewriter, KernelOp kernel,
                            const llvm::DenseSet<Value> &states) {
  llvm::BitVector hoisted(kernel->getNumResults());
  for (OpResult result : kernel->getResults()) {
    unsigned i = result.getResultNumber();
    SmallVector<Operation *> reshapes;
    BlockArgument input =
        findViewedInput(kernel, kernel.getYield().getValues()[i], reshapes);
    if (!input || reshapes.empty() || isReturned(result) ||
        !kernel.getInitArguments()[i].use_empty())
      continue;
    Value source = kernel.getInputs()[input.getArgNumber()];
    if (states.contains(source))
      continue;
    rewriter.setInsertionPoint(kernel);
    IRMapping mapping;
    mapping.map(input, source);
    for (Operation *op : llvm::reverse(reshapes))
      rewriter.clone(*op, mapping);
    rewriter.replaceAllUsesWith(result,
                                mapping.lookup(reshapes.front()->getResult(0)));
    hoisted.set(i);
  }
  // A kernel without results would have nothing to compute.
  if (hoisted.all() && !hoisted.empty())
    eraseKernel(kernel);
  else if (hoisted.any())
    dropResults(rewriter, kernel, hoisted);
}

void fp8::hoistViews(RewriterBase &rewriter, Block &block) {
  llvm::DenseSet<Value> states;
  if (auto function = dyn_cast<func::FuncOp>(block.getParentOp()))
    for (std::optional<unsigned> argument : getUpdatedArguments(function))
      if (argument)
        states.insert(function.getArgument(*argument));
  for (auto kernel : llvm::make_early_inc_range(block.getOps<KernelOp>()))
    hoistFromKernel(rewriter, kernel, states);
}
