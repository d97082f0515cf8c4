//===- OptimizerRules.h - One step of one element ---------------*- C++ -*-===//
//
// The formulas of the named optimizers, in the order of operations that their
// descriptions give.
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
  /// Null where nothing is corrected.
  Value correction1, correction2;
};

/// The new values of the states.
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

/// The new moments.
std::pair<Value, Value> emitMoments(LAMBOp op, ExpansionBuilder &e,
                                    const OptimizerElement &x);
/// The direction of the step, from new moments in `x.states`.
Value emitDirection(LAMBOp op, ExpansionBuilder &e, const OptimizerElement &x);
/// The new parameter, from sums of squares of it and of the direction.
Value emitScaledStep(ExpansionBuilder &e, Value parameter, Value lr,
                     Value direction, Value parameterSum, Value directionSum);

} // namespace mlir::fp8

#endif // FP8_LIB_IR_OPTIMIZERRULES_H
