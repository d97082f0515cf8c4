//===- ImpliedBody.h - bodies that are not in the text ----------*- C++ -*-===//
#ifndef FP8_IR_IMPLIEDBODY_H
#define FP8_IR_IMPLIEDBODY_H

#include "mlir/IR/Operation.h"

namespace mlir::fp8 {

/// Whether `op` is in a body that the name of its parent implies, as that of
/// linalg.matmul. Such a body is not printed, so a change of it would be lost;
/// linalg.generic, which the parent generalizes to, has a body of its own.
bool isImplied(Operation *op);

} // namespace mlir::fp8

#endif // FP8_IR_IMPLIEDBODY_H
