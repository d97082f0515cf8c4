//===- StateOrder.cpp - order of state reads and writes -------------------===//

#include "StateOrder.h"

#include "CopyKernel.h"
#include "fp8/Analysis/Operands.h"
#include "fp8/Utils/Views.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallBitVector.h"
#include <queue>

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

namespace {
/// The ops that overwrite and read a state, including its views.
struct StateUses {
  explicit StateUses(BlockArgument state);

  BlockArgument state;
  SmallVector<Operation *> writers;
  SmallVector<OpOperand *> reads;
};
} // namespace

static bool isDestination(OpOperand &use) {
  auto op = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
  return op && op.isDpsInit(&use);
}

StateUses::StateUses(BlockArgument state) : state(state) {
  for (OpOperand *read : getReads(state))
    if (isDestination(*read))
      writers.push_back(read->getOwner());
    else
      reads.push_back(read);
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

namespace {
/// The ops of a block and the dependences between them.
class StateScheduler {
public:
  StateScheduler(Block &block, ArrayRef<StateUses> states);

  /// Returns true if an order without cycles exists.
  bool sort();
  /// Moves the ops into that order.
  void apply();

  /// If no order exists, returns the reads of the old value by ops that depend
  /// on the new one.
  SmallVector<OpOperand *> findLateReads(const StateUses &uses) const;

private:
  /// Returns the op of the block that contains `use`; null for the terminator.
  Operation *getReader(OpOperand &use) const {
    Operation *op = block.findAncestorOpInBlock(*use.getOwner());
    return position.contains(op) ? op : nullptr;
  }
  void addEdge(Operation *before, Operation *after);

  Block &block;
  DenseMap<Operation *, unsigned> position;
  SmallVector<Operation *> ops;
  std::vector<SmallVector<unsigned, 4>> successors;
  SmallVector<unsigned> waiting;
  SmallVector<unsigned> order;
};
} // namespace

StateScheduler::StateScheduler(Block &block, ArrayRef<StateUses> states)
    : block(block) {
  for (Operation &op : block.without_terminator()) {
    position[&op] = ops.size();
    ops.push_back(&op);
  }
  successors.resize(ops.size());
  waiting.resize(ops.size());
  for (Operation *op : ops)
    forEachOperand(op, [&](Value operand) {
      if (Operation *producer = operand.getDefiningOp())
        if (producer->getBlock() == &block)
          addEdge(producer, op);
    });
  for (const StateUses &uses : states)
    for (Operation *writer : uses.writers)
      for (OpOperand *read : uses.reads)
        if (Operation *reader = getReader(*read))
          addEdge(reader, writer);
}

void StateScheduler::addEdge(Operation *before, Operation *after) {
  if (before == after || !position.contains(before) ||
      !position.contains(after))
    return;
  successors[position[before]].push_back(position[after]);
  ++waiting[position[after]];
}

/// Schedules ready ops in their original order.
bool StateScheduler::sort() {
  std::priority_queue<unsigned, std::vector<unsigned>, std::greater<unsigned>>
      ready;
  for (unsigned i = 0; i < ops.size(); ++i)
    if (waiting[i] == 0)
      ready.push(i);
  while (!ready.empty()) {
    unsigned next = ready.top();
    ready.pop();
    order.push_back(next);
    for (unsigned successor : successors[next])
      if (--waiting[successor] == 0)
        ready.push(successor);
  }
  return order.size() == ops.size();
}

void StateScheduler::apply() {
  for (unsigned i : order)
    ops[i]->moveBefore(block.getTerminator());
}

SmallVector<OpOperand *>
StateScheduler::findLateReads(const StateUses &uses) const {
  llvm::SmallBitVector late(ops.size());
  SmallVector<unsigned> worklist;
  auto visit = [&](unsigned op) {
    for (unsigned successor : successors[op])
      if (waiting[successor] != 0 && !late.test(successor)) {
        late.set(successor);
        worklist.push_back(successor);
      }
  };
  for (Operation *writer : uses.writers)
    visit(position.lookup(writer));
  while (!worklist.empty())
    visit(worklist.pop_back_val());
  return llvm::filter_to_vector(uses.reads, [&](OpOperand *read) {
    Operation *reader = getReader(*read);
    return reader && late.test(position.lookup(reader)) &&
           !llvm::is_contained(uses.writers, reader);
  });
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

void fp8::copyOldValue(OpBuilder &builder, BlockArgument state,
                       ArrayRef<OpOperand *> reads, StringRef reason) {
  Location loc = state.getLoc();
  auto type = cast<RankedTensorType>(state.getType());
  remark::passed(
      loc, remark::RemarkOpts::name("state").category("fp8-update-in-place"))
      << ("the old value is copied: " + reason + ", " +
          Twine(type.getNumElements()) + " elements")
             .str();
  builder.setInsertionPointToStart(state.getOwner());
  Value empty = tensor::EmptyOp::create(builder, loc, type, ValueRange());
  Value copy = createCopyKernel(builder, loc, Value(state), empty).getResult(0);
  DenseMap<Value, Value> copies = {{state, copy}};
  for (OpOperand *read : reads) {
    SmallVector<Operation *> views;
    Value value = read->get();
    while (!copies.contains(value)) {
      views.push_back(value.getDefiningOp());
      value = views.back()->getOperand(0);
    }
    for (Operation *view : llvm::reverse(views)) {
      builder.setInsertionPointAfter(view);
      Operation *clone = builder.clone(*view);
      clone->setOperand(0, copies.lookup(view->getOperand(0)));
      copies[view->getResult(0)] = clone->getResult(0);
    }
    read->set(copies.lookup(read->get()));
  }
}

void fp8::orderByStates(OpBuilder &builder, Block &block,
                        ArrayRef<BlockArgument> states) {
  auto getUses = [&] {
    return llvm::map_to_vector(
        states, [](BlockArgument state) { return StateUses(state); });
  };
  for (const StateUses &uses : getUses()) {
    SmallVector<OpOperand *> returned =
        llvm::filter_to_vector(uses.reads, [&](OpOperand *read) {
          return read->getOwner() == block.getTerminator();
        });
    if (!returned.empty())
      copyOldValue(builder, uses.state, returned);
  }
  // Copies only remove edges, so the states before `first` still cause no
  // cycle.
  for (unsigned first = 0;;) {
    SmallVector<StateUses> uses = getUses();
    StateScheduler scheduler(block, uses);
    if (scheduler.sort())
      return scheduler.apply();
    SmallVector<OpOperand *> late;
    for (; first < uses.size() && late.empty(); ++first)
      late = scheduler.findLateReads(uses[first]);
    if (late.empty())
      return;
    copyOldValue(builder, uses[first - 1].state, late);
  }
}
