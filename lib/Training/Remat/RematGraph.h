//===- RematGraph.h - dataflow between forward and backward -----*- C++ -*-===//
//
// The part of a step that depends on data and precedes the first contraction of
// the backward pass. It computes the values that may be saved for the backward
// pass or recomputed there.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_TRAINING_REMAT_REMATGRAPH_H
#define FP8_LIB_TRAINING_REMAT_REMATGRAPH_H

#include "fp8/Analysis/Loss.h"
#include "fp8/Analysis/Operands.h"

namespace mlir::fp8 {

enum class RematKind {
  Never,
  Cheap,
  Product // a contraction
};

/// A tensor that may be saved. A view of a tensor, or a copy in a wider type
/// that kernels compute themselves, is not a separate value.
struct RematValue {
  Value value;
  /// Bytes needed to save the tensor; 0 for arguments and results of the
  /// function.
  int64_t bytes = 0;
  /// Number of the op that computes the tensor; std::nullopt for arguments.
  std::optional<unsigned> op;
  /// True if the backward pass reads the tensor.
  bool isRead = false;
  /// True if the tensor is always saved for the backward pass.
  bool isKept = false;
};

struct RematOp {
  Operation *op;
  RematKind kind = RematKind::Never;
  /// Estimated time of the op, in units of the time to move one byte: bytes
  /// moved plus arithmetic.
  int64_t cost = 0;
  int64_t flops = 0;
  unsigned segment = 0;
  /// Numbers of the values that the op reads and computes.
  SmallVector<unsigned, 4> operands;
  SmallVector<unsigned, 1> results;
};

class RematGraph {
public:
  RematGraph(func::FuncOp func, const Loss &loss);

  ArrayRef<RematValue> getValues() const { return values; }
  ArrayRef<RematOp> getOps() const { return ops; }
  unsigned getNumSegments() const { return numSegments; }

  /// Returns the ops from the first contraction of the backward pass to the
  /// terminator. Empty if there is no such contraction.
  ArrayRef<Operation *> getBackward() const { return backward; }

  /// Returns the position of an op of the forward pass. Positions are stored,
  /// because Operation::isBeforeInBlock would renumber the block after each
  /// insertion.
  unsigned getPosition(Operation *op) const { return positions.lookup(op); }

  /// Returns the number of the tensor that `value` is or is a view of, or
  /// std::nullopt if it is not a value of the forward pass.
  std::optional<unsigned> find(Value value) const {
    auto it = numbers.find(value);
    return it == numbers.end() ? std::nullopt : std::optional(it->second);
  }

  /// Returns the contraction after which `reader`, an op of the backward pass,
  /// may be placed: the last leading contraction that `reader` depends on, or
  /// else the last one before `reader`. Returns null if there is none, as for
  /// the first contraction itself.
  Operation *getLastProduct(Operation *reader) const {
    return lastProducts.lookup(reader);
  }
  /// If `value` is a broadcast of a tensor that depends on no data, such as a
  /// parameter, returns this tensor. Otherwise returns null.
  Value getRepeated(Value value) const { return repeated.lookup(value); }
  /// Returns true if `reader` could run in the forward pass, because it depends
  /// on none of the contractions that other ops may wait for.
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
  /// Contractions of the backward pass that other ops may wait for.
  llvm::DenseSet<Operation *> leading;
  llvm::DenseSet<Operation *> early;
  llvm::DenseMap<Value, Value> repeated;
  unsigned numSegments = 0;
};

/// Returns true if `op` only reshapes or widens its operand. A kernel can then
/// read the operand instead of the result, at no cost.
bool isFreeView(Operation *op);

/// Returns true if `op` is a contraction in any form, including a convolution.
bool isAnyContraction(Operation *op);

/// Returns true if `op` is a contraction that becomes a separate library call,
/// not a sum inside a kernel of other ops.
bool isGemm(Operation *op);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_REMAT_REMATGRAPH_H
