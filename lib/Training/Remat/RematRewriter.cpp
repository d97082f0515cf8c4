//===- RematRewriter.cpp - ops that run again -----------------------------===//

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

  /// Gives `reader` what is computed again.
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
  /// What was computed again, and the last barrier of what is kept.
  IRMapping again;
  llvm::DenseMap<Value, Value> afterOf;
};

} // namespace

/// Whether `value` is, or is a view of, what is computed again.
bool Rewriter::isRecomputed(Value value) const {
  std::optional<unsigned> number = graph.find(value);
  if (!number)
    return false;
  std::optional<unsigned> op = graph.getValues()[*number].op;
  return op && plan.recomputed.test(*op) && !plan.kept.test(*number);
}

/// Whether `reader`, an op of the backward, would otherwise become part of the
/// kernel of the forward that makes `value`, and what it computes be kept.
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

/// With a map of its own, as one that knows the blocks of an op skips them when
/// it is cloned once more.
void Rewriter::clone(Operation *op) {
  IRMapping mapping;
  forEachOperand(op, [&](OpOperand &operand) {
    if (Value value = again.lookupOrNull(operand.get()))
      mapping.map(operand.get(), value);
  });
  again.map(op->getResults(), builder.clone(*op, mapping)->getResults());
}

/// Gives what is not to be used beyond `reader`.
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
    // Nobody keeps what is a parameter many times, not even from here to its
    // next reader.
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
    // Views are made again, of what is kept too: in front of a barrier they
    // would be stored.
    bool isRoot = graph.getValues()[*number].value == value;
    if (isRoot && !isRecomputed(value)) {
      if (!hasOneElement(value.getType()))
        kept.push_back(value);
      continue;
    }
    if (ops.insert(op))
      forEachOperand(
          op, [&](OpOperand &operand) { worklist.push_back(operand.get()); });
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
  // What it reads is kept, and as near to it as it can be.
  if (!graph.getLastProduct(reader))
    return;
  bool isProduct = isAnyContraction(reader);
  // A kernel that computes again what a barrier is before reads no other name
  // of the same tensor.
  bool followsBarriers = !isProduct && !isa<UpdateOp>(reader) &&
                         !reader->hasTrait<OpTrait::IsTerminator>();
  auto mustBeAgain = [&](Value value) {
    return isRecomputed(value) || waits(reader, value) ||
           (followsBarriers && graph.getRepeated(value));
  };
  SmallVector<Value> needed;
  forEachOperand(reader, [&](OpOperand &operand) {
    if (mustBeAgain(operand.get()) && !again.contains(operand.get()))
      needed.push_back(operand.get());
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
