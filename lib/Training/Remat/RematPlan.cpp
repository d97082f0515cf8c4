//===- RematPlan.cpp - saved and recomputed values ------------------------===//
//
// To make a value available in the backward pass, a plan either saves it, which
// costs its bytes, or recomputes its op, which costs time and requires the
// operands of the op. The cheapest choice is a minimum cut. Each segment is
// solved separately.
//
//===----------------------------------------------------------------------===//

#include "RematPlan.h"

#include "fp8/Utils/MinCut.h"

using namespace mlir;
using namespace mlir::fp8;

/// The price weighs recomputation against memory. A unit of cost has the
/// capacity 2^price, and a saved byte has the capacity 2^kBytePrice. At price
/// 0, all costs together weigh less than one byte.
static constexpr unsigned kBytePrice = 60;
/// At this price, recomputing never pays: the cost of an op includes writing
/// its result, and is weighted twice as much as saving the result.
static constexpr unsigned kMaxPrice = kBytePrice + 1;

namespace {

/// Solves the segments from last to first, because later segments determine
/// which values of earlier segments are saved anyway.
class RematPlanner {
public:
  /// `prices` has one price per segment.
  RematPlanner(const RematGraph &graph, RematMode mode,
               ArrayRef<unsigned> prices);

  RematPlan plan;
  /// Bytes saved and cost of recomputation, by segment.
  SmallVector<int64_t> segmentBytes, segmentCosts;

private:
  void solve(unsigned segment, ArrayRef<unsigned> read, unsigned price);
  bool mayRecompute(unsigned op, unsigned segment) const;
  void keep(unsigned value, std::optional<unsigned> segment);

  const RematGraph &graph;
  RematMode mode;
};

} // namespace

/// Shifts without overflow. Fewer than 2^63 bytes or units of cost stay far
/// below `MinCut::kInfinity` at every price.
static MinCut::Capacity shift(int64_t value, unsigned bits) {
  return MinCut::Capacity(value) << bits;
}

static void addWork(RematPlan &plan, const RematGraph &graph, unsigned op) {
  plan.recomputed.set(op);
  plan.recomputedFlops += graph.getOps()[op].flops;
  plan.cost += graph.getOps()[op].cost;
  for (unsigned result : graph.getOps()[op].results) {
    ++plan.recomputedValues;
    plan.recomputedBytes += graph.getValues()[result].bytes;
  }
}

bool RematPlanner::mayRecompute(unsigned op, unsigned segment) const {
  const RematOp &made = graph.getOps()[op];
  return made.segment == segment &&
         (made.kind == RematKind::Cheap ||
          (made.kind == RematKind::Product && mode == RematMode::Full));
}

void RematPlanner::keep(unsigned value, std::optional<unsigned> segment) {
  if (plan.kept.test(value))
    return;
  plan.kept.set(value);
  int64_t bytes = graph.getValues()[value].bytes;
  plan.keptBytes += bytes;
  if (segment)
    segmentBytes[*segment] += bytes;
}

void RematPlanner::solve(unsigned segment, ArrayRef<unsigned> read,
                         unsigned price) {
  MinCut cut;
  // The nodes of needed values and of recomputed ops.
  llvm::DenseMap<unsigned, unsigned> valueNodes, opNodes;
  SmallVector<unsigned> worklist, order;
  auto require = [&](unsigned value, unsigned from) {
    if (plan.kept.test(value) || !graph.getValues()[value].op)
      return;
    auto [it, isNew] = valueNodes.insert({value, 0});
    if (isNew) {
      it->second = cut.addNode();
      worklist.push_back(value);
      order.push_back(value);
    }
    cut.addEdge(from, it->second, MinCut::kInfinity);
  };
  for (unsigned value : read)
    require(value, MinCut::kSource);
  while (!worklist.empty()) {
    unsigned value = worklist.pop_back_val();
    unsigned op = *graph.getValues()[value].op;
    MinCut::Capacity bytes = shift(graph.getValues()[value].bytes, kBytePrice);
    unsigned node = valueNodes.lookup(value);
    if (!mayRecompute(op, segment)) {
      cut.addEdge(node, MinCut::kSink, bytes);
      continue;
    }
    auto [it, isNew] = opNodes.insert({op, 0});
    if (isNew) {
      it->second = cut.addNode();
      unsigned again = it->second;
      cut.addEdge(again, MinCut::kSink, shift(graph.getOps()[op].cost, price));
      for (unsigned operand : graph.getOps()[op].operands)
        require(operand, again);
    }
    cut.addEdge(node, opNodes.lookup(op), bytes);
  }
  llvm::BitVector side = cut.solve();
  for (unsigned value : order) {
    if (!side.test(valueNodes.lookup(value)))
      continue;
    unsigned op = *graph.getValues()[value].op;
    auto again = opNodes.find(op);
    if (again == opNodes.end() || !side.test(again->second)) {
      keep(value, segment);
    } else if (!plan.recomputed.test(op)) {
      addWork(plan, graph, op);
      segmentCosts[segment] += graph.getOps()[op].cost;
    }
  }
}

