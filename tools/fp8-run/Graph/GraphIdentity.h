//===- GraphIdentity.h - Identity of a training step ----------------------===//

#ifndef FP8_RUN_GRAPHIDENTITY_H
#define FP8_RUN_GRAPHIDENTITY_H

#include "mlir/IR/BuiltinOps.h"

#include <map>
#include <string>

namespace mlir::fp8::run {

/// Determines whether two runs run the same step, and describes the
/// differences. Names and types, kinds and storage of states are part of a
/// step. Its location in a file and the target that it is compiled for are not.
struct GraphIdentity {
  /// Returns the identity of a prepared module, before compilation.
  static GraphIdentity of(ModuleOp module);

  /// Converts the fields to JSON and back. Parsing returns std::nullopt for
  /// other text.
  std::string print() const;
  static std::optional<GraphIdentity> parse(StringRef json);

  bool operator==(const GraphIdentity &other) const {
    return hash == other.hash && ops == other.ops;
  }

  /// Describes the differences of `other`, the graph of a checkpoint.
  std::string describeDifference(const GraphIdentity &other) const;

  /// Hash of the text of the module.
  std::string hash;
  /// Number of ops of each kind. The storage is part of the kind of an op that
  /// stores states.
  std::map<std::string, int64_t> ops;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_GRAPHIDENTITY_H
