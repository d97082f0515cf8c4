//===- PackedState.h - Values of states and their planes --------*- C++ -*-===//

#ifndef FP8_RUN_PACKEDSTATE_H
#define FP8_RUN_PACKEDSTATE_H

#include "Graph/Signature.h"

#include "fp8/Host/HostTensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::fp8::run {

/// The results of a function by their names.
struct NamedResults {
  /// Null where there is none of that name.
  const HostTensor *find(StringRef name) const;

  Signature signature;
  std::vector<HostTensor> values;
};

/// @pack and @unpack of a module whose states are stored.
class PackedState {
public:
  /// The value of an argument by its name.
  using Lookup = function_ref<const HostTensor *(StringRef)>;

  /// Takes them out of `module`. One without them keeps states as they are.
  static PackedState take(ModuleOp module);

  /// What `unpack` asks for.
  FailureOr<std::vector<Argument>> getPlanes();

  /// The planes of f32 values, by the reference evaluator.
  FailureOr<NamedResults> pack(Lookup lookup);
  /// The f32 values of planes.
  FailureOr<NamedResults> unpack(Lookup lookup);

private:
  FailureOr<NamedResults> run(StringRef function, Lookup lookup);

  OwningOpRef<ModuleOp> module;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_PACKEDSTATE_H
