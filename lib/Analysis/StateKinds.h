//===- StateKinds.h - kinds of states ---------------------------*- C++ -*-===//
#ifndef FP8_LIB_ANALYSIS_STATEKINDS_H
#define FP8_LIB_ANALYSIS_STATEKINDS_H

#include "fp8/Analysis/ElementwiseCone.h"
#include "fp8/Analysis/StatePairing.h"

namespace mlir::fp8 {

/// Returns true if the result of `pair` is its argument plus a constant. The
/// addition may be in the body of an op.
bool isCounter(func::FuncOp func, const StatePair &pair);

/// Sets the kind of each pair, if it is known. `cones` contains the cone of
/// each computed result.
void classifyStates(func::FuncOp func, const Loss &loss,
                    const llvm::DenseMap<unsigned, ElementwiseCone> &cones,
                    MutableArrayRef<StatePair> pairs);

} // namespace mlir::fp8

#endif // FP8_LIB_ANALYSIS_STATEKINDS_H
