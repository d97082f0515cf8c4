//===- SplitScalars.cpp - splitting of scalar kernels ---------------------===//
//
// Fusion combines unrelated scalars into one kernel to save launches. For
// example, it combines the new scales of all parameters, so all scales wait for
// the last gradient. splitScalars assigns each scalar an owner, the only update
// that reads it, and builds one kernel per owner.
//
//===----------------------------------------------------------------------===//

#include "SplitScalars.h"
#include "../Fuse/FuseKernel.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/Analysis/StatePairing.h"
#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// The number of the update that reads a value, or one of the constants below:
/// no update reads the value, or several do.
using Owner = int64_t;
constexpr Owner kNone = -1, kSeveral = -2;

class Splitter {
public:
  explicit Splitter(func::FuncOp function)
      : function(function), block(function.getBody().front()) {}

  void run();

private:
  void findUpdates();
  void findOwners();
  void findOwnersInside(KernelOp kernel);
  void joinOperands(Operation *op, Owner owner);
  bool areOfSeveral() const;
  void inlineKernel(RewriterBase &rewriter, KernelOp kernel, int64_t number);
  void makeKernels(RewriterBase &rewriter);

  void join(Value value, Owner owner) {
    Owner &own = owners.try_emplace(value, kNone).first->second;
    if (owner != kNone)
      own = own == kNone || own == owner ? owner : kSeveral;
  }
  Owner getOwner(Value value) const {
    auto it = owners.find(value);
    return it == owners.end() ? kNone : it->second;
  }
  Owner getOwner(Operation *op) const;

  func::FuncOp function;
  Block &block;
  /// The numbers of the kernels that compute new states other than scalars.
  DenseMap<Operation *, Owner> updates;
  SmallVector<KernelOp> kernels;
  DenseMap<Value, Owner> owners;
  /// Ops of inlined scalar kernels: their owner, and the number of their
  /// kernel.
  DenseMap<Operation *, std::pair<Owner, int64_t>> inlined;
  /// Constants and destinations of the inlined kernels.
  SmallVector<Operation *> locals;
};
} // namespace

static bool hasRankZero(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped && shaped.hasRank() && shaped.getRank() == 0;
}

static bool hasScalarResults(Operation *op) {
  return llvm::all_of(op->getResultTypes(), hasRankZero);
}

static bool isOfScalars(KernelOp kernel) {
  return llvm::all_of(kernel->getOperandTypes(), hasRankZero) &&
         llvm::all_of(
             kernel.getBody().front().without_terminator(), [](Operation &op) {
               return isCopiedIntoKernels(&op) ||
                      (isa<linalg::GenericOp>(op) && hasScalarResults(&op));
             });
}

//===----------------------------------------------------------------------===//
// Owners
//===----------------------------------------------------------------------===//

void Splitter::findUpdates() {
  auto returnOp = cast<func::ReturnOp>(block.getTerminator());
  for (auto [i, value] : llvm::enumerate(returnOp.getOperands()))
    if (isStateResult(function, i))
      if (auto kernel =
              getMovedRoot(value, Move::View).getDefiningOp<KernelOp>();
          kernel && !hasScalarResults(kernel))
        updates.try_emplace(kernel, updates.size());
}

Owner Splitter::getOwner(Operation *op) const {
  Owner owner = kNone;
  for (Value result : op->getResults()) {
    Owner other = getOwner(result);
    if (other != kNone)
      owner = owner == kNone || owner == other ? other : kSeveral;
  }
  return owner;
}

void Splitter::joinOperands(Operation *op, Owner owner) {
  for (Value operand : op->getOperands())
    join(operand, owner);
}

/// Propagates owners from results to operands. An op whose results have no
/// owner, such as the inverse of a scale that is only returned, then gets the
/// owner of its operands.
void Splitter::findOwnersInside(KernelOp kernel) {
  Block &body = kernel.getBody().front();
  for (auto [value, result] :
       llvm::zip_equal(kernel.getYield().getValues(), kernel.getResults()))
    join(value, getOwner(result));
  for (Operation &op : llvm::reverse(body.without_terminator()))
    joinOperands(&op, getOwner(&op));
  for (Operation &op : body.without_terminator()) {
    if (op.getNumResults() == 0 || getOwner(&op) != kNone ||
        !isa<linalg::GenericOp>(op))
      continue;
    Owner owner = kSeveral;
    for (Value operand : op.getOperands())
      if (Operation *producer = operand.getDefiningOp<linalg::GenericOp>()) {
        Owner other = getOwner(producer);
        if (other != kSeveral)
          owner = owner == kSeveral || owner == other ? other : kNone;
      }
    for (Value result : op.getResults())
      join(result, owner);
  }
  for (auto [operand, argument] :
       llvm::zip_equal(kernel->getOperands(), body.getArguments()))
    join(operand, getOwner(argument));
}

