//===- StateNotes.h - remarks about doubtful states -------------*- C++ -*-===//
#ifndef FP8_LIB_RAISE_STATES_STATENOTES_H
#define FP8_LIB_RAISE_STATES_STATENOTES_H

#include "fp8/Analysis/StatePairing.h"

namespace mlir::fp8 {

/// Emits remarks on arguments that look like states but that no result updates,
/// and on states that may be swapped. The remarks include the attributes to
/// add.
void noteDoubtfulStates(func::FuncOp func, const PairedStep &step);

} // namespace mlir::fp8

#endif // FP8_LIB_RAISE_STATES_STATENOTES_H
