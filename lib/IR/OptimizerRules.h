//===- OptimizerRules.h - formulas of one optimizer step --------*- C++ -*-===//
//
// The formulas of the named optimizers, for one element. The op descriptions
// specify the operation order.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_IR_OPTIMIZERRULES_H
#define FP8_LIB_IR_OPTIMIZERRULES_H

#include "fp8/IR/ExpansionBuilder.h"
#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// The f32 values of one element before the step.
struct OptimizerElement {
  SmallVector<Value> states;
  Value gradient;
  Value lr;
  /// Bias corrections, or null if none is applied.
  Value correction1, correction2;
};

/// Emits the step of an optimizer. Returns the new values of the states.
SmallVector<Value> emitStep(SGDOp op, ExpansionBuilder &e,
                            const OptimizerElement &x);
SmallVector<Value> emitStep(AdamOp op, ExpansionBuilder &e,
                            const OptimizerElement &x);
SmallVector<Value> emitStep(AdamWOp op, ExpansionBuilder &e,
                            const OptimizerElement &x);
SmallVector<Value> emitStep(LionOp op, ExpansionBuilder &e,
                            const OptimizerElement &x);
SmallVector<Value> emitStep(AdagradOp op, ExpansionBuilder &e,
                            const OptimizerElement &x);
SmallVector<Value> emitStep(RMSPropOp op, ExpansionBuilder &e,
                            const OptimizerElement &x);

/// Emits the new values of the two moments.
std::pair<Value, Value> emitMoments(LAMBOp op, ExpansionBuilder &e,
                                    const OptimizerElement &x);
/// Emits the direction of the step. `x.states` must hold the new moments.
Value emitDirection(LAMBOp op, ExpansionBuilder &e, const OptimizerElement &x);
/// Emits the new parameter. `parameterSum` and `directionSum` are the sums of
/// squares of the parameter and of the direction.
Value emitScaledStep(ExpansionBuilder &e, Value parameter, Value lr,
                     Value direction, Value parameterSum, Value directionSum);

} // namespace mlir::fp8

#endif // FP8_LIB_IR_OPTIMIZERRULES_H
