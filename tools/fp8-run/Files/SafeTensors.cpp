//===- SafeTensors.cpp - Reading files of named tensors -------------------===//

#include "Files/SafeTensors.h"
#include "Files/InputFile.h"
#include "Files/JsonReader.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"

#include <set>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using llvm::formatv;

/// Limit of the reference implementation, in bytes.
static constexpr uint64_t kMaxHeaderSize = 100'000'000;

/// Deepest valid nesting: the header, a tensor in it, a list in that.
static constexpr unsigned kMaxNesting = 3;

static constexpr const char *kSupportedDTypes =
    "F64, F32, F16, BF16, F8_E4M3, F8_E5M2, F8_E8M0, I64, I32, I16, I8, U64, "
    "U32, U16, U8 and BOOL";

static Type getElementType(StringRef dtype, MLIRContext *context) {
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

/// A tensor as the header describes it.
struct SafeTensors::Entry {
  std::string name;
  RankedTensorType type;
  uint64_t begin;
  uint64_t end;
};

using Entry = SafeTensors::Entry;

namespace {
/// Parses headers. The data after the header need not be present.
class Parser {
public:
  Parser(StringRef path, MLIRContext *context) : path(path), context(context) {}

  /// Returns the length of the header of a file that begins with `start`.
  Expected<uint64_t> parseSize(StringRef start);

  /// Returns the tensors in the order of their data. `dataSize` is the size of
  /// the data in bytes, if it is known yet.
  Expected<std::vector<Entry>> parse(StringRef header,
                                     std::optional<uint64_t> dataSize);

  /// Fails unless the data of `sorted` covers exactly `dataSize` bytes without
  /// gaps or overlaps.
  Error checkPlaces(ArrayRef<Entry> sorted, std::optional<uint64_t> dataSize);

  /// Returns the error for a file that has `size` bytes after the length field
  /// of a header of `headerSize` bytes.
  Error endsAfter(uint64_t headerSize, uint64_t size) {
    return fileError("expected a header of {0} bytes, but the file ends after "
                     "{1}",
                     headerSize, size);
  }

  Metadata metadata;

private:
  template <typename... Args>
  Error fileError(const char *format, Args &&...args) {
    return createStringError(
        path + ": " + formatv(format, std::forward<Args>(args)...).str());
  }
  template <typename... Args>
  Error tensorError(StringRef name, const char *format, Args &&...args) {
    return fileError("tensor {0}: {1}", quoteName(name),
                     formatv(format, std::forward<Args>(args)...).str());
  }

  Error checkNesting(StringRef header);
  Error takeMetadata(JsonReader &json);
  Expected<Entry> parseEntry(StringRef name, JsonReader &json);
  Error parseShape(StringRef name, JsonReader &json,
                   SmallVectorImpl<int64_t> &shape);

  std::string path;
  MLIRContext *context;
};
} // namespace

Expected<uint64_t> Parser::parseSize(StringRef start) {
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

Expected<std::vector<Entry>> Parser::parse(StringRef header,
                                           std::optional<uint64_t> dataSize) {
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
Error Parser::checkNesting(StringRef header) {
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

Error Parser::takeMetadata(JsonReader &json) {
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

Expected<Entry> Parser::parseEntry(StringRef name, JsonReader &json) {
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
  Type elementType = getElementType(*dtype, context);
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

Error Parser::parseShape(StringRef name, JsonReader &json,
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
Error Parser::checkPlaces(ArrayRef<Entry> sorted,
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

/// The bytes of a header and its parsed contents.
namespace {
struct Header {
  std::string start;
  std::vector<Entry> entries;
};
} // namespace

/// Reads only the header of `file`, so that a file in another format allocates
/// no memory, whatever its size.
static Expected<Header> readHeader(InputFile &file, Parser &parser,
                                   bool needsData = true) {
  Header header;
  header.start.resize(sizeof(uint64_t));
  Expected<size_t> got = file.read(header.start);
  if (!got)
    return got.takeError();
  header.start.resize(*got);
  Expected<uint64_t> size = parser.parseSize(header.start);
  if (!size)
    return size.takeError();
  std::optional<uint64_t> rest = file.getSize();
  if (rest)
    *rest -= std::min<uint64_t>(*rest, sizeof(uint64_t));
  if (rest && *size > *rest)
    return parser.endsAfter(*size, *rest);
  header.start.resize(sizeof(uint64_t) + *size);
  MutableArrayRef<char> text =
      MutableArrayRef<char>(header.start).drop_front(sizeof(uint64_t));
  got = file.read(text);
  if (!got)
    return got.takeError();
  if (*got < *size)
    return parser.endsAfter(*size, *got);
  if (rest)
    *rest -= *size;
  auto entries = parser.parse(StringRef(text.data(), text.size()),
                              needsData ? rest : std::nullopt);
  if (!entries)
    return entries.takeError();
  header.entries = std::move(*entries);
  return header;
}

/// Reads the data after `header`, and returns the complete file.
static Expected<std::unique_ptr<llvm::MemoryBuffer>>
readData(InputFile &file, const Header &header, Parser &parser) {
  uint64_t dataSize = header.entries.empty() ? 0 : header.entries.back().end;
  size_t numRead;
  auto buffer =
      file.readUpTo(header.start.size() + dataSize, header.start, numRead);
  if (!buffer)
    return buffer.takeError();
  // The end of a pipe is only known now.
  char more;
  Expected<size_t> numMore = file.read(more);
  if (!numMore)
    return numMore.takeError();
  size_t numData = numRead - header.start.size() + *numMore;
  if (Error error = parser.checkPlaces(header.entries, numData))
    return error;
  return std::move(*buffer);
}

Expected<SafeTensors> SafeTensors::open(StringRef path, MLIRContext *context) {
  Expected<InputFile> file = InputFile::open(path);
  if (!file)
    return file.takeError();
  Parser parser(path, context);
  Expected<Header> header = readHeader(*file, parser);
  if (!header)
    return header.takeError();
  auto buffer = readData(*file, *header, parser);
  if (!buffer)
    return buffer.takeError();
  return SafeTensors(std::move(*buffer), header->start.size(),
                     std::move(parser.metadata), header->entries);
}

Expected<Metadata> SafeTensors::readMetadata(StringRef path,
                                             MLIRContext *context) {
  Expected<InputFile> file = InputFile::open(path);
  if (!file)
    return file.takeError();
  Parser parser(path, context);
  Expected<Header> header = readHeader(*file, parser, /*needsData=*/false);
  if (!header)
    return header.takeError();
  return std::move(parser.metadata);
}

Expected<SafeTensors>
SafeTensors::parse(std::unique_ptr<llvm::MemoryBuffer> buffer,
                   MLIRContext *context) {
  Parser parser(buffer->getBufferIdentifier(), context);
  StringRef file = buffer->getBuffer();
  Expected<uint64_t> size = parser.parseSize(file.take_front(sizeof(uint64_t)));
  if (!size)
    return size.takeError();
  StringRef rest = file.drop_front(sizeof(uint64_t));
  if (*size > rest.size())
    return parser.endsAfter(*size, rest.size());
  auto entries = parser.parse(rest.take_front(*size), rest.size() - *size);
  if (!entries)
    return entries.takeError();
  return SafeTensors(std::move(buffer), sizeof(uint64_t) + *size,
                     std::move(parser.metadata), *entries);
}

SafeTensors::SafeTensors(std::unique_ptr<llvm::MemoryBuffer> file,
                         size_t dataBegin, Metadata metadata,
                         MutableArrayRef<Entry> entries)
    : buffer(std::move(file)), metadata(std::move(metadata)) {
  StringRef bytes = buffer->getBuffer();
  header = bytes.slice(sizeof(uint64_t), dataBegin);
  bytes = bytes.drop_front(dataBegin);
  for (Entry &entry : entries) {
    StringRef data = bytes.slice(entry.begin, entry.end);
    indexOfName[entry.name] = tensors.size();
    tensors.push_back({std::move(entry.name), entry.type,
                       ArrayRef<char>(data.data(), data.size())});
  }
}

const TensorView *SafeTensors::find(StringRef name) const {
  auto it = indexOfName.find(name);
  return it == indexOfName.end() ? nullptr : &tensors[it->second];
}
