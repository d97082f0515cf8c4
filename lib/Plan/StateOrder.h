//===- StateOrder.h - readers of a state before its writer ------*- C++ -*-===//
//
// A state is written where it is. Whoever reads its old value has to run
// before, and where that cannot be reads a copy.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_PLAN_STATEORDER_H
#define FP8_LIB_PLAN_STATEORDER_H

#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::fp8 {

/// Lets `reads` of `state`, or of views of it, read a copy that a kernel makes;
/// a remark says why.
void copyOldValue(
    OpBuilder &builder, BlockArgument state, ArrayRef<OpOperand *> reads,
    StringRef reason = "it is read by what waits for the new one");

/// Moves the ops of `block` so that no value of `states`, arguments that ops
/// have as destinations, is read after it was overwritten. Ops keep their order
/// where they can. What waits for the new value of a state and reads the old
/// one reads a copy, that a kernel makes; so does a return of it.
void orderByStates(OpBuilder &builder, Block &block,
                   ArrayRef<BlockArgument> states);

} // namespace mlir::fp8

#endif // FP8_LIB_PLAN_STATEORDER_H
