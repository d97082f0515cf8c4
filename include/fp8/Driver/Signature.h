//===- Signature.h - arguments and results of a training step ---*- C++ -*-===//

#ifndef FP8_DRIVER_SIGNATURE_H
#define FP8_DRIVER_SIGNATURE_H

#include "fp8/IR/FP8.h"
#include "fp8/IR/ScalarRange.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::fp8 {

struct Argument {
  std::string name;
  Location loc;
  /// Type of the argument as a tensor; of rank 0 for a scalar.
  RankedTensorType type;
  std::optional<StateKind> state;
  /// Index of the result that becomes the value of the argument in the next
  /// step.
  std::optional<unsigned> updatedBy;
  /// Value of `fp8.initial`.
  std::optional<float> initial;
  /// Number of micro-batches along the first dimension, if the argument holds a
  /// batch for each micro-batch.
  std::optional<int64_t> microbatches;
  /// True if every rank of a mesh has its own value.
  bool isBatch = false;
  /// The division of the rows among the ranks, if the tensor is sharded.
  ShardAttr shard;
  /// The range of `fp8.range`.
  std::optional<ScalarRange> range;

  /// Returns the type of the whole tensor.
  RankedTensorType getWholeType() const {
    if (!shard)
      return type;
    SmallVector<int64_t> shape(type.getShape());
    shape.front() = shard.getRows();
    return type.clone(shape);
  }
};

struct Result {
  std::string name;
  RankedTensorType type;
};

/// Arguments and results of a step. They are read from the attributes of the
/// state ABI, after a pass has paired results with arguments.
struct Signature {
  /// Returns the argument of that name, or null.
  const Argument *find(StringRef name) const;
  /// Returns, for each result, the argument that it overwrites.
  SmallVector<std::optional<unsigned>> getUpdatedArguments() const;

  std::vector<Argument> arguments;
  std::vector<Result> results;
  /// Index of the first result with `fp8.loss`, which is one float. In a step
  /// without matmuls and without that attribute, index of the only one-element
  /// float result that overwrites nothing.
  std::optional<unsigned> loss;
  /// Indices of the other results with `fp8.loss`.
  std::vector<unsigned> otherLosses;
};

/// Reads the signature of `step`. Errors are diagnostics with locations.
FailureOr<Signature> readSignature(func::FuncOp step);

} // namespace mlir::fp8

#endif // FP8_DRIVER_SIGNATURE_H
