//===- SafeTensorsHeader.cpp - The header of a file of named tensors ------===//

#include "Files/SafeTensorsHeader.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <set>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;
using llvm::Error;
using llvm::Expected;
using llvm::formatv;

using Entry = SafeTensors::Entry;

/// Limit of the reference implementation, in bytes.
static constexpr uint64_t kMaxHeaderSize = 100'000'000;

/// Deepest valid nesting: the header, a tensor in the header, and a list in the
/// tensor.
static constexpr unsigned kMaxNesting = 3;

static constexpr const char *kSupportedDTypes =
    "F64, F32, F16, BF16, F8_E4M3, F8_E5M2, F8_E8M0, I64, I32, I16, I8, U64, "
    "U32, U16, U8 and BOOL";

static Type parseDType(StringRef dtype, MLIRContext *context) {
  Builder builder(context);
  return llvm::StringSwitch<Type>(dtype)
      .Case("F64", builder.getF64Type())
      .Case("F32", builder.getF32Type())
      .Case("F16", builder.getF16Type())
      .Case("BF16", builder.getBF16Type())
      .Case("F8_E4M3", Float8E4M3FNType::get(context))
      .Case("F8_E5M2", Float8E5M2Type::get(context))
      .Case("F8_E8M0", Float8E8M0FNUType::get(context))
      .Case("I64", builder.getI64Type())
      .Case("I32", builder.getI32Type())
      .Case("I16", builder.getI16Type())
      .Case("I8", builder.getI8Type())
      .Case("U64", builder.getIntegerType(64, /*isSigned=*/false))
      .Case("U32", builder.getIntegerType(32, /*isSigned=*/false))
      .Case("U16", builder.getIntegerType(16, /*isSigned=*/false))
      .Case("U8", builder.getIntegerType(8, /*isSigned=*/false))
      .Case("BOOL", builder.getI1Type())
      .Default(nullptr);
}

Expected<uint64_t> SafeTensorsParser::parseSize(StringRef start) {
  if (start.size() < sizeof(uint64_t))
    return fileError("expected a header length of 8 bytes, but the file has "
                     "{0} bytes",
                     start.size());
  uint64_t headerSize = llvm::support::endian::read64le(start.data());
  if (headerSize > kMaxHeaderSize)
    return fileError("expected a header of at most {0} bytes, but its length "
                     "is {1}: this is not a safetensors file",
                     kMaxHeaderSize, headerSize);
  return headerSize;
}

Expected<std::vector<Entry>>
SafeTensorsParser::parse(StringRef header, std::optional<uint64_t> dataSize) {
  if (!header.starts_with("{"))
    return fileError("expected the header to be a JSON object, which begins "
                     "with '{{'");
  if (Error error = checkNesting(header))
    return error;
  JsonReader json(header, path + ": expected a header in JSON, but ");
  if (Error error = json.checkEncoding())
    return error;
  std::vector<Entry> entries;
  bool hasMetadata = false;
  llvm::StringSet<> names;
  Error error = json.readObject([&](std::string key) -> Error {
    if (key == kMetadataKey) {
      if (std::exchange(hasMetadata, true))
        return fileError("expected one __metadata__, but there are two");
      return takeMetadata(json);
    }
    if (!names.insert(key).second)
      return tensorError(key, "expected one tensor of that name, but there are "
                              "two");
    Expected<Entry> entry = parseEntry(key, json);
    if (!entry)
      return entry.takeError();
    entries.push_back(std::move(*entry));
    return Error::success();
  });
  if (error)
    return error;
  if (Error error = json.expectEnd())
    return error;
  // The name makes the order of empty tensors, and of errors, deterministic.
  llvm::sort(entries, [](const Entry &a, const Entry &b) {
    return std::tie(a.begin, a.end, a.name) < std::tie(b.begin, b.end, b.name);
  });
  if (Error error = checkPlaces(entries, dataSize))
    return error;
  return entries;
}

/// Fails if the header is nested too deeply. Readers of objects recurse, so a
/// header that consists of brackets would overflow the stack.
Error SafeTensorsParser::checkNesting(StringRef header) {
  unsigned depth = 0;
  bool inString = false;
  for (size_t i = 0; i < header.size(); ++i) {
    char c = header[i];
    if (inString) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        inString = false;
    } else if (c == '"') {
      inString = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kMaxNesting)
        return fileError("expected a header of at most {0} nested JSON levels, "
                         "but byte {1} opens another",
                         kMaxNesting, i);
    } else if ((c == '}' || c == ']') && depth > 0) {
      --depth;
    }
  }
  return Error::success();
}

