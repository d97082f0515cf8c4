//===- FuseGraph.cpp - the graph of potential kernels ---------------------===//

#include "FuseGraph.h"
#include "FuseKernel.h"
#include "fp8/Analysis/Operands.h"
#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include <queue>

using namespace mlir;
using namespace mlir::fp8;

/// Maximum number of units that a query visits. The bound keeps fusion linear
/// in the size of the program.
static constexpr unsigned kMaxVisited = 4096;

static bool isScalarOp(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return linalgOp && !linalgOp.hasDynamicShape() &&
         llvm::product_of(linalgOp.getStaticLoopRanges()) == 1;
}

FusionGraph::FusionGraph(Block &block) {
  for (auto [i, op] : llvm::enumerate(block.without_terminator())) {
    position[&op] = i;
    // Ops outside kernels read a fill directly, so such a fill is a unit.
    bool isRead = llvm::any_of(op.getUsers(), [&](Operation *user) {
      Operation *ancestor = block.findAncestorOpInBlock(*user);
      return !ancestor || !isKernelBodyOp(ancestor);
    });
    if (isCopiedIntoKernels(&op) && !(isKernelBodyOp(&op) && isRead))
      continue;
    unitOf[&op] = units.size();
    FusionUnit &unit = units.emplace_back();
    unit.ops.push_back(&op);
    unit.isKernel = isKernelBodyOp(&op);
    unit.isScalar = unit.isKernel && isScalarOp(&op);
    unit.isView = isReshape(&op);
  }
  for (unsigned consumer = 0; consumer < units.size(); ++consumer) {
    Operation *op = units[consumer].ops.front();
    forEachOperand(op, [&](Value operand) {
      Operation *producer = operand.getDefiningOp();
      auto it = unitOf.find(producer);
      if (!producer || it == unitOf.end() || it->second == consumer ||
          (units[consumer].isKernel && isCopiedIntoKernels(producer)))
        return;
      units[it->second].successors.insert(consumer);
      units[consumer].predecessors.insert(it->second);
    });
  }
  llvm::append_range(ranks, llvm::seq<unsigned>(0, units.size()));
  findMicrobatches(block);
}

/// Returns the first index of the slice that `op` takes of an argument with a
/// micro-batch dimension, which identifies the micro-batch. Returns
/// kNoMicrobatch for other ops.
static int64_t readMicrobatch(Operation *op) {
  auto slice = dyn_cast<tensor::ExtractSliceOp>(op);
  auto arg = slice ? dyn_cast<BlockArgument>(slice.getSource()) : nullptr;
  auto function =
      arg ? dyn_cast<FunctionOpInterface>(arg.getOwner()->getParentOp())
          : nullptr;
  if (!function || !function.getArgAttr(arg.getArgNumber(),
                                        FP8Dialect::kMicrobatchesAttrName))
    return FusionUnit::kNoMicrobatch;
  int64_t first = slice.getStaticOffsets().front();
  return ShapedType::isDynamic(first) ? FusionUnit::kNoMicrobatch : first;
}

void FusionGraph::findMicrobatches(Block &block) {
  llvm::DenseMap<Value, int64_t> last;
  for (Operation &op : block.without_terminator()) {
    int64_t microbatch = readMicrobatch(&op);
    forEachOperand(&op, [&](Value operand) {
      if (auto it = last.find(operand); it != last.end())
        microbatch = std::max(microbatch, it->second);
    });
    if (microbatch == FusionUnit::kNoMicrobatch)
      continue;
    for (Value result : op.getResults())
      last[result] = microbatch;
    if (std::optional<unsigned> unit = find(&op))
      units[*unit].microbatch = microbatch;
  }
}

std::optional<unsigned> FusionGraph::find(Operation *op) const {
  auto it = unitOf.find(op);
  if (it == unitOf.end())
    return std::nullopt;
  return it->second;
}

bool FusionGraph::hasPathThroughOthers(unsigned from, unsigned to) const {
  llvm::SmallSetVector<unsigned, 32> reached;
  auto visit = [&](unsigned unit) {
    for (unsigned next : units[unit].successors)
      if (ranks[next] < ranks[to])
        reached.insert(next);
  };
  visit(from);
  for (unsigned i = 0; i < reached.size(); ++i) {
    if (i == kMaxVisited || units[reached[i]].successors.count(to))
      return true;
    visit(reached[i]);
  }
  return false;
}

bool FusionGraph::areAdjacent(unsigned a, unsigned b) const {
  return !hasPathThroughOthers(a, b) && !hasPathThroughOthers(b, a);
}

bool FusionGraph::mayDependOn(unsigned later, unsigned earlier) const {
  return later == earlier || units[earlier].successors.count(later) ||
         hasPathThroughOthers(earlier, later);
}

