//===- Checkpoint.cpp - Checkpoint files of a run -------------------------===//

#include "Checkpoint/Checkpoint.h"

#include "Step.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/xxhash.h"

#include <cstring>
#include <random>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using llvm::formatv;

// Keys of the metadata.
static constexpr const char *kVersion = "fp8-run.checkpoint";
static constexpr const char *kRun = "run";
static constexpr const char *kSteps = "steps";
static constexpr const char *kGraph = "graph";
static constexpr const char *kLoss = "loss";
static constexpr const char *kInputs = "inputs";
static constexpr const char *kChecksum = "checksum";

/// Version of the format. Increases whenever a step of the same graph may give
/// different bits.
static constexpr StringLiteral kSupportedVersion = "2";

// Names of the tensors that are not states.
static constexpr StringLiteral kRunPrefix = "fp8-run.";
static constexpr const char *kLosses = "fp8-run.losses";
static constexpr const char *kSeconds = "fp8-run.seconds";

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
             << "' with --checkpoint, which keeps names that begin with "
             << kRunPrefix << " for itself";
    names.push_back({argument.name, argument.loc});
  }
  return checkTensorNames(names, "state", "--checkpoint");
}

//===----------------------------------------------------------------------===//
// The checksum
//===----------------------------------------------------------------------===//

/// Placeholder for the checksum while it is computed.
static constexpr StringLiteral kNoChecksum = "00000000000000000000000000000000";

static std::string printHash(llvm::XXH128_hash_t hash) {
  return formatv("{0:x-16}{1:x-16}", hash.high64, hash.low64);
}

/// Returns the position of the checksum in a header. No string of the header
/// can contain the quotes around the key, and no tensor of that name has a
/// string as its value.
static size_t findChecksum(StringRef header) {
  std::string key = formatv("\"{0}\":\"", kChecksum);
  size_t begin = header.find(key);
  if (begin == StringRef::npos ||
      header.size() - begin - key.size() < kNoChecksum.size())
    return StringRef::npos;
  return begin + key.size();
}

/// Returns the checksum of a header without checksum and of the data of all
/// tensors. Each tensor is hashed separately first, so tensors need not be
/// contiguous in memory.
static std::string computeChecksum(std::string header,
                                   ArrayRef<ArrayRef<char>> tensors) {
  for (ArrayRef<char> bytes : tensors)
    header += printHash(llvm::xxh3_128bits(ArrayRef(
        reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size())));
  return printHash(llvm::xxh3_128bits(llvm::arrayRefFromStringRef(header)));
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

static std::string
printStrings(const std::map<std::string, std::string> &strings) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os);
  json.object([&] {
    for (const auto &[key, value] : strings)
      json.attribute(llvm::json::fixUTF8(key), llvm::json::fixUTF8(value));
  });
  return text;
}

static std::optional<std::map<std::string, std::string>>
parseStrings(StringRef text) {
  Expected<llvm::json::Value> json = llvm::json::parse(text);
  if (!json) {
    llvm::consumeError(json.takeError());
    return std::nullopt;
  }
  std::map<std::string, std::string> strings;
  const llvm::json::Object *object = json->getAsObject();
  if (!object)
    return std::nullopt;
  for (const auto &[key, value] : *object) {
    std::optional<StringRef> string = value.getAsString();
    if (!string)
      return std::nullopt;
    strings[key.str()] = string->str();
  }
  return strings;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

Expected<Checkpoint> Checkpoint::open(StringRef path, MLIRContext *context) {
  return take(SafeTensors::open(path, context));
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
  return take(SafeTensors::parse(std::move(buffer), context));
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
  const Metadata &metadata = file.getMetadata();
  auto get = [&](const char *key) -> StringRef {
    auto it = metadata.find(key);
    return it == metadata.end() ? StringRef() : StringRef(it->second);
  };
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

  std::string header = file.getHeader().str();
  size_t place = findChecksum(header);
  if (place == std::string::npos)
    return fail("expected a checksum in the header, but there is none");
  header.replace(place, kNoChecksum.size(), kNoChecksum.str());
  SmallVector<ArrayRef<char>> data = llvm::map_to_vector(
      file.getTensors(), [](const TensorView &tensor) { return tensor.bytes; });
  std::string checksum = computeChecksum(std::move(header), data);
  if (get(kChecksum) != checksum)
    return fail("expected the checksum " + get(kChecksum) +
                ", but the file has " + checksum);

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

const TensorView &Checkpoint::getState(StringRef name) const {
  return *file.find(llvm::json::fixUTF8(name));
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
    const TensorView *tensor = file.find(name);
    if (!tensor)
      return fail("it has no state '" + argument.name + "'");
    if (!isSameElement(tensor->type.getElementType(),
                       argument.type.getElementType()) ||
        tensor->type.getShape() != argument.type.getShape())
      return fail(formatv("its state '{0}' is {1}, and here {2}", argument.name,
                          tensor->type, argument.type)
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

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static FailureOr<HostTensor> makeSeries(ArrayRef<double> values, Location loc) {
  Builder builder(loc.getContext());
  FailureOr<HostTensor> tensor = allocateAt(
      loc, RankedTensorType::get({static_cast<int64_t>(values.size())},
                                 builder.getF64Type()));
  if (succeeded(tensor))
    llvm::copy(values, tensor->data<double>().begin());
  return tensor;
}

LogicalResult run::writeCheckpoint(llvm::raw_ostream &os,
                                   const Signature &signature,
                                   ArrayRef<NamedTensor> results,
                                   const Record &record,
                                   const RunIdentity &identity, Location loc) {
  FailureOr<HostTensor> losses = makeSeries(record.getLosses(), loc);
  FailureOr<HostTensor> seconds = makeSeries(record.getSeconds(), loc);
  if (failed(losses) || failed(seconds))
    return failure();
  std::vector<NamedTensor> tensors = {{kLosses, &*losses},
                                      {kSeconds, &*seconds}};
  for (const Argument &argument : signature.arguments)
    if (argument.updatedBy)
      tensors.push_back({argument.name, results[*argument.updatedBy].tensor});

  SafeTensorsContent content(
      tensors, {{kVersion, kSupportedVersion.str()},
                {kRun, identity.run},
                {kSteps, std::to_string(record.getLosses().size())},
                {kGraph, identity.graph.print()},
                {kLoss, identity.loss},
                {kInputs, printStrings(identity.inputs)},
                {kChecksum, kNoChecksum.str()}});
  SmallVector<ArrayRef<char>> data =
      llvm::map_to_vector(content.tensors, [](const NamedTensor &named) {
        return named.tensor->bytes();
      });
  std::string checksum = computeChecksum(content.header, data);
  content.header.replace(findChecksum(content.header), checksum.size(),
                         checksum);
  content.write(os);
  return success();
}
