//===- FuseRecompute.cpp - recomputation in readers -----------------------===//
//
// The backward pass reads values of the forward pass: eight tensors for the
// gradient of one gelu, masks, and row statistics broadcast to the size of a
// matrix. Storing and reloading such a value can cost more than computing it
// again from a few tensors that are stored anyway.
//
// For each pair of a producer and a reader kernel, a minimum cut selects the
// values that the reader loads and the values that it recomputes. The cut
// minimizes bytes. Operations count as the bytes that could be moved in the
// same time.
//
//===----------------------------------------------------------------------===//

#include "FuseRecompute.h"
#include "FuseKernel.h"
#include "FuseLegality.h"
#include "fp8/Analysis/KernelTraffic.h"
#include "fp8/Utils/MinCut.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::fp8;

/// Number of operations that count as much as one byte of memory traffic. The
/// ratio of peak rates is about 7 for a GPU with 29e12 operations/s and 4e12
/// bytes/s, and 14 for two cores with 512-bit vectors. The value is lower,
/// because kernels also need these units for other work.
static constexpr int64_t kOpsPerByte = 4;
/// A small cost per recomputed op, so that ties favor loading.
static constexpr MinCut::Capacity kTie = 1;
/// Cost of a division or a square root, in operations.
static constexpr int64_t kDivision = 8;

/// Returns the number of operations per point of `op`, or std::nullopt if `op`
/// cannot be recomputed in another kernel.
static std::optional<int64_t> getWork(Operation *op) {
  if (isReshape(op))
    return 0;
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || generic.getNumResults() != 1 ||
      generic.getNumParallelLoops() != generic.getNumLoops() ||
      !isUnread(*generic.getDpsInitOperand(0)))
    return std::nullopt;
  int64_t work = 0;
  for (Operation &inner : generic.getBody()->without_terminator()) {
    // A gather also reads tensors that are not operands, so it is not
    // recomputed.
    if (isa<ConvertOp, DrawOp, tensor::ExtractOp>(inner) ||
        inner.getNumRegions() != 0)
      return std::nullopt;
    work += isa<arith::DivFOp, math::SqrtOp>(inner)
                ? kDivision
                : !isa<arith::ConstantOp>(inner);
  }
  return work;
}

/// Returns the tensors that `op` reads from memory. A destination that is only
/// overwritten is not read.
static SmallVector<Value> getReads(Operation *op) {
  SmallVector<Value> reads;
  for (OpOperand &operand : op->getOpOperands()) {
    Operation *producer = operand.get().getDefiningOp();
    if (isa<RankedTensorType>(operand.get().getType()) && !isUnread(operand) &&
        !(producer && isCopiedIntoKernels(producer)))
      reads.push_back(operand.get());
  }
  return reads;
}

namespace {
/// Selects the ops of a producer kernel (`maker`) that a reader kernel
/// recomputes.
class Recomputer {
public:
  Recomputer(RewriterBase &rewriter, FusionGraph &graph,
             const RecomputeRules &rules)
      : rewriter(rewriter), graph(graph), rules(rules) {}

  void visit(unsigned maker);

private:
  /// Values of a producer, with the operands of a reader that read them.
  using Uses = llvm::MapVector<Value, SmallVector<OpOperand *, 2>>;

  bool isKernel(unsigned unit) const {
    return graph[unit].isKernel && !graph[unit].isView;
  }
  /// Returns, for each unit that reads results of `maker`, these results and
  /// their uses.
  llvm::MapVector<unsigned, Uses> findReaders(unsigned maker) const;
  bool isStoredFor(Value value, unsigned maker, unsigned reader) const;
  bool canStore(unsigned maker, Operation *op) const;
  bool isRead(Value value, unsigned reader) const;
  SetVector<Operation *> findOps(unsigned maker, unsigned reader,
                                 const Uses &uses) const;
  bool tryToGrow(unsigned maker, unsigned reader, const Uses &uses);

  RewriterBase &rewriter;
  FusionGraph &graph;
  const RecomputeRules &rules;
  /// The copy of each op in a unit, so that no op is copied twice. CSE would
  /// merge two copies, and the legality of the resulting kernel would be
  /// unchecked.
  llvm::DenseMap<std::pair<unsigned, Operation *>, Operation *> copyOf;
};
} // namespace

//===----------------------------------------------------------------------===//
// Reads
//===----------------------------------------------------------------------===//

llvm::MapVector<unsigned, Recomputer::Uses>
Recomputer::findReaders(unsigned maker) const {
  llvm::MapVector<unsigned, Uses> readers;
  for (Operation *op : graph[maker].ops)
    for (Value value : op->getResults())
      for (OpOperand &use : value.getUses()) {
        Operation *user = use.getOwner();
        std::optional<unsigned> reader = graph.find(user);
        // Gathers and scatters read whole tensors, which must be operands of
        // their kernel.
        if (reader && *reader != maker && isKernel(*reader) &&
            (isa<linalg::LinalgOp>(user) || isReshape(user)))
          readers[*reader][value].push_back(&use);
      }
  return readers;
}

/// Returns true if `value` of `maker` must be stored because units other than
/// `reader` read it.
bool Recomputer::isStoredFor(Value value, unsigned maker,
                             unsigned reader) const {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    std::optional<unsigned> unit = graph.find(user);
    return !unit || (*unit != maker && *unit != reader);
  });
}

