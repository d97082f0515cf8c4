//===- Checkpoint.cpp - Checkpoint files of a run -------------------------===//

#include "Checkpoint/Checkpoint.h"

#include "Checkpoint/Metadata.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

#include <cstring>
#include <random>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using llvm::formatv;

bool Checkpoint::isOfRun(StringRef name) {
  return name.starts_with(kRunPrefix);
}

LogicalResult run::checkStateNames(const Signature &signature) {
  SmallVector<TensorName> names;
  for (const Argument &argument : signature.arguments) {
    if (!argument.updatedBy)
      continue;
    if (Checkpoint::isOfRun(argument.name))
      return emitError(argument.loc)
             << "expected no state to be called '" << argument.name
             << "' with --checkpoint, which reserves names that begin with "
             << kRunPrefix;
    names.push_back({argument.name, argument.loc});
  }
  return checkTensorNames(names, "state", "--checkpoint");
}

//===----------------------------------------------------------------------===//
// Identity
//===----------------------------------------------------------------------===//

static std::string getLossName(const Signature &signature) {
  return signature.loss ? signature.results[*signature.loss].name : "";
}

RunIdentity RunIdentity::of(const GraphIdentity &graph,
                            const Signature &signature,
                            ArrayRef<Source> sources) {
  RunIdentity identity{/*run=*/{}, graph, getLossName(signature), {}};
  for (auto [argument, source] : llvm::zip_equal(signature.arguments, sources))
    if (!argument.updatedBy)
      identity.inputs[argument.name] = source.identify(argument.type);
  return identity;
}

std::string RunIdentity::makeRun() {
  std::random_device random;
  std::string name;
  for (int i = 0; i < 4; ++i)
    name += formatv("{0:x-8}", static_cast<uint32_t>(random()));
  return name;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

Expected<Checkpoint> Checkpoint::open(StringRef path, MLIRContext *context) {
  return open(SafeTensors::open(path, context), context);
}

Expected<Checkpoint> Checkpoint::open(Expected<SafeTensors> file,
                                      MLIRContext *context) {
  Expected<Checkpoint> checkpoint = take(std::move(file));
  if (!checkpoint)
    return checkpoint;
  if (Error error = checkpoint->openParts(context))
    return error;
  return checkpoint;
}

std::optional<std::string> Checkpoint::readRun(StringRef path,
                                               MLIRContext *context) {
  Expected<Metadata> metadata = SafeTensors::readMetadata(path, context);
  if (!metadata) {
    llvm::consumeError(metadata.takeError());
    return std::nullopt;
  }
  if (metadata->count(kVersion) == 0)
    return std::nullopt;
  auto it = metadata->find(kRun);
  return it == metadata->end() ? "" : it->second;
}

Expected<Checkpoint>
Checkpoint::parse(std::unique_ptr<llvm::MemoryBuffer> buffer,
                  MLIRContext *context) {
  Expected<Checkpoint> checkpoint =
      take(SafeTensors::parse(std::move(buffer), context));
  if (!checkpoint)
    return checkpoint;
  if (!checkpoint->partNames.empty())
    return createStringError(checkpoint->getPath() +
                             ": expected a checkpoint in one file, but it has "
                             "parts in others");
  if (Error error = checkpoint->openParts(context))
    return error;
  return checkpoint;
}

Expected<Checkpoint> Checkpoint::take(Expected<SafeTensors> file) {
  if (!file)
    return file.takeError();
  Checkpoint checkpoint(std::move(*file));
  if (Error error = checkpoint.readMetadata())
    return error;
  return checkpoint;
}

Error Checkpoint::readMetadata() {
  auto get = [&](const char *key) { return getValue(file, key); };
  auto fail = [&](const Twine &message) {
    return createStringError(getPath() + ": " + message);
  };
  if (get(kVersion).empty())
    return fail("expected a checkpoint, but its metadata has no " +
                Twine(kVersion));
  if (get(kVersion) != kSupportedVersion)
    return fail("unsupported version '" + get(kVersion) +
                "' of checkpoints, which were rounded with other random bits; "
                "supported is " +
                kSupportedVersion +
                ". A new run can start from its values with --inputs and "
                "--inputs-storage");

  if (Error error = verifyChecksum(file))
    return error;

  // From here on the file is known to be unmodified.
  auto isSeries = [&](const char *name) {
    const TensorView *tensor = file.find(name);
    return tensor && tensor->type.getElementType().isF64() &&
           tensor->type.getShape() == ArrayRef<int64_t>(steps);
  };
  std::optional<GraphIdentity> graph = GraphIdentity::parse(get(kGraph));
  auto inputs = parseStrings(get(kInputs));
  if (get(kSteps).getAsInteger(10, steps) || steps < 1 || !graph || !inputs ||
      !isSeries(kLosses) || !isSeries(kSeconds))
    return fail("expected the steps, the graph, the inputs, losses and times "
                "of a run, but some are missing");
  identity = {get(kRun).str(), std::move(*graph), get(kLoss).str(),
              std::move(*inputs)};
  if (get(kParts).empty())
    return Error::success();
  auto names = parseStrings(get(kParts)), counts = parseStrings(get(kRows));
  if (!names || !counts)
    return fail("expected the parts of a checkpoint and the rows of its "
                "states, but some are missing");
  partNames.assign(names->begin(), names->end());
  for (const auto &[name, text] : *counts)
    if (StringRef(text).getAsInteger(10, rows[name]))
      return fail("expected the number of rows of state " + quoteName(name));
  return Error::success();
}

static std::vector<double> readDoubles(const TensorView &tensor) {
  std::vector<double> values(tensor.type.getNumElements());
  std::memcpy(values.data(), tensor.bytes.data(), tensor.bytes.size());
  return values;
}

std::vector<double> Checkpoint::getLosses() const {
  return readDoubles(*file.find(kLosses));
}

std::vector<double> Checkpoint::getSeconds() const {
  return readDoubles(*file.find(kSeconds));
}

Error Checkpoint::checkGraph(const GraphIdentity &graph,
                             const Signature &signature) const {
  auto fail = [&](const Twine &message) {
    return createStringError("expected " + getPath() +
                             " to be a checkpoint of this step, but " +
                             message);
  };
  llvm::StringSet<> names;
  for (const Argument &argument : signature.arguments) {
    if (!argument.updatedBy)
      continue;
    std::string name = llvm::json::fixUTF8(argument.name);
    names.insert(name);
    RankedTensorType type = findState(argument.name);
    RankedTensorType expected = argument.getWholeType();
    if (!type)
      return fail("it has no state '" + argument.name + "'");
    if (!isSameElement(type.getElementType(), expected.getElementType()) ||
        type.getShape() != expected.getShape())
      return fail(formatv("its state '{0}' is {1}, and here {2}", argument.name,
                          type, expected)
                      .str());
  }
  for (const TensorView &tensor : file.getTensors())
    if (!isOfRun(tensor.name) && !names.contains(tensor.name))
      return fail("it has a state " + quoteName(tensor.name) +
                  ", which is none here");
  if (!(graph == identity.graph))
    return fail(graph.describeDifference(identity.graph));
  if (getLossName(signature) != identity.loss)
    return fail("its loss is '" + identity.loss + "', and here '" +
                getLossName(signature) + "'");
  return Error::success();
}
