//===- UpdateSlice.h - ops of one update ------------------------*- C++ -*-===//
#ifndef FP8_LIB_RAISE_UPDATES_UPDATESLICE_H
#define FP8_LIB_RAISE_UPDATES_UPDATESLICE_H

#include "StateGroups.h"
#include "fp8/Analysis/Elementwise.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::fp8 {

/// A sum or maximum over all elements of a value that an update computes or of
/// a state.
struct SliceReduction {
  linalg::LinalgOp op;
  ReductionKind kind;
  /// The value in the body of `op` that is reduced.
  Value element;
};

/// The elementwise ops that compute new states from states and gradients.
struct UpdateSlice {
  StateGroup states;
  /// Values other than new states that the slice computes and other ops read.
  SmallVector<Value> extras;
  SmallVector<SliceReduction> reductions;
  /// Tensors that the slice reads elementwise: computed values, such as
  /// gradients, then other tensors.
  SmallVector<Value> inputs;
  /// The ops in program order. Other ops may also read their results.
  llvm::SetVector<Operation *> ops;
  /// Values that depend on the states, including the states.
  llvm::DenseSet<Value> dependent;
  /// `ops`, and the ops of later updates of the same group.
  llvm::SetVector<Operation *> groupOps;
};

/// Extracts the updates from a training step.
class UpdateSlicer {
public:
  UpdateSlicer(func::FuncOp func, const Loss &loss)
      : block(func.front()), terminator(block.getTerminator()), loss(loss),
        uniform(block) {}

  /// Returns the next update of `group`, and removes its states from `group`. A
  /// group needs several updates if the other states depend on a scalar that is
  /// computed from new values, like the trust ratio of LAMB. The first update
  /// then computes the operands of the scalar.
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
  /// Ops that the loss depends on, such as a penalty on parameters, never
  /// become part of an update. Otherwise the loss would have to wait for all
  /// gradients.
  const Loss &loss;
  UniformValues uniform;
};

/// Returns true if a state, an input or an extra of an update may have this
/// element type. f32 must represent its values exactly.
bool isUpdateElement(Type type);

} // namespace mlir::fp8

#endif // FP8_LIB_RAISE_UPDATES_UPDATESLICE_H
