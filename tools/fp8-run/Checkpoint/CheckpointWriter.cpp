//===- CheckpointWriter.cpp - Writing checkpoints and their parts ---------===//

#include "Checkpoint/Checkpoint.h"
#include "Checkpoint/Metadata.h"
#include "Step.h"

#include "mlir/IR/Builders.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;
using llvm::formatv;

static FailureOr<HostTensor> makeSeries(ArrayRef<double> values, Location loc) {
  Builder builder(loc.getContext());
  FailureOr<HostTensor> tensor = allocateAt(
      loc, RankedTensorType::get({static_cast<int64_t>(values.size())},
                                 builder.getF64Type()));
  if (succeeded(tensor))
    llvm::copy(values, tensor->data<double>().begin());
  return tensor;
}

namespace {
/// States to be written. Rows of padding are left out.
struct States {
  std::vector<NamedTensor> tensors;
  std::deque<HostTensor> cut;
  /// The number of rows of each divided state, as text.
  std::map<std::string, std::string> rows;
};
} // namespace

/// Adds the rows of `part`, and whole states to the first part.
static LogicalResult addStates(States &states, const Signature &signature,
                               ArrayRef<NamedTensor> results, PartNumber part) {
  for (const Argument &argument : signature.arguments) {
    if (!argument.updatedBy || (part.number != 0 && !argument.shard))
      continue;
    const HostTensor *tensor = results[*argument.updatedBy].tensor;
    if (argument.shard) {
      int64_t size = argument.type.getDimSize(0);
      int64_t count = std::clamp<int64_t>(
          argument.shard.getRows() - part.number * size, 0, size);
      SmallVector<int64_t> shape(argument.type.getShape());
      shape.front() = count;
      FailureOr<HostTensor> own =
          allocateAt(argument.loc, argument.type.clone(shape));
      if (failed(own))
        return failure();
      llvm::copy(tensor->bytes().take_front(own->bytes().size()),
                 own->bytes().begin());
      tensor = &states.cut.emplace_back(std::move(*own));
      states.rows[llvm::json::fixUTF8(argument.name)] =
          std::to_string(argument.shard.getRows());
    }
    states.tensors.push_back({argument.name, tensor});
  }
  return success();
}

LogicalResult run::writeCheckpoint(llvm::raw_ostream &os,
                                   const Signature &signature,
                                   ArrayRef<NamedTensor> results,
                                   const Record &record,
                                   const RunIdentity &identity,
                                   const Parts &parts, Location loc) {
  FailureOr<HostTensor> losses = makeSeries(record.getLosses(), loc);
  FailureOr<HostTensor> seconds = makeSeries(record.getSeconds(), loc);
  if (failed(losses) || failed(seconds))
    return failure();
  States states;
  states.tensors = {{kLosses, &*losses}, {kSeconds, &*seconds}};
  if (failed(addStates(states, signature, results, PartNumber())))
    return failure();
  Metadata metadata = {{kVersion, kSupportedVersion.str()},
                       {kRun, identity.run},
                       {kSteps, std::to_string(record.getLosses().size())},
                       {kGraph, identity.graph.print()},
                       {kLoss, identity.loss},
                       {kInputs, printStrings(identity.inputs)}};
  if (!parts.empty()) {
    metadata[kParts] = printStrings({parts.begin(), parts.end()});
    metadata[kRows] = printStrings(states.rows);
  }
  writeWithChecksum(os, states.tensors, std::move(metadata));
  return success();
}

FailureOr<std::string>
run::writePart(llvm::raw_ostream &os, const Signature &signature,
               ArrayRef<NamedTensor> results, int64_t steps,
               const RunIdentity &identity, PartNumber part) {
  States states;
  if (failed(addStates(states, signature, results, part)))
    return failure();
  return writeWithChecksum(
      os, states.tensors,
      {{kVersion, kSupportedVersion.str()},
       {kRun, identity.run},
       {kSteps, std::to_string(steps)},
       {kPart, formatv("{0}-of-{1}", part.number, part.count).str()}});
}
