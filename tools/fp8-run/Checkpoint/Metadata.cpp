//===- Metadata.cpp - Metadata of checkpoint files ------------------------===//

#include "Checkpoint/Metadata.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using llvm::formatv;

StringRef run::getValue(const SafeTensors &file, const char *key) {
  auto it = file.getMetadata().find(key);
  return it == file.getMetadata().end() ? StringRef() : StringRef(it->second);
}

std::string
run::printStrings(const std::map<std::string, std::string> &strings) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os);
  json.object([&] {
    for (const auto &[key, value] : strings)
      json.attribute(llvm::json::fixUTF8(key), llvm::json::fixUTF8(value));
  });
  return text;
}

std::optional<std::map<std::string, std::string>>
run::parseStrings(StringRef text) {
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
static std::string hashContents(std::string header,
                                ArrayRef<ArrayRef<char>> tensors) {
  for (ArrayRef<char> bytes : tensors)
    header += printHash(llvm::xxh3_128bits(ArrayRef(
        reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size())));
  return printHash(llvm::xxh3_128bits(llvm::arrayRefFromStringRef(header)));
}

Expected<std::string> run::computeChecksum(const SafeTensors &file) {
  std::string header = file.getHeader().str();
  size_t place = findChecksum(header);
  if (place == std::string::npos)
    return createStringError(
        file.getPath() +
        ": expected a checksum in the header, but there is none");
  header.replace(place, kNoChecksum.size(), kNoChecksum.str());
  SmallVector<ArrayRef<char>> data = llvm::map_to_vector(
      file.getTensors(), [](const TensorView &tensor) { return tensor.bytes; });
  return hashContents(std::move(header), data);
}

Error run::verifyChecksum(const SafeTensors &file) {
  Expected<std::string> checksum = computeChecksum(file);
  if (!checksum)
    return checksum.takeError();
  if (getValue(file, kChecksum) != *checksum)
    return createStringError(file.getPath() + ": expected the checksum " +
                             getValue(file, kChecksum) + ", but the file has " +
                             *checksum);
  return Error::success();
}

std::string run::writeWithChecksum(llvm::raw_ostream &os,
                                   ArrayRef<NamedTensor> tensors,
                                   Metadata metadata) {
  metadata[kChecksum] = kNoChecksum.str();
  SafeTensorsContent content(tensors, metadata);
  SmallVector<ArrayRef<char>> data =
      llvm::map_to_vector(content.tensors, [](const NamedTensor &named) {
        return named.tensor->bytes();
      });
  std::string checksum = hashContents(content.header, data);
  content.header.replace(findChecksum(content.header), checksum.size(),
                         checksum);
  content.write(os);
  return checksum;
}
