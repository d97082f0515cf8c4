//===- SavedInputs.h - The values of a run as a file ----------------------===//

#ifndef FP8_RUN_SAVEDINPUTS_H
#define FP8_RUN_SAVEDINPUTS_H

#include "Files/SafeTensors.h"
#include "Graph/Signature.h"
#include "Inputs/Source.h"

#include <deque>

namespace mlir::fp8::run {

/// The initial values of the states and the values of all other arguments in
/// several steps, in the form that --inputs reads.
class SavedInputs {
public:
  /// Evaluates `sources`, which give values to the arguments of `signature`.
  static FailureOr<SavedInputs> create(const Signature &signature,
                                       ArrayRef<Source> sources,
                                       int64_t numSteps);

  ArrayRef<NamedTensor> getTensors() const { return tensors; }

private:
  std::deque<HostTensor> values;
  std::vector<NamedTensor> tensors;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_SAVEDINPUTS_H