RematPlanner::RematPlanner(const RematGraph &graph, RematMode mode,
                           ArrayRef<unsigned> prices)
    : segmentBytes(prices.size()), segmentCosts(prices.size()), graph(graph),
      mode(mode) {
  plan.kept.resize(graph.getValues().size());
  plan.recomputed.resize(graph.getOps().size());
  SmallVector<SmallVector<unsigned>> read(prices.size());
  for (auto [number, value] : llvm::enumerate(graph.getValues())) {
    if (!value.op || !value.isRead)
      continue;
    if (value.isKept || mode == RematMode::None)
      keep(number, std::nullopt);
    else
      read[graph.getOps()[*value.op].segment].push_back(number);
  }
  for (unsigned segment = prices.size(); segment-- > 0;)
    solve(segment, read[segment], prices[segment]);
}

RematPlan RematPlan::keepAll(const RematGraph &graph) {
  SmallVector<unsigned> prices(graph.getNumSegments(), 0);
  return std::move(RematPlanner(graph, RematMode::None, prices).plan);
}

RematPlan RematPlan::keepLeast(const RematGraph &graph, RematMode mode) {
  SmallVector<unsigned> prices(graph.getNumSegments(), 0);
  return std::move(RematPlanner(graph, mode, prices).plan);
}

/// Bisects between `fits`, a price whose plan is within the budget, and
/// `exceeds`, a price whose plan is not, until they differ by 1. Sets `best` to
/// the plan of `fits` if `fits` changes.
static void bisect(unsigned &fits, unsigned &exceeds, int64_t budget,
                   RematPlan &best,
                   function_ref<RematPlan(unsigned)> makePlan) {
  while (std::max(fits, exceeds) - std::min(fits, exceeds) > 1) {
    unsigned middle = (fits + exceeds) / 2;
    RematPlan plan = makePlan(middle);
    if (plan.keptBytes > budget) {
      exceeds = middle;
      continue;
    }
    fits = middle;
    best = std::move(plan);
  }
}

/// Finds a plan within the budget that uses one price for all segments, and the
/// next higher price for as many of them as possible.
static std::optional<RematPlan> findPrices(const RematGraph &graph,
                                           RematMode mode, int64_t budget) {
  unsigned numSegments = graph.getNumSegments();
  SmallVector<unsigned> prices(numSegments, 0);
  RematPlan best = std::move(RematPlanner(graph, mode, prices).plan);
  if (best.keptBytes > budget)
    return std::nullopt;
  // Find the highest price whose plan is within the budget.
  unsigned low = 0, high = kMaxPrice;
  bisect(low, high, budget, best, [&](unsigned price) {
    prices.assign(numSegments, price);
    return std::move(RematPlanner(graph, mode, prices).plan);
  });
  // Raise the price of as many segments as the budget permits. The segments
  // that save the most bytes per unit of cost keep the lower price.
  prices.assign(numSegments, low);
  RematPlanner atLow(graph, mode, prices);
  prices.assign(numSegments, high);
  RematPlanner atHigh(graph, mode, prices);
  auto order = llvm::to_vector(llvm::seq<unsigned>(0, numSegments));
  auto getGain = [&](unsigned i) {
    double saved = atHigh.segmentBytes[i] - atLow.segmentBytes[i];
    double cost = atLow.segmentCosts[i] - atHigh.segmentCosts[i];
    return saved / std::max(cost, 1.0);
  };
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return std::make_pair(-getGain(a), a) < std::make_pair(-getGain(b), b);
  });
  unsigned tooFew = 0, enough = numSegments;
  bisect(enough, tooFew, budget, best, [&](unsigned count) {
    prices.assign(numSegments, high);
    for (unsigned i : ArrayRef(order).take_front(count))
      prices[i] = low;
    return std::move(RematPlanner(graph, mode, prices).plan);
  });
  return best;
}

std::optional<RematPlan> RematPlan::keepWithin(const RematGraph &graph,
                                               RematMode mode, int64_t budget) {
  RematPlan all = keepAll(graph);
  if (all.keptBytes <= budget)
    return all;
  std::optional<RematPlan> plan = findPrices(graph, mode, budget);
  if (mode != RematMode::Full)
    return plan;
  // Between adjacent prices, the saved bytes may jump by a lot. So also try a
  // plan that recomputes no contractions.
  std::optional<RematPlan> cheap =
      findPrices(graph, RematMode::Selective, budget);
  return cheap && (!plan || cheap->cost < plan->cost) ? cheap : plan;
}
