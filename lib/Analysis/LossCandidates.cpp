//===- LossCandidates.cpp - search for the loss ---------------------------===//

#include "LossCandidates.h"

#include "LossRelation.h"
#include "fp8/Analysis/ElementwiseCone.h"
#include "fp8/Analysis/Operands.h"
#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::fp8;

bool mlir::fp8::isOneFloat(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return isa<FloatType>(tensor ? tensor.getElementType() : type) &&
         hasOneElement(type);
}

/// Appends the values from which `value` is directly computed. Also looks into
/// the bodies of linalg ops.
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
  forEachOperand(op, [&](Value operand) { sources.push_back(operand); });
}

/// Returns true if `root` depends on a contraction through floats, so that it
/// has a gradient. A comparison, as in an accuracy, has none.
static bool isDifferentiable(Value root, const StepProducts &products) {
  SmallVector<Value> worklist = {root};
  llvm::DenseSet<Value> seen;
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (!isa<FloatType>(getElementTypeOrSelf(value.getType())) ||
        !seen.insert(value).second)
      continue;
    if (value.getDefiningOp() && products.find(value.getDefiningOp()))
      return true;
    addSources(value, worklist);
  }
  return false;
}

namespace {
/// A result that may be the loss, and the ops that it depends on.
struct Candidate {
  unsigned result;
  Value value;
  llvm::DenseSet<Operation *> slice;
  /// The contractions in the slice.
  llvm::BitVector products;
  /// True if the result may be the new value of an argument, such as a bias
  /// with one element.
  bool isState;
  /// True if an attribute declares the result as a state, such as the moment of
  /// a temperature.
  bool isNamedState;
};

/// The results that are, or may be, new values of arguments.
struct NewStates {
  /// Results that an attribute declares as new values. An attribute that
  /// aliases a result with an argument counts only if the path from the
  /// argument to this result has fewer ops than the paths to all other results.
  llvm::DenseSet<unsigned> named;
  /// Results with the shortest path from an argument of their type. For
  /// example, the path from the previous sum to the new sum is shorter than the
  /// path to a mean over all steps.
  llvm::DenseSet<unsigned> likely;
};

class Search {
public:
  Search(func::FuncOp func, const StepProducts &products,
         const SteppedValues &stepped)
      : func(func), block(func.front()), products(products), stepped(stepped) {}

  LossSearch run();

private:
  void collect();
  void dropUntrained();
  void dropMeasuresOfGradients();
  unsigned countTransposed(const llvm::BitVector &numbers);
  bool dependsOnGradient(const Candidate &candidate);
  bool addsBackward(const Candidate &candidate, const Candidate &other);
  void findBackward(const llvm::BitVector &forward);
  void dropReadersOfLess(SmallVectorImpl<const Candidate *> &equal);
  void choose(ArrayRef<const Candidate *> equal, LossSearch &search);
  /// Removes the candidates for which `isWorse` returns true, unless it does
  /// for all.
  void drop(function_ref<bool(const Candidate &)> isWorse);

