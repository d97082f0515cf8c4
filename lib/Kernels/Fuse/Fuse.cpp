//===- Fuse.cpp - --fp8-fuse ----------------------------------------------===//

#include "FuseGraph.h"
#include "FuseKernel.h"
#include "FuseLegality.h"
#include "FuseNormalize.h"
#include "FuseRecompute.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/Analysis/StatePairing.h"
#include "fp8/Codegen/Emitter.h"
#include "fp8/Kernels/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_FUSEKERNELSPASS
#include "fp8/Kernels/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

/// Maximum number of scalar kernels that are candidates for merging with the
/// next one.
static constexpr unsigned kOpenScalarKernels = 4;
/// For each reader of a tensor, the number of subsequent readers that are
/// candidates for merging with it.
static constexpr unsigned kMaxReaders = 8;

namespace {
/// Merges the kernels of one block.
class Fuser {
public:
  Fuser(RewriterBase &rewriter, Block &block, int64_t maxOps,
        int64_t &remaining)
      : rewriter(rewriter), block(block), graph(block), maxOps(maxOps),
        remaining(remaining) {
    findStateMakers();
  }

  void mergeProducers();
  void mergeReaders() {
    mergeReaders([&](unsigned unit) { return isWorthReading(unit); });
  }
  void mergeScalars();
  void emit();

private:
  void mergeReaders(llvm::function_ref<bool(unsigned)> isCandidate);
  bool tryMerge(unsigned a, unsigned b);
  StringRef findObstacle(unsigned a, unsigned b);
  StringRef findObstacle(ArrayRef<Operation *> ops);
  void findStateMakers();
  bool makesState(ArrayRef<Operation *> ops) const {
    return llvm::any_of(
        ops, [&](Operation *op) { return stateMakers.contains(op); });
  }
  bool reducesToStates(unsigned unit) const;
  void reportUnmerged();
  void recompute();
  void separateViews();
  void giveView(Operation *view, unsigned reader, ArrayRef<OpOperand *> uses);
  bool canEmit(ArrayRef<Operation *> ops);
  /// Returns true if merging the unit with another reader of a tensor saves
  /// memory traffic, because the merged kernel reads the tensor once.
  bool isWorthReading(unsigned unit) const {
    return !graph[unit].isScalar && !graph[unit].isView;
  }

  RewriterBase &rewriter;
  Block &block;
  FusionGraph graph;
  int64_t maxOps;
  int64_t &remaining;
  /// Ops whose results are returned as new states other than scalars.
  llvm::DenseSet<Operation *> stateMakers;
  /// For each state argument, the op that computes its new value.
  llvm::DenseMap<Value, Operation *> updates;
  /// For each consumer, the last reason why it was not merged with one of its
  /// producers.
  llvm::DenseMap<Operation *, StringRef> obstacles;
};
} // namespace

//===----------------------------------------------------------------------===//
// Merging
//===----------------------------------------------------------------------===//

void Fuser::findStateMakers() {
  auto function = dyn_cast<func::FuncOp>(block.getParentOp());
  if (!function)
    return;
  SmallVector<std::optional<unsigned>> updated = getUpdatedArguments(function);
  for (auto [i, value] : llvm::enumerate(block.getTerminator()->getOperands()))
    if (auto shaped = dyn_cast<ShapedType>(value.getType());
        shaped && shaped.getRank() > 0 && isStateResult(function, i))
      if (Operation *maker = getMovedRoot(value, Move::View).getDefiningOp()) {
        stateMakers.insert(maker);
        if (updated[i])
          updates[function.getArgument(*updated[i])] = maker;
      }
}

