//===- Place.h - location for errors about a module -------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_PLACE_H
#define FP8_ANALYSIS_PLACE_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::fp8 {

/// Returns the location for errors about the whole `module`: the first line of
/// the file from which its ops come, or else the location of the module.
/// Parsing a file without an explicit module op creates a module without a
/// useful location.
Location getFirstPlace(ModuleOp module);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_PLACE_H
