//===- ImpliedBody.h - bodies that are not printed --------------*- C++ -*-===//
#ifndef FP8_IR_IMPLIEDBODY_H
#define FP8_IR_IMPLIEDBODY_H

#include "mlir/IR/Operation.h"

namespace mlir::fp8 {

/// Returns true if `op` is in a body that the name of its parent implies, such
/// as the body of linalg.matmul. Such a body is not printed, so changes of it
/// would be lost when the IR is printed and parsed. To change it, generalize
/// the parent to linalg.generic.
bool isImplied(Operation *op);

} // namespace mlir::fp8

#endif // FP8_IR_IMPLIEDBODY_H
