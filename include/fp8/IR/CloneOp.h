//===- CloneOp.h - copies of ops with other operands ------------*- C++ -*-===//
#ifndef FP8_IR_CLONEOP_H
#define FP8_IR_CLONEOP_H

#include "mlir/IR/Builders.h"

namespace mlir::fp8 {

/// Creates a copy of `op` with other operands, of the same number, and with
/// results of `types`. Keeps properties and regions, whereas `mlir::clone`
/// loses properties that are not attributes.
Operation *cloneWithOperands(OpBuilder &builder, Operation *op, TypeRange types,
                             ValueRange operands);

} // namespace mlir::fp8

#endif // FP8_IR_CLONEOP_H
