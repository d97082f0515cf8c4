//===- StateOrder.h - order of state reads and writes -----------*- C++ -*-===//
//
// States are written in place. Readers of the old value must run before the
// write. If that is impossible, they read a copy.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_PLAN_STATEORDER_H
#define FP8_LIB_PLAN_STATEORDER_H

#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::fp8 {

/// Makes `reads` of `state`, or of its views, read a copy computed by a kernel.
/// Emits a remark that contains `reason`.
void copyOldValue(
    OpBuilder &builder, BlockArgument state, ArrayRef<OpOperand *> reads,
    StringRef reason = "an op that needs the new value also reads it");

/// Reorders the ops of `block` so that no argument in `states` is read after it
/// is overwritten. The order is otherwise preserved where possible. An op that
/// reads the old value but depends on the new one reads a copy computed by a
/// kernel. A return of the old value also reads a copy.
void orderByStates(OpBuilder &builder, Block &block,
                   ArrayRef<BlockArgument> states);

} // namespace mlir::fp8

#endif // FP8_LIB_PLAN_STATEORDER_H
