//===- NonFinite.h - the first op without a finite result -------*- C++ -*-===//
#ifndef FP8_REFERENCE_NONFINITE_H
#define FP8_REFERENCE_NONFINITE_H

#include "fp8/Host/HostTensor.h"
#include "mlir/IR/BuiltinOps.h"

#include <optional>

namespace mlir::fp8 {

/// The ops of a step that turn finite numbers into infinity or NaN, or infinity
/// into NaN.
struct NonFiniteOps {
  struct Place {
    Location loc;
    StringRef op;
    bool isNaN;
  };
  /// Index of the first argument with a NaN.
  std::optional<unsigned> argument;
  /// In the order of the step, the first op with a NaN in a result and none in
  /// its operands, and the first op with an infinity in a result and finite
  /// operands.
  SmallVector<Place, 2> places;
};

/// Evaluates `function` of `module`, as the reference evaluator does. The
/// result includes ops in regions of other ops, but no ops of called functions.
FailureOr<NonFiniteOps>
findNonFiniteOps(ModuleOp module, StringRef function,
                 ArrayRef<const HostTensor *> arguments);

} // namespace mlir::fp8

#endif // FP8_REFERENCE_NONFINITE_H
