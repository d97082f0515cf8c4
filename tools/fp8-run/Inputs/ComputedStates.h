//===- ComputedStates.h - Values that @init and @pack compute ---*- C++ -*-===//

#ifndef FP8_RUN_COMPUTEDSTATES_H
#define FP8_RUN_COMPUTEDSTATES_H

#include "Inputs/InitialState.h"
#include "Inputs/Source.h"

#include "llvm/ADT/StringMap.h"

namespace mlir::fp8::run {

/// Initial values that @init and @pack of a module compute. A rank computes
/// them part by part and keeps its rows, so it never holds all whole tensors.
class ComputedStates {
public:
  /// Adds the values of @init, which are read by the step or by @pack.
  void setInit(InitialState state) { init = std::move(state); }
  /// Adds the planes of @pack, which reads `arguments` with the values of
  /// `sources`.
  void setPack(FunctionParts parts, std::vector<Argument> arguments,
               std::vector<Source> sources);

  /// Returns the parts of @init, or null.
  const FunctionParts *getInit() const { return init.getParts(); }

  /// Computes the values of the arguments whose source is of the kind Computed,
  /// and stores them in `values`, which has an element for each argument.
  LogicalResult compute(const Signature &signature,
                        MutableArrayRef<Source> sources,
                        MutableArrayRef<HostTensor> values);

private:
  /// Parts that are evaluated together: a part of @pack may read results of
  /// several parts of @init.
  struct Group {
    SmallVector<size_t> init, pack;
  };

  std::vector<Group> findGroups() const;
  /// Evaluates parts of @init. Returns the results by name.
  FailureOr<llvm::StringMap<HostTensor>> runInit(ArrayRef<size_t> parts) const;
  /// Evaluates a part of @pack, which reads some of the values `made`.
  FailureOr<NamedResults>
  runPack(size_t part, const llvm::StringMap<HostTensor> &made) const;

  InitialState init;
  std::optional<FunctionParts> pack;
  /// The arguments of @pack by name.
  std::vector<Argument> packArguments;
  std::vector<Source> packSources;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_COMPUTEDSTATES_H
