//===- InitialState.h - Results of @init of a module ------------*- C++ -*-===//

#ifndef FP8_RUN_INITIALSTATE_H
#define FP8_RUN_INITIALSTATE_H

#include "Graph/Signature.h"

#include "fp8/Host/HostTensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::fp8::run {

/// The values that @init of a module computes for arguments of the step.
class InitialState {
public:
  /// Removes @init from `module`, whose only export is then the step. A module
  /// without @init gives no values.
  static InitialState take(ModuleOp module);

  /// Runs @init in the reference evaluator, with `seed` if it has an argument.
  LogicalResult run(uint64_t seed, const Signature &signature);

  /// Returns the value of the argument `name`, or null.
  const HostTensor *find(StringRef name) const;

private:
  OwningOpRef<ModuleOp> module;
  Signature results;
  std::vector<HostTensor> values;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_INITIALSTATE_H
