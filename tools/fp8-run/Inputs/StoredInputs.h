//===- StoredInputs.h - State values from a file of planes ----------------===//

#ifndef FP8_RUN_STOREDINPUTS_H
#define FP8_RUN_STOREDINPUTS_H

#include "Inputs/PackedState.h"
#include "Options/Options.h"

#include "llvm/ADT/StringSet.h"

namespace mlir::fp8::run {

/// Values that @unpack computes from the planes in the file of --inputs. A run
/// whose --storage equals --inputs-storage has written the file.
class StoredInputs {
public:
  /// Reads the planes. `module` is the step before its states are stored.
  /// Without --inputs-storage there are no values.
  static FailureOr<StoredInputs> create(ModuleOp module,
                                        const Options &options);

  /// Returns the value of the state `name`, or null.
  const HostTensor *find(StringRef name) const { return values.find(name); }
  /// Returns true if a step with that storage has an argument of that name.
  bool isOfStoredStep(StringRef name) const { return names.contains(name); }

private:
  NamedResults values;
  llvm::StringSet<> names;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_STOREDINPUTS_H
