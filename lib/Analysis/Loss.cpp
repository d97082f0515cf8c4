//===- Loss.cpp - the loss and what it depends on -------------------------===//

#include "fp8/Analysis/Loss.h"

#include "fp8/Analysis/Contraction.h"
#include "fp8/Analysis/Elementwise.h"
#include "fp8/Analysis/ElementwiseCone.h"
#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include <tuple>

using namespace mlir;
using namespace mlir::fp8;

/// Gives up, returning false, once the slice holds more than `limit` ops.
static bool addBoundedSlice(ArrayRef<Value> roots, Block &block,
                            llvm::DenseSet<Operation *> &slice, size_t limit) {
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

void mlir::fp8::addBackwardSlice(ArrayRef<Value> roots, Block &block,
                                 llvm::DenseSet<Operation *> &slice) {
  addBoundedSlice(roots, block, slice, ~size_t(0));
}

static bool isOneFloat(Type type) {
  return hasOneElement(type) && isa<FloatType>(getElementTypeOrSelf(type));
}

/// The values that `value` is computed from, by the body of a linalg op that
/// makes it where there is one.
static void addSources(Value value, SmallVectorImpl<Value> &sources) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (argument) {
    auto owner =
        dyn_cast_or_null<linalg::LinalgOp>(argument.getOwner()->getParentOp());
    if (owner)
      sources.push_back(owner.getMatchingOpOperand(argument)->get());
    return;
  }
  Operation *op = value.getDefiningOp();
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
    sources.push_back(linalgOp.getBlock()->getTerminator()->getOperand(
        cast<OpResult>(value).getResultNumber()));
    return;
  }
  op->walk([&](Operation *nested) {
    llvm::append_range(sources, nested->getOperands());
  });
}

/// Whether a gradient of `root` reaches one of `ops`: through floats alone, not
/// through the comparisons that make an accuracy.
static bool isDifferentiable(Value root,
                             const llvm::DenseSet<Operation *> &ops) {
  SmallVector<Value> worklist = {root};
  llvm::DenseSet<Value> seen;
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (!isa<FloatType>(getElementTypeOrSelf(value.getType())) ||
        !seen.insert(value).second)
      continue;
    if (ops.contains(value.getDefiningOp()))
      return true;
    addSources(value, worklist);
  }
  return false;
}

namespace {
/// A result that may be the loss, and what it depends on.
struct Candidate {
  unsigned result;
  llvm::DenseSet<Operation *> slice;
  /// The products among it: the backward has more than the forward.
  size_t contractions;
  /// It may be the new value of an argument, as that of a bias of one element.
  bool isState;
  /// Attributes say that it is, as of a moment of a temperature.
  bool isNamedState;

  /// Whether it is the loss rather than `other`. Metrics apart, no value of so
  /// few products depends on less.
  bool operator<(const Candidate &other) const {
    return std::make_tuple(isNamedState, contractions, isState, slice.size()) <
           std::make_tuple(other.isNamedState, other.contractions,
                           other.isState, other.slice.size());
  }

  /// A new state never keeps the loss from being found.
  bool mayBound(const Candidate &other) const {
    return (!isState || other.isState) && (!isNamedState || other.isNamedState);
  }
};
} // namespace

/// The results of one float, by the position of the op that makes them: the
/// earliest tends to be the loss, and its size then bounds the search in every
/// other.
static SmallVector<unsigned> getOneFloats(func::FuncOp func) {
  Operation *terminator = func.front().getTerminator();
  SmallVector<unsigned> results;
  for (auto [i, value] : llvm::enumerate(terminator->getOperands()))
    if (value.getDefiningOp() && isOneFloat(value.getType()))
      results.push_back(i);
  llvm::sort(results, [&](unsigned a, unsigned b) {
    Operation *first = terminator->getOperand(a).getDefiningOp();
    Operation *second = terminator->getOperand(b).getDefiningOp();
    return first == second ? a < b : first->isBeforeInBlock(second);
  });
  return results;
}

