//===- InitFunction.h - @init, which computes initial states ----*- C++ -*-===//
#ifndef FP8_DRIVER_INITFUNCTION_H
#define FP8_DRIVER_INITFUNCTION_H

#include "fp8/Driver/Signature.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::fp8 {

/// The name of the function that computes initial values of arguments.
inline constexpr StringLiteral kInitFunctionName = "init";

/// Removes @init from `module`. Returns a copy of the original module, which
/// still has the functions that @init may call, or null if there is no public
/// @init.
OwningOpRef<ModuleOp> takeInitFunction(ModuleOp module);

/// Returns true if @init takes a seed, an i32.
bool takesSeed(func::FuncOp init);

/// Checks that @init takes nothing or a seed, and that each result has the name
/// and the type of an argument of `step`.
LogicalResult verifyInitFunction(func::FuncOp init, const Signature &step);

} // namespace mlir::fp8

#endif // FP8_DRIVER_INITFUNCTION_H
