//===- UpdateSlice.h - the part of a step that one update takes -*- C++ -*-===//
#ifndef FP8_LIB_RAISE_UPDATES_UPDATESLICE_H
#define FP8_LIB_RAISE_UPDATES_UPDATESLICE_H

#include "StateGroups.h"
#include "fp8/Analysis/Elementwise.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::fp8 {

/// A sum or maximum over all of what an update computes.
struct SliceReduction {
  linalg::LinalgOp op;
  ReductionKind kind;
  /// In the body of `op`.
  Value element;
};

/// The elementwise ops from states and gradients to new states.
struct UpdateSlice {
  StateGroup states;
  /// What it computes beside new states and others read.
  SmallVector<Value> extras;
  SmallVector<SliceReduction> reductions;
  /// What it reads at each position: gradients, then masks and other tensors
  /// that come from outside.
  SmallVector<Value> inputs;
  /// The ops, operands before users. Others may read their results too.
  llvm::SetVector<Operation *> ops;
  /// What depends on the states, these included.
  llvm::DenseSet<Value> dependent;
  /// `ops`, and those of later updates of the same states.
  llvm::SetVector<Operation *> groupOps;
};

/// Cuts updates out of a training step.
class UpdateSlicer {
public:
  UpdateSlicer(func::FuncOp func, const Loss &loss)
      : block(func.front()), terminator(block.getTerminator()), loss(loss),
        uniform(block) {}

  /// The next update of `group`, whose states leave it. A group takes more than
  /// one where a scalar that is computed from new values steps the others, as
  /// the trust ratio of LAMB does: the first update is what that scalar needs.
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
  /// What it depends on, as a penalty on parameters, no update computes: the
  /// loss would wait for all gradients.
  const Loss &loss;
  UniformValues uniform;
};

/// Element types that a state, an input or an extra of an update may have: f32
/// holds their values exactly.
bool isUpdateElement(Type type);

} // namespace mlir::fp8

#endif // FP8_LIB_RAISE_UPDATES_UPDATESLICE_H
