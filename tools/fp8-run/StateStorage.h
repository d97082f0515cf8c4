//===- StateStorage.h - Storage of the states of a run --------------------===//

#ifndef FP8_RUN_STATESTORAGE_H
#define FP8_RUN_STATESTORAGE_H

#include "Graph/Prepare.h"
#include "Inputs/Inputs.h"
#include "TrainLoop.h"

#include <map>

namespace mlir::fp8::run {

/// The storage formats of the states of a run, which may change between two
/// steps. After a change, the step is compiled again from the original graph
/// with the new formats. The states are decoded from the old formats and
/// encoded in the new formats.
class StateStorage {
public:
  /// Creates the inputs of a run of `functions`, whose signature is
  /// `signature`. Values of states are given for this step. If the run stores
  /// states by a preset, the inputs are those of the stored step, which
  /// replaces `functions` and `signature`.
  FailureOr<Inputs> createInputs(ModuleOp module, StepFunctions &functions,
                                 Signature &signature, InitialState init,
                                 const Options &options);

  /// Stores the states by `preset` from step `number` of `loop` on, which then
  /// reads `signature` and `sources`. The module of the returned functions
  /// lives as long as this object.
  FailureOr<StepFunctions> change(StoragePreset preset, int64_t number,
                                  TrainLoop &loop, Signature &signature,
                                  std::vector<Source> &sources,
                                  const Options &options);

  /// Returns the arguments of a stored step that the original step does not
  /// have.
  ArrayRef<Argument> getAdded(const Signature &signature) const {
    return ArrayRef(signature.arguments).drop_front(numOriginalArguments);
  }

  /// Returns the values of the states, whose planes `lookup` returns.
  FailureOr<NamedResults> unpack(PackedState::Lookup lookup);

private:
  /// Tries all later changes of storage, so that a run does not fail at a
  /// change after many steps. Moves seeds for these storages out of the
  /// options.
  LogicalResult tryChanges(const Signature &logical, Options &options);
  /// Returns the value at step `number` of an added argument that the packing
  /// of states does not return, such as a step counter or a seed.
  FailureOr<HostTensor> create(const Argument &argument, int64_t number) const;

  /// The step before its states are stored. A stored step has the same
  /// arguments first.
  OwningOpRef<ModuleOp> original;
  size_t numOriginalArguments = 0;
  /// The conversions of the current step.
  PackedState packed;
  /// The seeds of arguments that passes add: from --arg, or their values before
  /// a storage that uses no random bits.
  std::map<std::string, HostTensor> seeds;
  /// Modules of the steps after a change, which programs refer to.
  std::vector<OwningOpRef<ModuleOp>> modules;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_STATESTORAGE_H
