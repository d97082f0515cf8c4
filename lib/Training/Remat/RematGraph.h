//===- RematGraph.h - what a forward computes, and who reads it -*- C++ -*-===//
//
// The part of a step before the first product of its backward, as far as it
// depends on data: what could be kept for the backward or computed again.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_TRAINING_REMAT_REMATGRAPH_H
#define FP8_LIB_TRAINING_REMAT_REMATGRAPH_H

#include "fp8/Analysis/Loss.h"

namespace mlir::fp8 {

enum class RematKind {
  Never,
  Cheap,
  Product // a contraction
};

/// A tensor that could be kept. Views of it, and copies in more bits, which
/// kernels make themselves, are no values of their own.
struct RematValue {
  Value value;
  /// What it takes to keep it; nothing for arguments and results.
  int64_t bytes = 0;
  /// What makes it, by number; none of arguments.
  std::optional<unsigned> op;
  /// The backward reads it.
  bool isRead = false;
  /// The backward reads it, and it is kept for that.
  bool isKept = false;
};

struct RematOp {
  Operation *op;
  RematKind kind = RematKind::Never;
  /// Bytes that it moves, and arithmetic in units of as much time.
  int64_t cost = 0;
  int64_t flops = 0;
  unsigned segment = 0;
  /// By number.
  SmallVector<unsigned, 4> operands;
  SmallVector<unsigned, 1> results;
};

class RematGraph {
public:
  RematGraph(func::FuncOp func, const Loss &loss);

  ArrayRef<RematValue> getValues() const { return values; }
  ArrayRef<RematOp> getOps() const { return ops; }
  unsigned getNumSegments() const { return numSegments; }

  /// The ops from the first product of the backward on, the terminator
  /// included; none where there is no such product.
  ArrayRef<Operation *> getBackward() const { return backward; }

  /// The place of an op of the forward. What is inserted later, elsewhere,
  /// would make the block count its ops again each time it is asked.
  unsigned getPosition(Operation *op) const { return positions.lookup(op); }

  /// The number of what `value` is or is a view of, if that is of the forward.
  std::optional<unsigned> find(Value value) const {
    auto it = numbers.find(value);
    return it == numbers.end() ? std::nullopt : std::optional(it->second);
  }

  /// The product of the backward that `reader`, one of its ops, may wait for:
  /// the last one that it depends on, else the last one before it. Null where
  /// there is none, as of the first product itself.
  Operation *getLastProduct(Operation *reader) const {
    return lastProducts.lookup(reader);
  }
  /// What the forward repeats to give `value`, if that depends on parameters
  /// alone. Null of other values.
  Value getRepeated(Value value) const { return repeated.lookup(value); }
  /// Whether `reader` could run in the forward: it depends on no product that
  /// others wait for.
  bool isEarly(Operation *reader) const { return early.contains(reader); }

private:
  Operation *findTurn(const Loss &loss);
  void findDependent();
  void addForward(Operation *turn);
  void addOp(Operation *op);
  void addRepeated(Operation *op);
  unsigned addValue(Value value, std::optional<unsigned> op);
  void addBackward(Operation *turn);
  void findLeading(Operation *turn);
  void findSegments();
  SmallVector<unsigned> findBoundaries(ArrayRef<int64_t> passing) const;

  func::FuncOp func;
  Block &block;
  llvm::DenseSet<Value> dependent;
  SmallVector<RematValue, 0> values;
  SmallVector<RematOp, 0> ops;
  llvm::DenseMap<Value, unsigned> numbers;
  SmallVector<Operation *> backward;
  llvm::DenseMap<Operation *, unsigned> positions;
  llvm::DenseMap<Operation *, Operation *> lastProducts;
  /// Products of the backward that others may wait for.
  llvm::DenseSet<Operation *> leading;
  llvm::DenseSet<Operation *> early;
  llvm::DenseMap<Value, Value> repeated;
  unsigned numSegments = 0;
};

/// Whether `op` gives what it reads in other words or in more bits: kernels
/// that read the result read its source.
bool isFreeView(Operation *op);

/// Whether `op` is a contraction in any spelling, convolutions included.
bool isAnyContraction(Operation *op);

/// Whether `op` is a contraction that becomes a product of a library, in other
/// words a kernel of its own, and no sum in a kernel of other ops.
bool isGemm(Operation *op);

/// Calls `visit` with the operands of `op` and of the ops in it.
void forEachOperand(Operation *op, function_ref<void(OpOperand &)> visit);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_REMAT_REMATGRAPH_H