StringRef Fuser::findObstacle(unsigned a, unsigned b) {
  const FusionUnit &first = graph[a], &second = graph[b];
  auto hasScatter = [](const FusionUnit &unit) {
    return llvm::any_of(unit.ops, llvm::IsaPred<ScatterAddOp>);
  };
  if (static_cast<int64_t>(first.ops.size() + second.ops.size()) > maxOps)
    return "the kernel would have more ops than max-ops";
  if (hasScatter(first) || hasScatter(second))
    return "a scatter gets its own kernel";
  if (first.microbatch != second.microbatch)
    return "they belong to different micro-batches";
  if (!graph.areAdjacent(a, b))
    return "another op must run between them";
  // Two kernels on scalars can always merge. One-element tensors with
  // dimensions are excluded, because their indexing maps may not match.
  auto hasNoDims = [](const FusionUnit &unit) {
    return llvm::all_of(unit.ops, [](Operation *op) {
      return llvm::all_of(op->getResultTypes(), [](Type type) {
        return cast<ShapedType>(type).getRank() == 0;
      });
    });
  };
  if (first.isScalar && second.isScalar && hasNoDims(first) &&
      hasNoDims(second))
    return "";
  return findObstacle(graph.getMergedOps(a, b));
}

StringRef Fuser::findObstacle(ArrayRef<Operation *> ops) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(block.getTerminator());
  BuiltKernel trial = buildKernel(rewriter, ops);
  StringRef obstacle;
  if (!trial.values.empty())
    obstacle =
        findFusionObstacle(trial.kernel, getNumPoints(ops), makesState(ops));
  eraseKernel(trial.kernel);
  return obstacle;
}

bool Fuser::tryMerge(unsigned a, unsigned b) {
  if (remaining == 0)
    return false;
  StringRef obstacle = findObstacle(a, b);
  if (!obstacle.empty()) {
    obstacles[graph[b].ops.front()] = obstacle;
    return false;
  }
  graph.merge(a, b);
  --remaining;
  return true;
}

void Fuser::mergeProducers() {
  for (Operation &op : block) {
    std::optional<unsigned> unit = graph.find(&op);
    if (!unit || !graph[*unit].isKernel)
      continue;
    // A merge can add producers. A producer that was refused once is not tried
    // again.
    std::set<unsigned> refused;
    for (bool changed = true; changed;) {
      changed = false;
      unsigned consumer = *graph.find(&op);
      SmallVector<unsigned> producers(graph[consumer].predecessors.begin(),
                                      graph[consumer].predecessors.end());
      for (unsigned producer : llvm::reverse(producers)) {
        const FusionUnit &from = graph[producer], &to = graph[consumer];
        if (!from.isKernel || refused.count(producer))
          continue;
        // A kernel on scalars merges only into the reduction whose result it
        // reads. The reduction must already wait for all other operands of the
        // scalars, so that the merge delays nothing.
        bool isTail = to.isScalar && !from.isScalar &&
                      llvm::all_of(to.predecessors, [&](unsigned other) {
                        return other == producer || !graph[other].isKernel ||
                               llvm::is_contained(from.predecessors, other);
                      });
        if (from.isScalar != to.isScalar && !isTail)
          continue;
        bool isLong =
            readsLittle(to.ops, from.ops) && !areShort(from.ops, to.ops);
        if (!isLong && tryMerge(producer, consumer)) {
          changed = true;
          break;
        }
        refused.insert(producer);
      }
    }
  }
}

/// Merges kernels that read a tensor, if `isCandidate` holds for both.
void Fuser::mergeReaders(llvm::function_ref<bool(unsigned)> isCandidate) {
  SmallVector<Value> values(block.getArguments());
  for (Operation &op : block)
    llvm::append_range(values, op.getResults());
  for (Value value : values) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type || !type.hasStaticShape() || type.getNumElements() == 1 ||
        (value.getDefiningOp() && isCopiedIntoKernels(value.getDefiningOp())))
      continue;
    SmallVector<Operation *> readers;
    for (Operation *user : value.getUsers())
      if (Operation *ancestor = block.findAncestorOpInBlock(*user);
          ancestor && isKernelBodyOp(ancestor))
        readers.push_back(ancestor);
    llvm::sort(readers, [](Operation *a, Operation *b) {
      return a->isBeforeInBlock(b);
    });
    for (unsigned i = 0; i < readers.size(); ++i)
      for (unsigned j = i + 1;
           j < std::min<size_t>(readers.size(), i + kMaxReaders); ++j) {
        std::optional<unsigned> a = graph.find(readers[i]);
        std::optional<unsigned> b = graph.find(readers[j]);
        if (a && b && *a != *b && isCandidate(*a) && isCandidate(*b) &&
            areShort(graph[*a].ops, graph[*b].ops))
          tryMerge(*a, *b);
      }
  }
}

