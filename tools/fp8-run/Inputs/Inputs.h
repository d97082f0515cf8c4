//===- Inputs.h - Initial values of a run ---------------------------------===//

#ifndef FP8_RUN_INPUTS_H
#define FP8_RUN_INPUTS_H

#include "Checkpoint/Checkpoint.h"
#include "Files/Npy.h"
#include "Files/SafeTensors.h"
#include "Graph/Signature.h"
#include "Inputs/ComputedStates.h"
#include "Inputs/PackedState.h"
#include "Inputs/Source.h"
#include "Inputs/StoredInputs.h"
#include "Options/Options.h"

namespace mlir::fp8::run {

/// The source of the value of every argument of a step. The first source that
/// exists is used: --arg; the tensor of its name in --inputs; the result of
/// @init of the module; `fp8.initial`; random values if --inputs requests them;
/// zero for a state.
class Inputs {
public:
  /// Reads the files, checks them against the arguments, and prints a notice if
  /// a value was invented. An argument without a value is not an error yet. The
  /// file of --inputs may contain the arguments `added`, which store() uses.
  static FailureOr<Inputs> create(func::FuncOp step, const Signature &signature,
                                  InitialState init, StoredInputs stored,
                                  const Options &options,
                                  ArrayRef<StringRef> added = {});

  /// Converts the values of a step before its states are stored, which
  /// `logical` describes, to values of `step`, with the conversions of
  /// `packed`. New arguments get their values from --arg, the file, or
  /// `fp8.initial`.
  LogicalResult store(func::FuncOp step, const Signature &logical,
                      const Signature &stored, PackedState &packed,
                      ArrayRef<ArgumentOption> arguments);

  /// Replaces the values of states with the states of `checkpoint`, which must
  /// belong to this step and outlive the inputs.
  void resume(const Signature &signature, Checkpoint &checkpoint);

  /// Replaces each value of `whole` with the rows that the arguments `cut` of
  /// `rank` hold, and adds the number of the rank. `numRanks` is the number of
  /// ranks that hold rows.
  void shard(const Signature &whole, const Signature &cut, int64_t numRanks,
             int64_t rank);

  /// Computes the values that @init and @pack give. Call this once, for the
  /// final signature.
  LogicalResult compute(const Signature &signature);

  ArrayRef<Source> getSources() const { return sources; }

  /// Moves the computed value of an argument out of this object and returns it.
  /// Returns nothing if the value has another source.
  std::optional<HostTensor> takeValue(size_t argument);

  /// Reports an error for the first argument that has no value, or whose type
  /// cannot represent its value at one of the steps.
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
  // Data that the sources refer to.
  std::optional<SafeTensors> file;
  StoredInputs stored;
  /// Tensors of the file for arguments that storage adds.
  SmallVector<const TensorView *> addedTensors;
  std::vector<NpyFile> arrays;
  ComputedStates computed;
  /// The values of computed sources, by argument.
  std::vector<HostTensor> values;
};

/// Returns the source of an argument without any other value under random:SEED.
Source makeRandom(BlockArgument value, const Argument &argument, uint64_t seed);

} // namespace mlir::fp8::run

#endif // FP8_RUN_INPUTS_H