  func::FuncOp func;
  Block &block;
  const StepProducts &products;
  const SteppedValues &stepped;
  SmallVector<Candidate, 0> candidates;
  /// The contractions from which new states are computed.
  llvm::BitVector trained;
  /// The ops on which the contractions of the backward pass depend.
  llvm::DenseSet<Operation *> backward;
  /// Memoized results of StepProducts::isTransposed.
  llvm::DenseMap<unsigned, bool> transposed;
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

void Search::collect() {
  SmallVector<unsigned> results;
  for (auto [i, value] : llvm::enumerate(block.getTerminator()->getOperands()))
    if (value.getDefiningOp() && isOneFloat(value.getType()))
      results.push_back(i);
  NewStates states = findNewStates(func, results);
  for (unsigned result : results) {
    Candidate candidate;
    candidate.result = result;
    candidate.value = block.getTerminator()->getOperand(result);
    candidate.isState = states.likely.contains(result);
    candidate.isNamedState = states.named.contains(result);
    if (!products.dependsOnProduct(candidate.value) ||
        !isDifferentiable(candidate.value, products))
      continue;
    products.addForward(candidate.value, stepped, candidate.slice);
    candidate.products = products.count(candidate.slice);
    if (candidate.products.any())
      candidates.push_back(std::move(candidate));
  }
}

void Search::drop(function_ref<bool(const Candidate &)> isWorse) {
  if (!llvm::all_of(candidates, isWorse))
    llvm::erase_if(candidates, isWorse);
}

/// Drops candidates that depend on no contraction from which a new state is
/// computed. A loss on other data or parameters is then only a metric.
void Search::dropUntrained() {
  SmallVector<Value> learned;
  for (Value value : block.getTerminator()->getOperands())
    if (!isOneFloat(value.getType()))
      learned.push_back(value);
  llvm::DenseSet<Operation *> slice;
  addBackwardSlice(learned, block, slice);
  trained = products.count(slice);
  auto isUntrained = [&](const Candidate &candidate) {
    return !candidate.products.anyCommon(trained);
  };
  if (llvm::all_of(candidates, isUntrained))
    return;
  llvm::erase_if(candidates, isUntrained);
  for (Candidate &candidate : candidates)
    candidate.products &= trained;
}

unsigned Search::countTransposed(const llvm::BitVector &numbers) {
  return llvm::count_if(numbers.set_bits(), [&](unsigned i) {
    auto [it, isNew] = transposed.try_emplace(i, false);
    if (isNew)
      it->second = products.isTransposed(i);
    return it->second;
  });
}

/// Returns true if `candidate` depends on a backward pass, such as the norm of
/// a gradient. It must depend on all contractions of `other` and on additional
/// ones. At least half of the additional contractions must belong to a backward
/// pass.
bool Search::addsBackward(const Candidate &candidate, const Candidate &other) {
  llvm::BitVector more = candidate.products;
  more.reset(other.products);
  llvm::BitVector missing = other.products;
  missing.reset(candidate.products);
  if (more.none() || missing.any())
    return false;
  return 2 * countTransposed(more) >= more.count();
}

/// Returns true if `candidate` depends on a gradient that updates a parameter.
bool Search::dependsOnGradient(const Candidate &candidate) {
  if (countTransposed(candidate.products) == 0)
    return false;
  for (auto &[arg, reads] : findUpdateReads(block))
    for (Value root : reads) {
      Operation *op = root.getDefiningOp();
      const StepProducts::Product *product = op ? products.find(op) : nullptr;
      if (product && candidate.slice.contains(op) &&
          products.isGradientOf(*product, arg))
        return true;
    }
  return false;
}

void Search::dropMeasuresOfGradients() {
  llvm::DenseSet<unsigned> measures;
  for (const Candidate &candidate : candidates)
    if (llvm::any_of(candidates, [&](const Candidate &other) {
          return addsBackward(candidate, other);
        }))
      measures.insert(candidate.result);
  llvm::erase_if(candidates, [&](const Candidate &candidate) {
    return measures.contains(candidate.result);
  });
  if (candidates.size() == 1 && dependsOnGradient(candidates.front()))
    candidates.clear();
}

/// Finds the ops on which the contractions of the backward pass depend: the
/// trained contractions that no candidate depends on.
void Search::findBackward(const llvm::BitVector &forward) {
  SmallVector<Value> roots;
  for (auto [i, product] : llvm::enumerate(products.getProducts()))
    if (trained.test(i) && !forward.test(i))
      roots.push_back(product.op->getResult(0));
  addBackwardSlice(roots, block, backward);
}

/// Drops candidates that read fewer of the tensors on which the gradients
/// depend, such as the mean of the logits, which does not read the labels.
void Search::dropReadersOfLess(SmallVectorImpl<const Candidate *> &equal) {
  llvm::DenseMap<const Candidate *, llvm::BitVector> reads;
  for (const Candidate *candidate : equal) {
    llvm::BitVector &args = reads[candidate];
    args.resize(block.getNumArguments());
    for (BlockArgument arg : block.getArguments())
      if (!hasOneElement(arg.getType()) && isReadBy(arg, block, backward) &&
          isReadBy(arg, block, candidate->slice))
        args.set(arg.getArgNumber());
  }
  SmallVector<const Candidate *> all = llvm::to_vector(equal);
  llvm::erase_if(equal, [&](const Candidate *candidate) {
    return llvm::any_of(all, [&](const Candidate *other) {
      return reads[candidate] != reads[other] &&
             !reads[candidate].test(reads[other]);
    });
  });
}

/// Drops results that return the value of another result.
static void dropCopies(SmallVectorImpl<const Candidate *> &equal) {
  llvm::DenseSet<Value> seen;
  llvm::erase_if(equal, [&](const Candidate *candidate) {
    return !seen.insert(getScalarOrigin(candidate->value)).second;
  });
}

/// Chooses the loss among candidates that depend on the same contractions.
/// Drops terms of sums and functions of other candidates. Of the rest, the loss
/// is not computed from another candidate, except as a sum. The backward pass
/// shares the most ops with it. Of several such candidates, it depends on the
/// fewest ops.
void Search::choose(ArrayRef<const Candidate *> equal, LossSearch &search) {
  auto has = [&](const Candidate *candidate, LossRelation relation) {
    return llvm::any_of(equal, [&](const Candidate *other) {
      return getLossRelation(candidate->value, other->value) == relation;
    });
  };
  llvm::DenseSet<const Candidate *> sums;
  for (const Candidate *candidate : equal)
    if (has(candidate, LossRelation::Sum))
      sums.insert(candidate);
  auto isTerm = [&](const Candidate *candidate) {
    return llvm::any_of(sums, [&](const Candidate *sum) {
      LossRelation relation = getLossRelation(sum->value, candidate->value);
      return relation == LossRelation::Sum || relation == LossRelation::Mixed;
    });
  };
  SmallVector<const Candidate *> rest;
  for (const Candidate *candidate : equal)
    if (!isTerm(candidate) && !has(candidate, LossRelation::Function))
      rest.push_back(candidate);
  auto getRank = [&](const Candidate *candidate) {
    bool isMixed =
        !sums.contains(candidate) && has(candidate, LossRelation::Mixed);
    int64_t shared = llvm::count_if(candidate->slice, [&](Operation *op) {
      return op->getNumOperands() > 0 && backward.contains(op);
    });
    return std::make_tuple(isMixed, -shared, candidate->slice.size());
  };
  search.found =
      (*llvm::min_element(rest, [&](const Candidate *a, const Candidate *b) {
        return getRank(a) < getRank(b);
      }))->result;
  for (const Candidate *candidate : rest)
    if (candidate->result != *search.found)
      search.others.push_back(candidate->result);
}

LossSearch Search::run() {
  LossSearch search;
  collect();
  drop([](const Candidate &candidate) { return candidate.isNamedState; });
  dropUntrained();
  dropMeasuresOfGradients();
  drop([](const Candidate &candidate) { return candidate.isState; });
  llvm::BitVector all(products.getProducts().size());
  for (const Candidate &candidate : candidates)
    all |= candidate.products;
  SmallVector<const Candidate *> containing;
  for (const Candidate &candidate : candidates)
    if (candidate.products == all)
      containing.push_back(&candidate);
  if (!containing.empty()) {
    findBackward(all);
    dropReadersOfLess(containing);
    dropCopies(containing);
    choose(containing, search);
  } else {
    for (const Candidate &candidate : candidates)
      search.competing.push_back(candidate.result);
  }
  return search;
}

LossSearch mlir::fp8::searchLoss(func::FuncOp func,
                                 const StepProducts &products,
                                 const SteppedValues &stepped) {
  return Search(func, products, stepped).run();
}