void Fuser::mergeScalars() {
  SmallVector<unsigned> open;
  for (unsigned unit : graph.getOrder()) {
    if (!graph[unit].isKernel || !graph[unit].isScalar)
      continue;
    bool merged = llvm::any_of(llvm::reverse(open), [&](unsigned other) {
      return tryMerge(other, unit);
    });
    if (merged)
      continue;
    open.push_back(unit);
    if (open.size() > kOpenScalarKernels)
      open.erase(open.begin());
  }
}

//===----------------------------------------------------------------------===//
// Emission
//===----------------------------------------------------------------------===//

void Fuser::reportUnmerged() {
  for (unsigned unit = 0; unit < graph.size(); ++unit) {
    for (unsigned producer : graph[unit].predecessors) {
      if (!graph[unit].isKernel || !graph[producer].isKernel ||
          graph[unit].isView || graph[producer].isView)
        continue;
      Operation *op = graph[unit].ops.front();
      StringRef obstacle = obstacles.lookup(op);
      if (!obstacle.empty())
        remark::missed(op->getLoc(),
                       remark::RemarkOpts::name("kernel").category("fp8-fuse"))
            << ("not merged with a producer: " + obstacle).str();
      break;
    }
  }
}

/// Clones each view of an argument into every kernel that reads the view. If
/// only one kernel computed the view, it would have to store a copy for the
/// others.
void Fuser::separateViews() {
  auto isKernel = [&](unsigned unit) {
    return graph[unit].isKernel && !graph[unit].isView;
  };
  for (unsigned unit : graph.getOrder()) {
    if (!isKernel(unit))
      continue;
    for (Operation *op : llvm::reverse(graph[unit].ops)) {
      if (!isReshape(op) ||
          !isa<BlockArgument>(getMovedRoot(op->getResult(0), Move::View)))
        continue;
      llvm::MapVector<unsigned, SmallVector<OpOperand *>> reads;
      for (OpOperand &use : op->getUses()) {
        // Gathers and scatters read whole tensors, which must be operands of
        // their kernel.
        Operation *user = use.getOwner();
        if (user->getBlock() != &block ||
            !(isa<linalg::LinalgOp>(user) || isReshape(user)))
          continue;
        std::optional<unsigned> reader = graph.find(user);
        if (reader && *reader != unit && isKernel(*reader))
          reads[*reader].push_back(&use);
      }
      for (auto &[reader, uses] : reads)
        giveView(op, reader, uses);
    }
  }
}

/// Makes `uses` in the unit `reader` read a separate copy of `view`. The copy
/// is in the kernel, or at the start of the block if the emitter does not
/// support it in the kernel.
void Fuser::giveView(Operation *view, unsigned reader,
                     ArrayRef<OpOperand *> uses) {
  auto setUses = [&](Value value) {
    for (OpOperand *use : uses)
      rewriter.modifyOpInPlace(use->getOwner(), [&] { use->set(value); });
  };
  rewriter.setInsertionPointAfter(view);
  Operation *own = rewriter.clone(*view);
  setUses(own->getResult(0));
  SmallVector<Operation *> ops = {own};
  llvm::append_range(ops, graph[reader].ops);
  if (canEmit(ops)) {
    graph.insert(reader, own);
    return;
  }
  SmallVector<Operation *> views;
  for (Operation *op = view; op; op = op->getOperand(0).getDefiningOp())
    views.push_back(op);
  rewriter.setInsertionPointToStart(&block);
  IRMapping mapping;
  for (Operation *op : llvm::reverse(views))
    rewriter.clone(*op, mapping);
  setUses(mapping.lookup(view->getResult(0)));
  rewriter.eraseOp(own);
}

