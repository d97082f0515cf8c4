//===- PartsReader.cpp - checkpoints of several ranks ---------------------===//
//
// An input is the number of bytes of the first file in decimal, a line break,
// the first file and the file of the second rank. In half of the inputs all
// checksums are corrected, as in files that someone forged.
//
//===----------------------------------------------------------------------===//

#include "Checkpoint/Checkpoint.h"
#include "Checkpoint/Metadata.h"
#include "Reader.h"
#include "fp8/IR/FP8.h"
#include "mlir/IR/Builders.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::fuzz;

static constexpr int64_t numSteps = 2, numRows = 5;

namespace {
class PartsReader : public Reader {
public:
  explicit PartsReader(MLIRContext *context) : context(context) {
    if (llvm::sys::fs::createUniqueDirectory("fp8-parts", folder))
      llvm::report_fatal_error("no folder for files");
    path = (folder + "/step-2.safetensors").str();
    partPath = run::PartNumber{1, 2}.getPath(path);
  }
  ~PartsReader() override { llvm::sys::fs::remove_directories(folder); }

  StringRef getName() const override { return "parts"; }

  std::vector<std::string> getSeeds() override {
    return {makeSeed({3, 2}), makeSeed({3})};
  }

  bool read(StringRef bytes, std::string &message) override {
    StringRef first, part;
    if (!split(bytes, first, part)) {
      message = "no two files";
      return false;
    }
    write(path, first);
    write(partPath, part);
    auto checkpoint = run::Checkpoint::open(path, context);
    if (!checkpoint) {
      message = llvm::toString(checkpoint.takeError());
      return false;
    }
    for (const run::TensorView &tensor : checkpoint->getTensors())
      readAll(*checkpoint, tensor.name);
    return true;
  }

  void repair(std::string &bytes) override {
    StringRef first, part;
    if (!split(bytes, first, part))
      return;
    std::string newPart = part.str(), newFirst = first.str();
    std::string before = getChecksum(part), after = correct(newPart);
    size_t place = newFirst.find(before);
    if (!before.empty() && after.size() == before.size() &&
        place != std::string::npos)
      newFirst.replace(place, after.size(), after);
    correct(newFirst);
    bytes = join(newFirst, newPart);
  }

  std::vector<std::string> getTokens() override {
    return {"\"parts\":\"{}\"",
            "\"rows\":\"{}\"",
            "1-of-2",
            "1-of-3",
            "step-2.1-of-2.safetensors",
            "..",
            "/",
            "\\\"w\\\":\\\"5\\\"",
            "\"shape\":[0,0]",
            "\"F32\"",
            "-1",
            "9223372036854775807"};
  }

private:
  static std::string join(StringRef first, StringRef part) {
    return (Twine(first.size()) + "\n" + first + part).str();
  }

  static bool split(StringRef bytes, StringRef &first, StringRef &part) {
    auto [number, rest] = bytes.split('\n');
    size_t size;
    if (number.getAsInteger(10, size) || size > rest.size())
      return false;
    first = rest.take_front(size);
    part = rest.drop_front(size);
    return true;
  }

  static void write(StringRef path, StringRef bytes) {
    std::error_code code;
    llvm::raw_fd_ostream os(path, code);
    if (code)
      llvm::report_fatal_error("cannot write a file");
    os << bytes;
  }

  llvm::Expected<run::SafeTensors> parse(StringRef bytes) const {
    return run::SafeTensors::parse(
        llvm::MemoryBuffer::getMemBufferCopy(bytes, "file"), context);
  }

  std::string getChecksum(StringRef bytes) const {
    llvm::Expected<run::SafeTensors> file = parse(bytes);
    if (file)
      return run::getValue(*file, run::kChecksum).str();
    llvm::consumeError(file.takeError());
    return "";
  }

  /// Writes the right checksum into a file, and returns it.
  std::string correct(std::string &bytes) const {
    llvm::Expected<run::SafeTensors> file = parse(bytes);
    if (!file) {
      llvm::consumeError(file.takeError());
      return "";
    }
    std::string old = run::getValue(*file, run::kChecksum).str();
    llvm::Expected<std::string> checksum = run::computeChecksum(*file);
    if (!checksum) {
      llvm::consumeError(checksum.takeError());
      return "";
    }
    size_t place = bytes.find(old);
    if (old.size() == checksum->size() && place != std::string::npos)
      bytes.replace(place, old.size(), *checksum);
    return *checksum;
  }

  /// Reads a state in the ways of a resumed run. An inaccessible byte ends the
  /// process.
  static void readAll(run::Checkpoint &checkpoint, StringRef name) {
    RankedTensorType type = checkpoint.findState(name);
    if (!type)
      llvm::report_fatal_error("a tensor of a checkpoint is no state of it");
    volatile char sum = 0;
    for (char byte : checkpoint.readState(name))
      sum = sum ^ byte;
    if (type.getRank() == 0)
      return;
    for (int64_t begin : {0, 2, 100})
      for (char byte : checkpoint.readRows(name, begin, /*count=*/3))
        sum = sum ^ byte;
  }

  /// Returns the files of two ranks with 3 rows of w each, of which the last
  /// one is padding. State v is not cut.
  std::string makeSeed(ArrayRef<int64_t> shape);

  MLIRContext *context;
  SmallString<128> folder;
  std::string path, partPath;
};
} // namespace

std::string PartsReader::makeSeed(ArrayRef<int64_t> shape) {
  Location loc = UnknownLoc::get(context);
  auto type = RankedTensorType::get(shape, Float32Type::get(context));
  auto shard = ShardAttr::get(context, StringAttr::get(context, "dp"), numRows,
                              /*unit=*/1);
  Signature signature;
  for (unsigned i = 0; i < 2; ++i) {
    Argument argument = {i == 0 ? "w" : "v", loc,          type, std::nullopt,
                         /*updatedBy=*/i,    std::nullopt, {},   false,
                         ShardAttr(),        std::nullopt};
    if (i == 0)
      argument.shard = shard;
    signature.arguments.push_back(argument);
    signature.results.push_back({argument.name, type});
  }
  HostTensor state =
      std::move(*HostTensor::allocate(type, [&] { return emitError(loc); }));
  for (int64_t i = 0; i < type.getNumElements(); ++i)
    state.setFloat(i, 1.0 / (i + 1));
  run::Record record;
  for (int64_t i = 0; i < numSteps; ++i)
    record.add(0.5, 0.25);
  run::RunIdentity identity;
  identity.run = "89ab";
  identity.graph.hash = "0123";
  identity.loss = "loss";
  std::string first, part;
  llvm::raw_string_ostream firstOS(first), partOS(part);
  std::vector<run::NamedTensor> results = {{"w", &state}, {"v", &state}};
  FailureOr<std::string> checksum =
      run::writePart(partOS, signature, results, numSteps, identity, {1, 2});
  if (failed(checksum) ||
      failed(run::writeCheckpoint(
          firstOS, signature, results, record, identity,
          {{llvm::sys::path::filename(partPath).str(), *checksum}}, loc)))
    llvm::report_fatal_error("cannot write a checkpoint");
  return join(first, part);
}

std::unique_ptr<Reader> fuzz::createPartsReader(MLIRContext *context) {
  return std::make_unique<PartsReader>(context);
}
