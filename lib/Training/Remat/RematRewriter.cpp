//===- RematRewriter.cpp - recomputation of ops ---------------------------===//

#include "RematRewriter.h"

#include "fp8/Analysis/Elementwise.h"
#include "fp8/IR/FP8.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {

class Rewriter {
public:
  Rewriter(func::FuncOp func, const RematGraph &graph, const RematPlan &plan)
      : graph(graph), plan(plan), builder(func.getContext()) {}

  /// Replaces the operands of `reader` by recomputed values where the plan says
  /// so.
  void rewrite(Operation *reader);

private:
  bool isRecomputed(Value value) const;
  bool waits(Operation *reader, Value value) const;
  SmallVector<Value> computeAgain(ArrayRef<Value> needed, Operation *reader);
  void addBarrier(Value value, Value after);
  void clone(Operation *op);

  const RematGraph &graph;
  const RematPlan &plan;
  OpBuilder builder;
  /// Maps a recomputed value to its copy, and a saved value to its latest
  /// barrier.
  IRMapping again;
  llvm::DenseMap<Value, Value> afterOf;
};

} // namespace

/// Returns true if `value` is, or is a view of, a recomputed value.
bool Rewriter::isRecomputed(Value value) const {
  std::optional<unsigned> number = graph.find(value);
  if (!number)
    return false;
  std::optional<unsigned> op = graph.getValues()[*number].op;
  return op && plan.recomputed.test(*op) && !plan.kept.test(*number);
}

/// Returns true if `reader`, an op of the backward pass, must read `value`
/// behind a barrier. Without the barrier, fusion would move `reader` into the
/// forward kernel that computes `value`, and the result of `reader` would be
/// saved instead.
bool Rewriter::waits(Operation *reader, Value value) const {
  return graph.isEarly(reader) && graph.find(value) &&
         !hasOneElement(value.getType());
}

void Rewriter::addBarrier(Value value, Value after) {
  Value &last = afterOf[value];
  if (last == after)
    return;
  last = after;
  again.map(
      value,
      BarrierOp::create(builder, value.getLoc(), value, after).getResult());
}

/// Clones `op` with a new map. With a shared map, a second clone of an op would
/// skip its blocks, which the map already contains.
void Rewriter::clone(Operation *op) {
  IRMapping mapping;
  forEachOperand(op, [&](Value operand) {
    if (Value value = again.lookupOrNull(operand))
      mapping.map(operand, value);
  });
  again.map(op->getResults(), builder.clone(*op, mapping)->getResults());
}

/// Recomputes `needed` before `reader`. Returns the copies that later readers
/// must not use.
SmallVector<Value> Rewriter::computeAgain(ArrayRef<Value> needed,
                                          Operation *reader) {
  Value after = graph.getLastProduct(reader)->getResult(0);
  builder.setInsertionPoint(reader);
  llvm::SetVector<Operation *> ops;
  SmallVector<Value> kept, repeated;
  SmallVector<Value> worklist(needed);
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    Operation *op = value.getDefiningOp();
    // A broadcast parameter is recomputed for each reader, so that it is never
    // saved between two readers.
    if (Value source = graph.getRepeated(value)) {
      if (ops.insert(op)) {
        kept.push_back(source);
        repeated.push_back(value);
      }
      continue;
    }
    std::optional<unsigned> number = graph.find(value);
    if (!number || (isRecomputed(value) && again.contains(value)))
      continue;
    // Clone views of saved values as well, because a view in front of the
    // barrier would be stored.
    bool isRoot = graph.getValues()[*number].value == value;
    if (isRoot && !isRecomputed(value)) {
      if (!hasOneElement(value.getType()))
        kept.push_back(value);
      continue;
    }
    if (ops.insert(op))
      forEachOperand(op, [&](Value operand) { worklist.push_back(operand); });
  }
  for (Value value : kept)
    addBarrier(value, after);
  SmallVector<Operation *> sorted(ops.takeVector());
  llvm::sort(sorted, [&](Operation *a, Operation *b) {
    return graph.getPosition(a) < graph.getPosition(b);
  });
  for (Operation *op : sorted)
    clone(op);
  return repeated;
}

void Rewriter::rewrite(Operation *reader) {
  // Without a preceding contraction, there is nothing to place the
  // recomputation after.
  if (!graph.getLastProduct(reader))
    return;
  bool isProduct = isAnyContraction(reader);
  // A kernel that reads a tensor behind a barrier must not also read the tensor
  // directly.
  bool followsBarriers = !isProduct && !isa<UpdateOp>(reader) &&
                         !reader->hasTrait<OpTrait::IsTerminator>();
  auto mustBeAgain = [&](Value value) {
    return isRecomputed(value) || waits(reader, value) ||
           (followsBarriers && graph.getRepeated(value));
  };
  SmallVector<Value> needed;
  forEachOperand(reader, [&](Value operand) {
    if (mustBeAgain(operand) && !again.contains(operand))
      needed.push_back(operand);
  });
  SmallVector<Value> repeated;
  if (!needed.empty())
    repeated = computeAgain(needed, reader);
  forEachOperand(reader, [&](OpOperand &operand) {
    Value value = operand.get();
    if (mustBeAgain(value) || (followsBarriers && afterOf.contains(value)))
      operand.set(again.lookup(value));
  });
  for (Value value : repeated)
    again.erase(value);
}

void fp8::rematerialize(func::FuncOp func, const RematGraph &graph,
                        const RematPlan &plan) {
  Rewriter rewriter(func, graph, plan);
  for (Operation *reader : graph.getBackward())
    rewriter.rewrite(reader);
}
