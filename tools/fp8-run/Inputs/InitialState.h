//===- InitialState.h - Results of @init of a module ------------*- C++ -*-===//

#ifndef FP8_RUN_INITIALSTATE_H
#define FP8_RUN_INITIALSTATE_H

#include "Inputs/FunctionParts.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::fp8::run {

/// The values that @init of a module computes for arguments of the step.
class InitialState {
public:
  /// Removes @init from `module`, whose only export is then the step. A module
  /// without @init gives no values.
  static InitialState take(ModuleOp module);

  /// Checks @init against the step. `seed` is its argument, if it has one.
  LogicalResult prepare(uint64_t seed, const Signature &signature);

  /// Returns the parts of @init, or null without @init.
  const FunctionParts *getParts() const { return parts ? &*parts : nullptr; }
  /// Evaluates a part of @init.
  FailureOr<NamedResults> run(size_t part) const;

private:
  OwningOpRef<ModuleOp> module;
  std::optional<FunctionParts> parts;
  HostTensor seed;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_INITIALSTATE_H
