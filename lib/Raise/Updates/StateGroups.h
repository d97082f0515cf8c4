//===- StateGroups.h - groups of states -------------------------*- C++ -*-===//
#ifndef FP8_LIB_RAISE_UPDATES_STATEGROUPS_H
#define FP8_LIB_RAISE_UPDATES_STATEGROUPS_H

#include "fp8/Analysis/StatePairing.h"

namespace mlir::fp8 {

/// A parameter and its moments, or states that belong to no parameter. The
/// parameter comes first, and the other states follow in argument order.
using StateGroup = SmallVector<StatePair>;

/// Groups the parameters and moments of `func`. Two states are in the same
/// group if the new value of one is computed elementwise from the other, but no
/// group has two parameters.
SmallVector<StateGroup> groupStates(func::FuncOp func,
                                    const StatePairing &pairing);

} // namespace mlir::fp8

#endif // FP8_LIB_RAISE_UPDATES_STATEGROUPS_H