SmallVector<Operation *> FusionGraph::getMergedOps(unsigned a,
                                                   unsigned b) const {
  SmallVector<Operation *> ops;
  llvm::append_range(ops, units[a].ops);
  llvm::append_range(ops, units[b].ops);
  // Copies that were inserted later have no position.
  llvm::sort(ops,
             [](Operation *x, Operation *y) { return x->isBeforeInBlock(y); });
  return ops;
}

SmallVector<unsigned> FusionGraph::collect(unsigned unit, Neighbours next,
                                           unsigned low, unsigned high) const {
  llvm::SmallSetVector<unsigned, 32> found;
  auto visit = [&](unsigned from) {
    for (unsigned other : units[from].*next)
      if (low < ranks[other] && ranks[other] < high)
        found.insert(other);
  };
  visit(unit);
  for (unsigned i = 0; i < found.size(); ++i)
    visit(found[i]);
  SmallVector<unsigned> list(found.begin(), found.end());
  llvm::sort(list, [&](unsigned x, unsigned y) { return ranks[x] < ranks[y]; });
  return list;
}

void FusionGraph::rankAlike(unsigned a, unsigned b) {
  auto [first, second] =
      ranks[a] < ranks[b] ? std::pair(a, b) : std::pair(b, a);
  unsigned low = ranks[first], high = ranks[second];
  // The units are adjacent, so no unit is in both lists. Only units in the
  // lists get new ranks, by permuting the ranks that they have: `before`, then
  // the merged pair, then `after`.
  SmallVector<unsigned> before =
      collect(second, &FusionUnit::predecessors, low, high);
  SmallVector<unsigned> after =
      collect(first, &FusionUnit::successors, low, high);
  SmallVector<unsigned> free = {low, high};
  for (unsigned unit : llvm::concat<unsigned>(before, after))
    free.push_back(ranks[unit]);
  llvm::sort(free);
  unsigned *next = free.begin();
  for (unsigned unit : before)
    ranks[unit] = *next++;
  ranks[a] = ranks[b] = *next;
  next += 2;
  for (unsigned unit : after)
    ranks[unit] = *next++;
}

void FusionGraph::insert(unsigned unit, ArrayRef<Operation *> ops) {
  SmallVector<Operation *> &all = units[unit].ops;
  llvm::append_range(all, ops);
  llvm::sort(all,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  for (Operation *op : ops)
    unitOf[op] = unit;
}

void FusionGraph::remove(unsigned unit, ArrayRef<Operation *> ops) {
  llvm::erase_if(units[unit].ops,
                 [&](Operation *op) { return llvm::is_contained(ops, op); });
  for (Operation *op : ops)
    unitOf.erase(op);
}

void FusionGraph::merge(unsigned a, unsigned b) {
  rankAlike(a, b);
  units[a].ops = getMergedOps(a, b);
  units[a].isScalar &= units[b].isScalar;
  units[a].isView &= units[b].isView;
  for (Operation *op : units[b].ops)
    unitOf[op] = a;
  for (unsigned other : units[b].predecessors) {
    units[other].successors.erase(b);
    if (other == a)
      continue;
    units[other].successors.insert(a);
    units[a].predecessors.insert(other);
  }
  for (unsigned other : units[b].successors) {
    units[other].predecessors.erase(b);
    if (other == a)
      continue;
    units[other].predecessors.insert(a);
    units[a].successors.insert(other);
  }
  units[b] = FusionUnit();
}

SmallVector<unsigned>
FusionGraph::getOrder(ArrayRef<unsigned> priorities) const {
  using Entry = std::pair<unsigned, unsigned>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> ready;
  SmallVector<unsigned> waiting;
  for (auto [i, unit] : llvm::enumerate(units)) {
    waiting.push_back(unit.predecessors.size());
    if (!unit.ops.empty() && unit.predecessors.empty())
      ready.emplace(priorities[i], i);
  }
  SmallVector<unsigned> order;
  while (!ready.empty()) {
    unsigned unit = ready.top().second;
    ready.pop();
    order.push_back(unit);
    for (unsigned successor : units[unit].successors)
      if (--waiting[successor] == 0)
        ready.emplace(priorities[successor], successor);
  }
  assert(order.size() ==
             size_t(llvm::count_if(
                 units, [](const auto &unit) { return !unit.ops.empty(); })) &&
         "kernels read each other");
  return order;
}

SmallVector<unsigned> FusionGraph::getOrder() const {
  // A kernel normally runs at the position of its last op, so that it does not
  // pull the producers of its operands to an earlier position. If an op before
  // this position reads a result, the kernel runs before this reader.
  // Otherwise, the reader would be delayed, and ops after it would run before
  // it.
  SmallVector<unsigned> places(units.size());
  for (auto [place, unit] : llvm::zip_equal(places, units))
    if (!unit.ops.empty())
      place = position.lookup(unit.ops.back());
  SmallVector<unsigned> order = getOrder(places);
  for (unsigned unit : llvm::reverse(order))
    for (unsigned successor : units[unit].successors)
      places[unit] = std::min(places[unit], places[successor]);
  return getOrder(places);
}
