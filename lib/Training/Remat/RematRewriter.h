//===- RematRewriter.h - recomputation of ops -------------------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_REMAT_REMATREWRITER_H
#define FP8_LIB_TRAINING_REMAT_REMATREWRITER_H

#include "RematPlan.h"

namespace mlir::fp8 {

/// Recomputes the values that `plan` selects directly before their first reader
/// in the backward pass.
void rematerialize(func::FuncOp func, const RematGraph &graph,
                   const RematPlan &plan);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_REMAT_REMATREWRITER_H