Error SafeTensorsParser::takeMetadata(JsonReader &json) {
  if (json.peek() != '{')
    return fileError("expected __metadata__ to be a JSON object");
  return json.readObject([&](std::string key) -> Error {
    if (json.peek() != '"')
      return fileError("expected __metadata__ to map names to strings, but "
                       "'{0}' is not a string",
                       key);
    Expected<std::string> text = json.readString();
    if (!text)
      return text.takeError();
    if (!metadata.try_emplace(key, std::move(*text)).second)
      return fileError("expected '{0}' of __metadata__ once, but it is there "
                       "twice",
                       key);
    return Error::success();
  });
}

/// Reads a number that consists of digits alone, and returns its value.
static Expected<std::optional<uint64_t>> readCount(JsonReader &json) {
  if (!llvm::isDigit(json.peek()) && json.peek() != '-')
    return std::nullopt;
  Expected<StringRef> number = json.readNumber();
  if (!number)
    return number.takeError();
  uint64_t count;
  if (!llvm::all_of(*number, llvm::isDigit) || number->getAsInteger(10, count))
    return std::nullopt;
  return count;
}

Expected<Entry> SafeTensorsParser::parseEntry(StringRef name,
                                              JsonReader &json) {
  if (json.peek() != '{')
    return tensorError(name, "expected a JSON object with dtype, shape and "
                             "data_offsets");
  std::optional<std::string> dtype;
  std::optional<SmallVector<int64_t>> shape;
  SmallVector<std::optional<uint64_t>, 2> offsets;
  std::set<std::string> keys;
  Error error = json.readObject([&](std::string key) -> Error {
    if (!keys.insert(key).second)
      return tensorError(name, "expected one {0}, but there are two", key);
    if (key == "dtype" && json.peek() == '"') {
      Expected<std::string> text = json.readString();
      if (!text)
        return text.takeError();
      dtype = std::move(*text);
      return Error::success();
    }
    if (key == "shape" && json.peek() == '[')
      return parseShape(name, json, shape.emplace());
    if (key == "data_offsets" && json.peek() == '[')
      return json.readArray([&]() -> Error {
        if (offsets.size() == 2)
          return tensorError(name, "expected two data_offsets, but there are "
                                   "more");
        auto count = readCount(json);
        if (!count)
          return count.takeError();
        offsets.push_back(*count);
        return *count ? Error::success()
                      : tensorError(name, "expected data_offsets to be "
                                          "integers that are not negative");
      });
    return json.skipValue();
  });
  if (error)
    return error;
  if (!dtype)
    return tensorError(name, "expected a dtype");
  Type elementType = parseDType(*dtype, context);
  if (!elementType)
    return tensorError(name, "unsupported dtype '{0}'; supported are {1}",
                       *dtype, kSupportedDTypes);
  if (!shape)
    return tensorError(name, "expected a shape");
  if (offsets.size() != 2 || *offsets[0] > *offsets[1])
    return tensorError(name, "expected data_offsets to be a begin and an end "
                             "that is not smaller");
  auto [begin, end] = std::pair(*offsets[0], *offsets[1]);
  auto type = RankedTensorType::get(*shape, elementType);
  std::optional<uint64_t> size = getByteSize(type);
  if (size != end - begin)
    return tensorError(name,
                       "expected {0} of data for {1}, but data_offsets are "
                       "[{2}, {3}]",
                       size ? formatv("{0} bytes", *size).str()
                            : "more bytes than a file can have",
                       type, begin, end);
  return Entry{name.str(), type, begin, end};
}

Error SafeTensorsParser::parseShape(StringRef name, JsonReader &json,
                                    SmallVectorImpl<int64_t> &shape) {
  return json.readArray([&]() -> Error {
    if (shape.size() == kMaxRank)
      return tensorError(name,
                         "expected a shape of at most {0} sizes, but it "
                         "has more",
                         kMaxRank);
    auto count = readCount(json);
    if (!count)
      return count.takeError();
    if (!*count || **count > std::numeric_limits<int64_t>::max())
      return tensorError(name,
                         "expected shape[{0}] to be an integer that is "
                         "not negative",
                         shape.size());
    shape.push_back(static_cast<int64_t>(**count));
    return Error::success();
  });
}

/// The format requires every byte to belong to exactly one tensor. A gap or an
/// overlap means that the header does not match the data.
Error SafeTensorsParser::checkPlaces(ArrayRef<Entry> sorted,
                                     std::optional<uint64_t> dataSize) {
  uint64_t expected = 0;
  for (const Entry &entry : sorted) {
    if (entry.begin != expected)
      return tensorError(entry.name,
                         "expected its data to begin where the data before it "
                         "ends, at {0}, but it begins at {1}",
                         expected, entry.begin);
    expected = entry.end;
    if (dataSize && expected > *dataSize)
      return tensorError(entry.name,
                         "expected its data to end at {0}, but the data of the "
                         "file ends at {1}",
                         expected, *dataSize);
  }
  if (dataSize && expected != *dataSize)
    return fileError("expected {0} bytes of data, but there are {1}", expected,
                     *dataSize);
  return Error::success();
}