void Splitter::findOwners() {
  for (Operation &op : llvm::reverse(block.without_terminator())) {
    auto update = updates.find(&op);
    auto kernel = dyn_cast<KernelOp>(op);
    bool hasOwner = kernel ? hasScalarResults(kernel)
                           : bool(getMovedSource(&op, Move::View));
    if (update != updates.end())
      joinOperands(&op, update->second);
    else if (kernel && isOfScalars(kernel))
      findOwnersInside(kernels.emplace_back(kernel));
    else if (hasOwner)
      joinOperands(&op, getOwner(&op));
    else
      op.walk([&](Operation *nested) { joinOperands(nested, kSeveral); });
  }
}

//===----------------------------------------------------------------------===//
// The new kernels
//===----------------------------------------------------------------------===//

/// Returns true if scalars have at least two different owners.
bool Splitter::areOfSeveral() const {
  Owner first = kNone;
  for (KernelOp kernel : kernels)
    for (auto generic : kernel.getBody().getOps<linalg::GenericOp>()) {
      Owner owner = getOwner(generic);
      if (owner < 0)
        continue;
      if (first != kNone && owner != first)
        return true;
      first = owner;
    }
  return false;
}

/// Replaces `kernel`, which is kernel number `number`, by the ops of its body.
void Splitter::inlineKernel(RewriterBase &rewriter, KernelOp kernel,
                            int64_t number) {
  rewriter.setInsertionPoint(kernel);
  IRMapping mapping;
  mapping.map(kernel.getBody().getArguments(), kernel->getOperands());
  for (Operation &op : kernel.getBody().front().without_terminator()) {
    Operation *clone = rewriter.clone(op, mapping);
    if (isa<linalg::GenericOp>(op))
      inlined[clone] = {getOwner(&op), number};
    else
      locals.push_back(clone);
  }
  SmallVector<Value> results =
      llvm::map_to_vector(kernel.getYield().getValues(),
                          [&](Value value) { return mapping.lookup(value); });
  rewriter.replaceOp(kernel, results);
}

/// Creates the new kernels. Scalars of one owner form a kernel, unless another
/// kernel runs between them. Scalars of several owners are grouped by the last
/// op that they wait for. Scalars without an owner are grouped by the kernel
/// that computed them before.
void Splitter::makeKernels(RewriterBase &rewriter) {
  // The dependences of a value: the number of kernels between the value and the
  // scalars that it depends on, if there are any, and the position of the last
  // op that must run before it.
  struct Wait {
    std::optional<int64_t> depth;
    int64_t place = -1;
  };
  DenseMap<Value, Wait> waits;
  using Key = std::pair<Owner, int64_t>;
  llvm::MapVector<Key, SmallVector<Operation *>> groups;
  for (auto [place, op] : llvm::enumerate(block.without_terminator())) {
    Wait wait;
    for (Value operand : op.getOperands())
      if (auto it = waits.find(operand); it != waits.end()) {
        if (it->second.depth)
          wait.depth = std::max(wait.depth.value_or(0), *it->second.depth);
        wait.place = std::max(wait.place, it->second.place);
      }
    auto it = inlined.find(&op);
    if (it != inlined.end()) {
      auto [owner, number] = it->second;
      wait.depth = wait.depth.value_or(0);
      groups[{owner, owner == kSeveral ? wait.place
                     : owner == kNone  ? number
                                       : *wait.depth}]
          .push_back(&op);
    } else if (!getMovedSource(&op, Move::View) && !isCopiedIntoKernels(&op)) {
      wait.place = static_cast<int64_t>(place);
      if (wait.depth)
        ++*wait.depth;
    }
    for (Value result : op.getResults())
      waits[result] = wait;
  }
  for (auto &[key, ops] : groups) {
    if (key.first == kSeveral)
      rewriter.setInsertionPoint(ops.front());
    else
      rewriter.setInsertionPointAfter(ops.back());
    replaceByKernel(rewriter, ops);
  }
  for (Operation *op : llvm::reverse(locals))
    if (op->use_empty())
      rewriter.eraseOp(op);
  // The ops of a group may come from two kernels, so the position of the group
  // may violate dominance.
  sortTopologically(&block);
}

void Splitter::run() {
  findUpdates();
  if (updates.size() < 2)
    return;
  findOwners();
  if (!areOfSeveral())
    return;
  IRRewriter rewriter(function.getContext());
  for (auto [number, kernel] : llvm::enumerate(kernels))
    inlineKernel(rewriter, kernel, number);
  makeKernels(rewriter);
}

void fp8::splitScalars(func::FuncOp function) { Splitter(function).run(); }
