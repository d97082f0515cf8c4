//===- UpdateOperands.h - operands of ops that update states ----*- C++ -*-===//
//
// fp8.update and the named optimizers store states in the same kinds of planes.
// This file determines and checks the planes.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_IR_UPDATEOPERANDS_H
#define FP8_LIB_IR_UPDATEOPERANDS_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// The operands and attributes of an op that updates states. Absent attributes
/// are null.
struct UpdateOperands {
  static UpdateOperands of(UpdateOp op);
  /// Returns the operands and attributes of a named optimizer.
  template <typename OpTy>
  static UpdateOperands ofOptimizer(OpTy op) {
    return {op, op.getStates(),
            // The gradient: the operand after the states.
            op.getODSOperands(1), op.getScales(), op.getInits(),
            op.getStorageAttr(),
            /*maps=*/{},
            /*numReductions=*/0, op.getProbe(), op.getSkip(), op.getSeed(),
            op.getStep()};
  }

  StorageAttr getStorageOf(unsigned i) const;
  unsigned getNumStates() const {
    return storage ? storage.size() : states.size();
  }
  SmallVector<UpdatePlane> getReadPlanes() const;
  SmallVector<UpdatePlane> getWrittenPlanes() const;
  SmallVector<UpdatePlane> getAllPlanes() const;
  unsigned getNumAmaxes() const;
  SmallVector<Value> getMainPlanes() const;
  AffineMap getMap(unsigned i) const;
  ShapedType getFirstType() const {
    return cast<ShapedType>(states.front().getType());
  }
  /// Returns true if the op depends on the contents of destination `i`.
  bool readsInit(unsigned i) const;

  /// Checks the planes, destinations, maps, scales and random bits.
  LogicalResult verify() const;

  Operation *op;
  OperandRange states, inputs, scales, inits;
  ArrayAttr storage, maps;
  unsigned numReductions;
  bool probe;
  Value skip, seed, step;
};

} // namespace mlir::fp8

#endif // FP8_LIB_IR_UPDATEOPERANDS_H
