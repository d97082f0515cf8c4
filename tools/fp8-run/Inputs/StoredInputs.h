//===- StoredInputs.h - Values of states that a file holds as planes ------===//

#ifndef FP8_RUN_STOREDINPUTS_H
#define FP8_RUN_STOREDINPUTS_H

#include "Inputs/PackedState.h"
#include "Options/Options.h"

#include "llvm/ADT/StringSet.h"

namespace mlir::fp8::run {

/// What @unpack makes of the planes in the file of --inputs, which a run of
/// --storage as --inputs-storage says has written.
class StoredInputs {
public:
  /// `module` is the step before its states are stored. Without
  /// --inputs-storage there are no values.
  static FailureOr<StoredInputs> create(ModuleOp module,
                                        const Options &options);

  /// The value of the state called `name`, or null.
  const HostTensor *find(StringRef name) const { return values.find(name); }
  /// Whether a step that stores its states so has an argument of that name.
  bool isOfStoredStep(StringRef name) const { return names.contains(name); }

private:
  NamedResults values;
  llvm::StringSet<> names;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_STOREDINPUTS_H
