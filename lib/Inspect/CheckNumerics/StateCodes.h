//===- StateCodes.h - codes of one step, scales of another ------*- C++ -*-===//
#ifndef FP8_LIB_INSPECT_CHECKNUMERICS_STATECODES_H
#define FP8_LIB_INSPECT_CHECKNUMERICS_STATECODES_H

#include "NumericsRule.h"

namespace mlir::fp8 {

/// Of rule scale-reuse: codes that are a state and that `op` decodes need the
/// scale that the earlier step encoded them by, which is a state as well and
/// changes with them.
void checkStateCodes(Operation *op, StringRef operand, Value codes,
                     Value scaleInv, const ScaleProvenance &scales,
                     NumericsRule::Report report);

} // namespace mlir::fp8

#endif // FP8_LIB_INSPECT_CHECKNUMERICS_STATECODES_H
