//===- GraphIdentity.h - Which training step it is ------------------------===//

#ifndef FP8_RUN_GRAPHIDENTITY_H
#define FP8_RUN_GRAPHIDENTITY_H

#include "mlir/IR/BuiltinOps.h"

#include <map>
#include <string>

namespace mlir::fp8::run {

/// Tells whether two runs run the same step, and in words what differs. Names
/// and types, kinds and storage of states are part of a step; its place in a
/// file and the target that it is compiled for are not.
struct GraphIdentity {
  /// Of a prepared module, before anything is compiled.
  static GraphIdentity of(ModuleOp module);

  /// The fields as JSON, and back. Nothing for other text.
  std::string print() const;
  static std::optional<GraphIdentity> parse(StringRef json);

  bool operator==(const GraphIdentity &other) const {
    return hash == other.hash && ops == other.ops;
  }

  /// What is different in `other`, the graph of a checkpoint.
  std::string describeDifference(const GraphIdentity &other) const;

  /// Of the text of the module.
  std::string hash;
  /// How many of each op there are. An op that stores states is named with its
  /// storage.
  std::map<std::string, int64_t> ops;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_GRAPHIDENTITY_H
