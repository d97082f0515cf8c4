//===- Inputs.h - The values that a run starts from -----------------------===//

#ifndef FP8_RUN_INPUTS_H
#define FP8_RUN_INPUTS_H

#include "Checkpoint/Checkpoint.h"
#include "Files/Npy.h"
#include "Files/SafeTensors.h"
#include "Graph/Signature.h"
#include "Inputs/InitialState.h"
#include "Inputs/PackedState.h"
#include "Inputs/Source.h"
#include "Inputs/StoredInputs.h"
#include "Options/Options.h"

namespace mlir::fp8::run {

/// A source for every argument of a step: what --arg says; else the tensor of
/// its name in --inputs; else what @init of the module gives; else
/// `fp8.initial`; else random values if --inputs asks for them; else zero for a
/// state.
class Inputs {
public:
  /// Reads the files, checks them against the arguments, and prints a notice
  /// where a number was made up. An argument without a value is no error yet.
  /// The file of --inputs may hold the arguments called `added` for store().
  static FailureOr<Inputs> create(func::FuncOp step, const Signature &signature,
                                  InitialState init, StoredInputs stored,
                                  const Options &options,
                                  ArrayRef<StringRef> added = {});

  /// Goes from the values of a step before its states are stored, which
  /// `logical` describes, to those of `step`: what `packed` makes of them; of
  /// what is new, what --arg or the file says or else `fp8.initial`.
  LogicalResult store(func::FuncOp step, const Signature &logical,
                      const Signature &stored, PackedState &packed,
                      ArrayRef<ArgumentOption> arguments);

  /// Takes the states from `checkpoint`, which must be one of this step and
  /// outlive the inputs.
  void resume(const Signature &signature, const Checkpoint &checkpoint);

  ArrayRef<Source> getSources() const { return sources; }

  /// An error for the first argument that has no value, or none that its type
  /// holds at one of the steps.
  LogicalResult checkComplete(const Signature &signature,
                              int64_t numSteps) const;

private:
  LogicalResult takeOptions(func::FuncOp step, const Signature &signature,
                            const Options &options);
  LogicalResult takeOption(const Argument &argument,
                           const ArgumentOption &option, Source &source);
  LogicalResult takeFile(const Signature &signature, StringRef path,
                         ArrayRef<StringRef> added);
  LogicalResult takeInit(const Signature &signature, InitialState state,
                         uint64_t seed);
  LogicalResult takeTensor(const Argument &argument, const TensorView &tensor,
                           const Twine &what, Source &source);

  std::vector<Source> sources;
  // What the sources refer to.
  std::optional<SafeTensors> file;
  StoredInputs stored;
  /// Tensors of the file for arguments that storage adds.
  SmallVector<const TensorView *> addedTensors;
  std::vector<NpyFile> arrays;
  InitialState init;
  NamedResults planes;
};

/// What an argument without any value of its own is under random:SEED.
Source makeRandom(BlockArgument value, const Argument &argument, uint64_t seed);

} // namespace mlir::fp8::run

#endif // FP8_RUN_INPUTS_H
