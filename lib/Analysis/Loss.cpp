//===- Loss.cpp - the loss and what it depends on -------------------------===//

#include "fp8/Analysis/Loss.h"

#include "fp8/Analysis/Contraction.h"
#include "fp8/Analysis/Elementwise.h"
#include "fp8/IR/FP8.h"

using namespace mlir;
using namespace mlir::fp8;

bool mlir::fp8::addBackwardSlice(ArrayRef<Value> roots, Block &block,
                                 llvm::DenseSet<Operation *> &slice,
                                 size_t limit) {
  SmallVector<Value> worklist(roots);
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val().getDefiningOp();
    if (!op || !(op = block.findAncestorOpInBlock(*op)) ||
        !slice.insert(op).second)
      continue;
    if (slice.size() > limit)
      return false;
    op->walk([&](Operation *nested) {
      llvm::append_range(worklist, nested->getOperands());
    });
  }
  return true;
}

static bool isOneFloat(Type type) {
  return hasOneElement(type) && isa<FloatType>(getElementTypeOrSelf(type));
}

/// Results that may be the loss, by the position of the op that makes them:
/// the earliest tends to be the loss, and its size then bounds the search in
/// every other.
static SmallVector<unsigned> getCandidates(func::FuncOp func) {
  Operation *terminator = func.front().getTerminator();
  SmallVector<unsigned> candidates;
  for (auto [i, value] : llvm::enumerate(terminator->getOperands()))
    if (value.getDefiningOp() && isOneFloat(value.getType()))
      candidates.push_back(i);
  llvm::sort(candidates, [&](unsigned a, unsigned b) {
    Operation *first = terminator->getOperand(a).getDefiningOp();
    Operation *second = terminator->getOperand(b).getDefiningOp();
    return first == second ? a < b : first->isBeforeInBlock(second);
  });
  return candidates;
}

/// The forward of a step that keeps its loss to itself, up to the last product:
/// of the contractions of a parameter the backward's come later. What follows
/// the last product, as a softmax does, is not found.
static void addForwardOfFirstReaders(func::FuncOp func, Loss &loss) {
  llvm::DenseSet<Value> seen;
  SmallVector<Value> results;
  for (Operation &op : func.front()) {
    std::optional<Contraction> match = matchContraction(&op);
    if (!match)
      continue;
    for (unsigned i : {0, 1}) {
      Value root = getLayoutRoot(match->getOperand(i));
      if (isa<BlockArgument>(root) && seen.insert(root).second)
        results.push_back(op.getResult(0));
    }
  }
  addBackwardSlice(results, func.front(), loss.forward);
}

Loss mlir::fp8::findLoss(func::FuncOp func, std::optional<unsigned> requested) {
  Block &block = func.front();
  Operation *terminator = block.getTerminator();
  Loss loss;
  for (unsigned i = 0, e = func.getNumResults(); i < e && !requested; ++i)
    if (getResultName(func, i) == "loss" &&
        isOneFloat(func.getResultTypes()[i]))
      requested = i;
  if (requested) {
    loss.result = requested;
    addBackwardSlice(terminator->getOperand(*requested), block, loss.forward);
    return loss;
  }
  llvm::DenseSet<Operation *> contractions;
  for (Operation &op : block)
    if (matchContraction(&op))
      contractions.insert(&op);
  size_t best = ~size_t(0);
  for (unsigned candidate : getCandidates(func)) {
    llvm::DenseSet<Operation *> slice;
    if (!addBackwardSlice(terminator->getOperand(candidate), block, slice,
                          best) ||
        slice.size() == best)
      continue;
    if (llvm::none_of(slice,
                      [&](Operation *op) { return contractions.contains(op); }))
      continue;
    best = slice.size();
    loss.result = candidate;
    loss.forward = std::move(slice);
  }
  if (!loss.result)
    addForwardOfFirstReaders(func, loss);
  return loss;
}

FailureOr<Loss> mlir::fp8::resolveLoss(func::FuncOp func, int64_t loss) {
  if (loss < 0)
    return findLoss(func);
  if (loss >= func.getNumResults())
    return func.emitError("expected loss= to be less than the number of "
                          "results, ")
           << func.getNumResults() << ", but got " << loss;
  Type type = func.getResultTypes()[loss];
  if (!isOneFloat(type))
    return func.emitError("expected loss= to name one float, but result #")
           << loss << " is of type " << type;
  return findLoss(func, loss);
}
