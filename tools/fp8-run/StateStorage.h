//===- StateStorage.h - How a run stores its states -----------------------===//

#ifndef FP8_RUN_STATESTORAGE_H
#define FP8_RUN_STATESTORAGE_H

#include "Graph/Prepare.h"
#include "Inputs/Inputs.h"
#include "TrainLoop.h"

#include <map>

namespace mlir::fp8::run {

/// How the states of a run are stored, which may change between two steps: the
/// step is stored anew from the graph as it was written, and its states go
/// through the conversions of both.
class StateStorage {
public:
  /// The inputs of a run of `functions`, whose signature is `signature`. Values
  /// are those of the step as it was written; where states are stored, the step
  /// and its signature then change to what is stored of them.
  FailureOr<Inputs> createInputs(ModuleOp module, StepFunctions &functions,
                                 Signature &signature, InitialState init,
                                 const Options &options);

  /// Stores the states by `preset` from step `number` of `loop` on, which then
  /// reads `signature` and `sources`. The module is in the result's functions,
  /// and lives as long as this.
  FailureOr<StepFunctions> change(StoragePreset preset, int64_t number,
                                  TrainLoop &loop, Signature &signature,
                                  std::vector<Source> &sources,
                                  const Options &options);

  /// The arguments of a stored step that the step as it was written has not.
  ArrayRef<Argument> getAdded(const Signature &signature) const {
    return ArrayRef(signature.arguments).drop_front(numOriginalArguments);
  }

  /// The values of the states whose planes `lookup` gives.
  FailureOr<NamedResults> unpack(PackedState::Lookup lookup);

private:
  /// Tries the changes of storage that come later, so that a run is not lost at
  /// its last one. Takes seeds for them out of the options.
  LogicalResult tryChanges(const Signature &logical, Options &options);
  /// The value of an argument that no conversion gives.
  FailureOr<HostTensor> create(const Argument &argument, int64_t number) const;

  /// The step before its states are stored. One that is stored has the same
  /// arguments first.
  OwningOpRef<ModuleOp> original;
  size_t numOriginalArguments = 0;
  /// The conversions of the step that runs.
  PackedState packed;
  /// The seeds of arguments that passes add: what --arg says, or what they were
  /// before storage that draws no numbers.
  std::map<std::string, HostTensor> seeds;
  /// Of the steps after a change, which programs refer to.
  std::vector<OwningOpRef<ModuleOp>> modules;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_STATESTORAGE_H
