//===- PackedState.h - State values and their planes ------------*- C++ -*-===//

#ifndef FP8_RUN_PACKEDSTATE_H
#define FP8_RUN_PACKEDSTATE_H

#include "Inputs/FunctionParts.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::fp8::run {

/// Runs the functions @pack and @unpack of a module. @pack converts f32 values
/// of states to the planes in which the step stores them, and @unpack
/// converts back.
class PackedState {
public:
  using Lookup = FunctionParts::Lookup;

  /// Removes the functions from `module`. If it has none, states are not
  /// converted.
  static PackedState take(ModuleOp module);

  /// Returns the arguments of @unpack.
  FailureOr<std::vector<Argument>> getPlanes();

  /// Returns @pack, or nothing if states are not converted.
  FailureOr<std::optional<FunctionParts>> getPack();
  /// Converts f32 values to planes, in the reference evaluator.
  FailureOr<NamedResults> pack(Lookup lookup);
  /// Converts planes to f32 values.
  FailureOr<NamedResults> unpack(Lookup lookup);

private:
  FailureOr<NamedResults> run(StringRef function, Lookup lookup);

  OwningOpRef<ModuleOp> module;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_PACKEDSTATE_H
