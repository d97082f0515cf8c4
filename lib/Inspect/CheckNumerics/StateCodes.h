//===- StateCodes.h - codes and scales in states ----------------*- C++ -*-===//
#ifndef FP8_LIB_INSPECT_CHECKNUMERICS_STATECODES_H
#define FP8_LIB_INSPECT_CHECKNUMERICS_STATECODES_H

#include "NumericsRule.h"

namespace mlir::fp8 {

/// Part of rule scale-reuse. If codes that are a state are decoded by `op`,
/// their scale must be a state as well, updated together with the codes.
void checkStateCodes(Operation *op, StringRef operand, Value codes,
                     Value scaleInv, const ScaleProvenance &scales,
                     NumericsRule::Report report);

} // namespace mlir::fp8

#endif // FP8_LIB_INSPECT_CHECKNUMERICS_STATECODES_H