namespace {
/// The results that are, or may be, new values of arguments.
struct NewStates {
  /// Those that attributes call so. What says that a result has the memory of
  /// an argument counts where no other result is as close to it.
  llvm::DenseSet<unsigned> named;
  /// Those that are as close as any to an argument of their type. A mean over
  /// all steps is further from the sum of the steps before than the new sum.
  llvm::DenseSet<unsigned> likely;
};
} // namespace

static NewStates findNewStates(func::FuncOp func, ArrayRef<unsigned> results) {
  struct Nearest {
    unsigned distance;
    SmallVector<unsigned, 1> results;
  };
  NewStates states;
  llvm::DenseMap<BlockArgument, Nearest> nearestOf;
  for (unsigned result : results) {
    if (func.getResultAttr(result, FP8Dialect::kUpdatesAttrName))
      states.named.insert(result);
    Value value = func.front().getTerminator()->getOperand(result);
    for (auto [arg, distance] : collectCone(value).args) {
      if (arg.getType() != value.getType())
        continue;
      Nearest &nearest =
          nearestOf.try_emplace(arg, Nearest{distance, {}}).first->second;
      if (distance < nearest.distance)
        nearest = {distance, {}};
      if (distance == nearest.distance)
        nearest.results.push_back(result);
    }
  }
  for (auto &[arg, nearest] : nearestOf) {
    states.likely.insert_range(nearest.results);
    auto alias = func.getArgAttrOfType<IntegerAttr>(arg.getArgNumber(),
                                                    "tf.aliasing_output");
    if (alias && nearest.results.size() == 1 &&
        alias.getInt() == nearest.results.front())
      states.named.insert(nearest.results.front());
  }
  return states;
}

/// The best of the results of one float that depend on a product, as the
/// gradients of the step do.
static std::optional<Candidate> findCandidate(func::FuncOp func) {
  Block &block = func.front();
  llvm::DenseSet<Operation *> contractions;
  for (Operation &op : block)
    if (matchContraction(&op))
      contractions.insert(&op);
  std::optional<Candidate> best;
  SmallVector<unsigned> results = getOneFloats(func);
  NewStates states = findNewStates(func, results);
  for (unsigned result : results) {
    Value value = block.getTerminator()->getOperand(result);
    Candidate candidate{result,
                        {},
                        0,
                        states.likely.contains(result),
                        states.named.contains(result)};
    size_t limit =
        best && best->mayBound(candidate) ? best->slice.size() : ~size_t(0);
    if (!addBoundedSlice(value, block, candidate.slice, limit))
      continue;
    candidate.contractions =
        llvm::count_if(candidate.slice, [&](Operation *op) {
          return contractions.contains(op);
        });
    if (candidate.contractions > 0 && (!best || candidate < *best) &&
        isDifferentiable(value, contractions))
      best = std::move(candidate);
  }
  return best;
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
  Loss loss;
  for (unsigned i = 0, e = func.getNumResults(); i < e && !requested; ++i)
    if (getResultName(func, i) == "loss" &&
        isOneFloat(func.getResultTypes()[i]))
      requested = i;
  if (requested) {
    loss.result = requested;
    addBackwardSlice(block.getTerminator()->getOperand(*requested), block,
                     loss.forward);
    return loss;
  }
  if (std::optional<Candidate> best = findCandidate(func)) {
    loss.result = best->result;
    loss.forward = std::move(best->slice);
  }
  if (!loss.result)
    addForwardOfFirstReaders(func, loss);
  return loss;
}

FailureOr<Loss> mlir::fp8::resolveLoss(func::FuncOp func, int64_t loss) {
  if (loss == -1)
    return findLoss(func);
  if (loss < 0 || loss >= func.getNumResults())
    return emitError(func.getLoc(),
                     "expected the option loss to be -1 or less than the "
                     "number of results, ")
           << func.getNumResults() << ", but got " << loss;
  Type type = func.getResultTypes()[loss];
  if (!isOneFloat(type))
    return emitError(func.getLoc(),
                     "expected the option loss to name one float, but result #")
           << loss << " is of type " << type;
  return findLoss(func, loss);
}
