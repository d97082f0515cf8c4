//===- StateInputs.cpp - Initial values of states -------------------------===//

#include "Inputs/Inputs.h"

#include "Messages.h"
#include "Step.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

/// Returns the source of a value that @init or @pack computes.
static Source makeComputed(StringRef text) {
  Source source;
  source.kind = Source::Kind::Computed;
  source.text = text.str();
  return source;
}

LogicalResult Inputs::takeInit(const Signature &signature, InitialState state,
                               uint64_t seed) {
  if (failed(state.prepare(seed, signature)))
    return failure();
  if (const FunctionParts *parts = state.getParts())
    for (const Result &result : parts->getSignature().results) {
      size_t i = signature.find(result.name) - signature.arguments.data();
      if (sources[i].isMissing())
        sources[i] = makeComputed("the result of @init");
    }
  computed.setInit(std::move(state));
  return success();
}

LogicalResult Inputs::store(func::FuncOp step, const Signature &logical,
                            const Signature &stored, PackedState &packed,
                            ArrayRef<ArgumentOption> arguments) {
  FailureOr<std::optional<FunctionParts>> pack = packed.getPack();
  if (failed(pack))
    return failure();
  llvm::StringSet<> planes;
  if (*pack)
    for (const Result &result : (*pack)->getSignature().results)
      planes.insert(result.name);
  for (const ArgumentOption &option : arguments)
    if (planes.contains(option.argument))
      return emitError(step.getLoc(), "expected no --arg for '")
             << option.argument << "', which @pack computes from the state";
  std::vector<Source> before = std::move(sources);
  sources.assign(stored.arguments.size(), Source());
  Options options;
  options.arguments = arguments;
  if (failed(takeOptions(step, stored, options)))
    return failure();
  for (auto [i, argument] : llvm::enumerate(stored.arguments)) {
    Source &source = sources[i];
    if (planes.contains(argument.name)) {
      source = makeComputed("the result of @pack");
    } else if (i < before.size()) {
      source = before[i];
    } else if (source.isMissing()) {
      const TensorView *tensor = file ? file->find(argument.name) : nullptr;
      if (llvm::is_contained(addedTensors, tensor)) {
        if (failed(takeTensor(argument, *tensor,
                              "tensor '" + tensor->name + "' of --inputs",
                              source)))
          return failure();
        continue;
      }
      source = Source::fill(argument.initial.value_or(0));
      source.integer = argument.initial.value_or(0);
    }
  }
  if (*pack)
    computed.setPack(std::move(**pack), logical.arguments, std::move(before));
  return success();
}

void Inputs::resume(const Signature &signature, Checkpoint &checkpoint) {
  for (auto [argument, source] :
       llvm::zip_equal(signature.arguments, sources)) {
    if (!argument.updatedBy)
      continue;
    std::optional<Source::Rows> rows = source.rows;
    source = Source();
    source.kind = Source::Kind::File;
    source.text =
        ("tensor '" + argument.name + "' of " + checkpoint.getPath()).str();
    int64_t size = rows ? argument.type.getDimSize(0) : 0;
    source.bytes =
        rows ? checkpoint.readRows(argument.name, rows->position * size, size)
             : checkpoint.readState(argument.name);
  }
}

void Inputs::shard(const Signature &whole, const Signature &cut,
                   int64_t numRanks, int64_t rank) {
  std::vector<Source> previous = std::move(sources);
  sources.clear();
  for (const Argument &argument : cut.arguments) {
    const Argument *found = whole.find(argument.name);
    if (!found) {
      // Storage and sharding add no arguments of other kinds.
      assert(argument.state == StateKind::Rank && "an unknown argument");
      Source number = Source::fill(0);
      number.integer = rank;
      sources.push_back(std::move(number));
      continue;
    }
    sources.push_back(std::move(previous[found - whole.arguments.data()]));
    if (argument.shard)
      sources.back().rows =
          Source::Rows{found->type, numRanks, rank % numRanks};
  }
}

LogicalResult Inputs::compute(const Signature &signature) {
  values.resize(sources.size());
  return computed.compute(signature, sources, values);
}

std::optional<HostTensor> Inputs::takeValue(size_t argument) {
  if (argument >= values.size() || values[argument].bytes().empty())
    return std::nullopt;
  sources[argument].bytes = {};
  return std::move(values[argument]);
}