/// Returns true if the emitter supports a kernel of `ops`.
bool Fuser::canEmit(ArrayRef<Operation *> ops) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(block.getTerminator());
  BuiltKernel trial = buildKernel(rewriter, ops);
  bool can = succeeded(checkEmittable(trial.kernel, /*emitErrors=*/false));
  eraseKernel(trial.kernel);
  return can;
}

/// Returns true if the new states that a unit makes have fewer elements than
/// the unit has points, such as the bias whose gradient the unit sums.
bool Fuser::reducesToStates(unsigned unit) const {
  ArrayRef<Operation *> ops = graph[unit].ops;
  int64_t points = getNumPoints(ops);
  return makesState(ops) && llvm::all_of(ops, [&](Operation *op) {
           return !stateMakers.contains(op) ||
                  llvm::all_of(op->getResultTypes(), [&](Type type) {
                    return cast<ShapedType>(type).getNumElements() < points;
                  });
         });
}

void Fuser::recompute() {
  if (remaining == 0)
    return;
  RecomputeRules rules;
  rules.isLegal = [&](unsigned unit) {
    return static_cast<int64_t>(graph[unit].ops.size()) <= maxOps &&
           findObstacle(graph[unit].ops).empty();
  };
  // Recomputed ops may differ between updates, and only equal updates share a
  // launch. So updates recompute nothing, unless they also sum their gradients:
  // a recomputed value then saves a tensor, which is more than a launch.
  rules.mayGrow = [&](unsigned unit) {
    return !makesState(graph[unit].ops) || reducesToStates(unit);
  };
  // A reader that runs after the update of a state could only read a copy of
  // the old value.
  rules.mayRead = [&](Value value, unsigned unit) {
    Operation *maker = updates.lookup(getMovedRoot(value, Move::View));
    std::optional<unsigned> update = maker ? graph.find(maker) : std::nullopt;
    return !maker || (update && !graph.mayDependOn(unit, *update));
  };
  recomputeInReaders(rewriter, graph, rules);
  // The sums of the gain and the bias of a norm now read the same gradient.
  mergeReaders([&](unsigned unit) { return reducesToStates(unit); });
}

void Fuser::emit() {
  reportUnmerged();
  recompute();
  separateViews();
  for (unsigned unit : graph.getOrder()) {
    if (graph[unit].isKernel && !graph[unit].isView) {
      rewriter.setInsertionPoint(block.getTerminator());
      replaceByKernel(rewriter, graph[unit].ops);
      continue;
    }
    for (Operation *op : graph[unit].ops)
      rewriter.moveOpBefore(op, block.getTerminator());
  }
  SmallVector<Operation *> copied;
  for (Operation &op : block)
    if (isCopiedIntoKernels(&op))
      copied.push_back(&op);
  for (Operation *op : llvm::reverse(copied))
    if (op->use_empty())
      rewriter.eraseOp(op);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct Fuse : fp8::impl::FuseKernelsPassBase<Fuse> {
  using FuseKernelsPassBase::FuseKernelsPassBase;

  void runOnOperation() override {
    if (maxOps < 1) {
      emitError(getOperation().getLoc(),
                "expected max-ops= to be positive, but got ")
          << int64_t(maxOps);
      return signalPassFailure();
    }
    IRRewriter rewriter(&getContext());
    int64_t remaining = maxMerged;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal() || !function.getBody().hasOneBlock())
        continue;
      Block &block = function.getBody().front();
      if (failed(normalizeForFusion(rewriter, function)))
        return signalPassFailure();
      Fuser fuser(rewriter, block, maxOps, remaining);
      fuser.mergeProducers();
      fuser.mergeReaders();
      fuser.mergeScalars();
      fuser.emit();
      hoistViews(rewriter, block);
      makeReturnedViews(rewriter, block);
    }
    numMerged += maxMerged - remaining;
  }
};
} // namespace
