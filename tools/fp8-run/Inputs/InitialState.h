//===- InitialState.h - What @init of a module gives ------------*- C++ -*-===//

#ifndef FP8_RUN_INITIALSTATE_H
#define FP8_RUN_INITIALSTATE_H

#include "Graph/Signature.h"

#include "fp8/Host/HostTensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::fp8::run {

/// The values that a module makes itself for the arguments of its step: the
/// results of its function @init, by name.
class InitialState {
public:
  /// Takes @init out of `module`, where the step is then the only export. A
  /// module without one gives nothing.
  static InitialState take(ModuleOp module);

  /// Runs @init, by the reference evaluator, on `seed`, if it takes one.
  LogicalResult run(uint64_t seed, const Signature &signature);

  /// The value of the argument called `name`, or null.
  const HostTensor *find(StringRef name) const;

private:
  OwningOpRef<ModuleOp> module;
  Signature results;
  std::vector<HostTensor> values;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_INITIALSTATE_H
