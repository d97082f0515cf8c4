//===- RematRewriter.h - ops that run again ---------------------*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_REMAT_REMATREWRITER_H
#define FP8_LIB_TRAINING_REMAT_REMATREWRITER_H

#include "RematPlan.h"

namespace mlir::fp8 {

/// Lets the backward read what `plan` computes again, right before its first
/// reader.
void rematerialize(func::FuncOp func, const RematGraph &graph,
                   const RematPlan &plan);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_REMAT_REMATREWRITER_H
