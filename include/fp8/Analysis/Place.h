//===- Place.h - location for errors about a module -------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_PLACE_H
#define FP8_ANALYSIS_PLACE_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::fp8 {

/// Returns the location for errors about the whole `module`: the first line of
/// a file that an op in it comes from, else the location of the module. A
/// module that is implicit in its file has no line of its own.
Location getFirstPlace(ModuleOp module);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_PLACE_H
