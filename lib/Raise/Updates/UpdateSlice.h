//===- UpdateSlice.h - ops of one update ------------------------*- C++ -*-===//
#ifndef FP8_LIB_RAISE_UPDATES_UPDATESLICE_H
#define FP8_LIB_RAISE_UPDATES_UPDATESLICE_H

#include "StateGroups.h"
#include "fp8/Analysis/Elementwise.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::fp8 {

/// A sum or maximum over all elements of a value that an update computes.
struct SliceReduction {
  linalg::LinalgOp op;
  ReductionKind kind;
  /// The reduced element in the body of `op`.
  Value element;
};

/// The elementwise ops from states and gradients to new states.
struct UpdateSlice {
  StateGroup states;
  /// Values other than new states that the slice computes and other ops read.
  SmallVector<Value> extras;
  SmallVector<SliceReduction> reductions;
  /// Tensors that the slice reads elementwise: gradients first, then masks and
  /// other tensors.
  SmallVector<Value> inputs;
  /// The ops in order of definition. Other ops may read their results too.
  llvm::SetVector<Operation *> ops;
  /// Values that depend on the states, including the states.
  llvm::DenseSet<Value> dependent;
  /// `ops`, and the ops of later updates of the same states.
  llvm::SetVector<Operation *> groupOps;
};

/// Extracts updates from a training step.
class UpdateSlicer {
public:
  UpdateSlicer(func::FuncOp func, const Loss &loss)
      : block(func.front()), terminator(block.getTerminator()), loss(loss),
        uniform(block) {}

  /// Returns the next update of `group` and removes its states from the group.
  /// A group needs several updates if a scalar computed from new values updates
  /// the other states, like the trust ratio of LAMB. The first update then
  /// computes the operands of that scalar.
  UpdateSlice takeNext(StateGroup &group);

private:
  using Ops = llvm::SetVector<Operation *>;

  Value getNewValue(const StatePair &pair) const {
    return terminator->getOperand(pair.result);
  }
  Ops collectOps(ArrayRef<Value> roots) const;
  llvm::DenseSet<Value> findDependent(const Ops &ops,
                                      const StateGroup &group) const;
  llvm::DenseSet<Operation *>
  findLate(const Ops &ops, const StateGroup &group,
           const llvm::DenseSet<Value> &dependent) const;
  SmallVector<Value> findExtras(const UpdateSlice &slice,
                                const llvm::DenseSet<Value> &dependent,
                                const llvm::DenseSet<Operation *> &late) const;
  bool isReadOutside(Value value, const Ops &ops,
                     const llvm::DenseSet<unsigned> &paired) const;
  void chooseInputs(UpdateSlice &slice, ArrayRef<Value> outputs) const;

  Block &block;
  Operation *terminator;
  /// Ops that the loss depends on, such as a penalty on parameters, are in no
  /// update. Otherwise the loss would wait for all gradients.
  const Loss &loss;
  UniformValues uniform;
};

/// Returns true if a state, an input or an extra of an update may have the
/// element type: f32 must represent its values exactly.
bool isUpdateElement(Type type);

} // namespace mlir::fp8

#endif // FP8_LIB_RAISE_UPDATES_UPDATESLICE_H
