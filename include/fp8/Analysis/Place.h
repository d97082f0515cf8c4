//===- Place.h - where a module begins --------------------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_PLACE_H
#define FP8_ANALYSIS_PLACE_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::fp8 {

/// For errors about all of `module`, of which no op is to blame: the first line
/// of a file that an op in it comes from, else where the module says it is
/// from. The module of a file that spells none has no line of its own.
Location getFirstPlace(ModuleOp module);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_PLACE_H
