//===- PackedState.h - Initial values as they are stored --------*- C++ -*-===//

#ifndef FP8_RUN_PACKEDSTATE_H
#define FP8_RUN_PACKEDSTATE_H

#include "Signature.h"
#include "Source.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::fp8::run {

/// The planes that @pack of a module makes of f32 values, by name.
class PackedState {
public:
  /// Takes @pack and @unpack out of `module`. One without them packs nothing.
  static PackedState take(ModuleOp module);

  /// Runs @pack, by the reference evaluator, on the values at step 0 of the
  /// arguments of `signature`, the states before they were stored.
  LogicalResult run(const Signature &signature, ArrayRef<Source> sources);

  /// The value of the plane called `name`, or null.
  const HostTensor *find(StringRef name) const;

private:
  OwningOpRef<ModuleOp> module;
  Signature planes;
  std::vector<HostTensor> values;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_PACKEDSTATE_H