/// Returns true if each result element of `op` belongs to one point of the
/// kernel or, like row statistics, to one row.
bool Recomputer::canStore(unsigned maker, Operation *op) const {
  int64_t points = getNumPoints(op);
  if (points == getNumPoints(graph[maker].ops))
    return true;
  return llvm::any_of(graph[maker].ops, [&](Operation *other) {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(other);
    if (!linalgOp || linalgOp.getNumReductionLoops() == 0)
      return false;
    auto type = cast<RankedTensorType>(other->getResult(0).getType());
    return type.getNumElements() == points;
  });
}

bool Recomputer::isRead(Value value, unsigned reader) const {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    return graph.find(user) == reader;
  });
}

//===----------------------------------------------------------------------===//
// Recomputed ops
//===----------------------------------------------------------------------===//

/// Returns the ops of `maker` that `reader` should recompute, given that it
/// reads `uses`.
SetVector<Operation *> Recomputer::findOps(unsigned maker, unsigned reader,
                                           const Uses &uses) const {
  MinCut cut;
  // In the cut, the sink side has the values that `reader` computes and the ops
  // that it recomputes. An edge from the source to a value costs a load.
  llvm::DenseMap<Value, unsigned> valueNodes;
  llvm::MapVector<Operation *, unsigned> opNodes;
  SmallVector<Value> worklist;
  auto getNode = [&](Value value) {
    auto [it, isNew] = valueNodes.try_emplace(value, 0);
    if (isNew) {
      it->second = cut.addNode();
      worklist.push_back(value);
    }
    return it->second;
  };
  int64_t points = getNumPoints(graph[reader].ops);
  for (const auto &[value, operands] : uses)
    cut.addEdge(getNode(value), MinCut::kSink, MinCut::kInfinity);
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    unsigned node = valueNodes.lookup(value);
    Operation *op = value.getDefiningOp();
    if (!op || graph.find(op) != maker) {
      // A value that `reader` already reads costs nothing.
      if (isRead(value, reader))
        continue;
      cut.addEdge(MinCut::kSource, node,
                  rules.mayRead(value, reader) ? getBytes(value.getType())
                                               : MinCut::kInfinity);
      continue;
    }
    unsigned &opNode = opNodes[op];
    bool isNew = opNode == 0;
    if (isNew)
      opNode = cut.addNode();
    bool isStored = isStoredFor(value, maker, reader);
    bool canBeStored = isStored || uses.contains(value) || canStore(maker, op);
    cut.addEdge(opNode, node,
                canBeStored ? getBytes(value.getType()) * (isStored ? 1 : 2)
                            : MinCut::kInfinity);
    if (!isNew)
      continue;
    std::optional<int64_t> work = getWork(op);
    cut.addEdge(MinCut::kSource, opNode,
                work ? MinCut::Capacity(*work) * points / kOpsPerByte + kTie
                     : MinCut::kInfinity);
    if (work)
      for (Value read : getReads(op))
        cut.addEdge(getNode(read), opNode, MinCut::kInfinity);
  }
  llvm::BitVector loaded = cut.solve();
  SetVector<Operation *> ops;
  for (Operation *op : graph[maker].ops)
    if (unsigned node = opNodes.lookup(op); node && !loaded.test(node))
      ops.insert(op);
  return ops;
}

bool Recomputer::tryToGrow(unsigned maker, unsigned reader, const Uses &uses) {
  SetVector<Operation *> ops = findOps(maker, reader, uses);
  IRMapping mapping;
  SmallVector<Operation *> originals, copies;
  for (Operation *op : ops) {
    Operation *copy = copyOf.lookup({reader, op});
    if (!copy) {
      rewriter.setInsertionPointAfter(op);
      copy = rewriter.clone(*op, mapping);
      originals.push_back(op);
      copies.push_back(copy);
    }
    mapping.map(op->getResults(), copy->getResults());
  }
  bool changed = false;
  auto setUses = [&](bool toCopies) {
    for (const auto &entry : uses) {
      Value copy = mapping.lookupOrNull(entry.first);
      if (!copy)
        continue;
      changed = true;
      Value operand = toCopies ? copy : entry.first;
      for (OpOperand *use : entry.second)
        rewriter.modifyOpInPlace(use->getOwner(), [&] { use->set(operand); });
    }
  };
  setUses(/*toCopies=*/true);
  if (!changed)
    return true;
  graph.insert(reader, copies);
  if (rules.isLegal(reader) && rules.isLegal(maker)) {
    for (auto [op, copy] : llvm::zip_equal(originals, copies))
      copyOf[{reader, op}] = copy;
    return true;
  }
  graph.remove(reader, copies);
  setUses(/*toCopies=*/false);
  for (Operation *copy : llvm::reverse(copies))
    rewriter.eraseOp(copy);
  return false;
}

void Recomputer::visit(unsigned maker) {
  if (!isKernel(maker))
    return;
  for (auto &[reader, uses] : findReaders(maker)) {
    // Work that does not depend on a micro-batch runs once for all
    // micro-batches, so it is not recomputed per micro-batch.
    if (graph[reader].microbatch != graph[maker].microbatch ||
        !rules.mayGrow(reader) || tryToGrow(maker, reader, uses))
      continue;
    // If recomputing for all values together is not possible, try the values
    // one by one.
    for (const auto &[value, operands] : uses) {
      Uses one;
      one[value] = operands;
      tryToGrow(maker, reader, one);
    }
  }
}

void fp8::recomputeInReaders(RewriterBase &rewriter, FusionGraph &graph,
                             const RecomputeRules &rules) {
  Recomputer recomputer(rewriter, graph, rules);
  // Process producers from last to first, because recomputation changes the
  // operands of the readers.
  SmallVector<unsigned> order = graph.getOrder();
  for (unsigned unit : llvm::reverse(order))
    recomputer.visit(unit);
}
