//===- CloneOp.h - copies of ops with other operands ------------*- C++ -*-===//
#ifndef FP8_IR_CLONEOP_H
#define FP8_IR_CLONEOP_H

#include "mlir/IR/Builders.h"

namespace mlir::fp8 {

/// Creates a copy of `op` with `operands`, which must have the number of
/// operands of `op`, and with results of `types`. The copy keeps properties and
/// regions; `mlir::clone` loses properties that are not attributes.
Operation *cloneWithOperands(OpBuilder &builder, Operation *op, TypeRange types,
                             ValueRange operands);

} // namespace mlir::fp8

#endif // FP8_IR_CLONEOP_H
