//===- Signature.h - What a training step takes and gives -----------------===//

#ifndef FP8_RUN_SIGNATURE_H
#define FP8_RUN_SIGNATURE_H

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::fp8::run {

struct Argument {
  std::string name;
  Location loc;
  /// Of rank 0 for a scalar.
  RankedTensorType type;
  std::optional<StateKind> state;
  /// The result that is its value in the next step.
  std::optional<unsigned> updatedBy;
  /// Of `fp8.initial`.
  std::optional<float> initial;
  /// How many lie along its first dimension, if it is a batch of each.
  std::optional<int64_t> microbatches;
};

struct Result {
  std::string name;
  RankedTensorType type;
};

/// Read from the attributes of the state ABI, after what pairs results with
/// arguments has written them.
struct Signature {
  /// The argument of that name, or null.
  const Argument *find(StringRef name) const;

  std::vector<Argument> arguments;
  std::vector<Result> results;
  /// The first result with `fp8.loss`, one float; of a step without products
  /// that has none the only float of one element that overwrites nothing.
  std::optional<unsigned> loss;
  /// The others with it.
  std::vector<unsigned> otherLosses;
};

/// Errors are located.
FailureOr<Signature> readSignature(func::FuncOp step);

/// The argument that `text`, a name or else a number, stands for.
FailureOr<unsigned> findArgument(func::FuncOp step, const Signature &signature,
                                 StringRef text);

} // namespace mlir::fp8::run

#endif // FP8_RUN_SIGNATURE_H
