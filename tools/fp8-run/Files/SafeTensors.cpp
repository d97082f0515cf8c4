//===- SafeTensors.cpp - Reading files of named tensors -----------------===//

#include "Files/SafeTensors.h"
#include "Files/OpenFile.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using llvm::formatv;

/// The bound of the reference implementation.
static constexpr uint64_t kMaxHeaderSize = 100'000'000;

/// The header, a tensor in it, a list in that.
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

namespace {
/// A tensor as the header describes it, before its place is checked against
/// that of the others.
struct Entry {
  std::string name;
  RankedTensorType type;
  uint64_t begin;
  uint64_t end;
};

class Parser {
public:
  Parser(StringRef path, MLIRContext *context) : path(path), context(context) {}

  Expected<std::vector<TensorView>> parse(StringRef file);

  StringRef headerText;
  Metadata metadata;

private:
  template <typename... Args>
  Error fileError(const char *format, Args &&...args) {
    return createStringError(
        path + ": " + formatv(format, std::forward<Args>(args)...).str());
  }
  template <typename... Args>
  Error tensorError(StringRef name, const char *format, Args &&...args) {
    return fileError("tensor '{0}': {1}", name,
                     formatv(format, std::forward<Args>(args)...).str());
  }

  Expected<llvm::json::Object> parseHeader(StringRef header);
  Error checkNesting(StringRef header);
  Error takeMetadata(const llvm::json::Value &value);
  Expected<Entry> parseEntry(StringRef name, const llvm::json::Value &value);
  Expected<RankedTensorType> parseType(StringRef name,
                                       const llvm::json::Object &object);
  Error checkPlaces(ArrayRef<Entry> sorted, uint64_t dataSize);

  std::string path;
  MLIRContext *context;
};
} // namespace

Expected<std::vector<TensorView>> Parser::parse(StringRef file) {
  if (file.size() < sizeof(uint64_t))
    return fileError("expected a header length of 8 bytes, but the file has "
                     "{0} bytes",
                     file.size());
  uint64_t headerSize = llvm::support::endian::read64le(file.data());
  file = file.drop_front(sizeof(uint64_t));
  if (headerSize > kMaxHeaderSize)
    return fileError("expected a header of at most {0} bytes, but its length "
                     "is {1}: this is not a safetensors file",
                     kMaxHeaderSize, headerSize);
  if (headerSize > file.size())
    return fileError("expected a header of {0} bytes, but the file ends after "
                     "{1}",
                     headerSize, file.size());
  StringRef data = file.drop_front(headerSize);
  headerText = file.take_front(headerSize);
  Expected<llvm::json::Object> header = parseHeader(headerText);
  if (!header)
    return header.takeError();

  std::vector<Entry> entries;
  for (const auto &[key, value] : *header) {
    if (StringRef(key) == kMetadataKey) {
      if (Error error = takeMetadata(value))
        return error;
      continue;
    }
    Expected<Entry> entry = parseEntry(key, value);
    if (!entry)
      return entry.takeError();
    entries.push_back(std::move(*entry));
  }
  // The name settles the order of empty tensors, and of errors.
  llvm::sort(entries, [](const Entry &a, const Entry &b) {
    return std::tie(a.begin, a.end, a.name) < std::tie(b.begin, b.end, b.name);
  });
  if (Error error = checkPlaces(entries, data.size()))
    return error;

  std::vector<TensorView> tensors;
  for (Entry &entry : entries) {
    StringRef bytes = data.slice(entry.begin, entry.end);
    tensors.push_back({std::move(entry.name), entry.type,
                       ArrayRef<char>(bytes.data(), bytes.size())});
  }
  return tensors;
}

Expected<llvm::json::Object> Parser::parseHeader(StringRef header) {
  if (Error error = checkNesting(header))
    return error;
  Expected<llvm::json::Value> json = llvm::json::parse(header);
  if (!json)
    return fileError("expected a header in JSON, but {0}",
                     llvm::toString(json.takeError()));
  if (llvm::json::Object *object = json->getAsObject())
    return std::move(*object);
  return fileError("expected the header to be a JSON object");
}

/// The JSON parser recurses: a header of nothing but brackets would overflow
/// the stack.
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

Error Parser::takeMetadata(const llvm::json::Value &value) {
  const llvm::json::Object *object = value.getAsObject();
  if (!object)
    return fileError("expected __metadata__ to be a JSON object");
  for (const auto &[key, entry] : *object) {
    std::optional<StringRef> text = entry.getAsString();
    if (!text)
      return fileError("expected __metadata__ to map names to strings, but "
                       "'{0}' is none",
                       key.str());
    metadata[key.str()] = text->str();
  }
  return Error::success();
}

Expected<Entry> Parser::parseEntry(StringRef name,
                                   const llvm::json::Value &value) {
  const llvm::json::Object *object = value.getAsObject();
  if (!object)
    return tensorError(name, "expected a JSON object with dtype, shape and "
                             "data_offsets");
  Expected<RankedTensorType> type = parseType(name, *object);
  if (!type)
    return type.takeError();

  const llvm::json::Array *offsets = object->getArray("data_offsets");
  std::optional<uint64_t> begin, end;
  if (offsets && offsets->size() == 2) {
    begin = (*offsets)[0].getAsUINT64();
    end = (*offsets)[1].getAsUINT64();
  }
  if (!begin || !end || *begin > *end)
    return tensorError(name, "expected data_offsets to be a begin and an end "
                             "that is not smaller");

  std::optional<uint64_t> size = getByteSize(*type);
  if (size != *end - *begin)
    return tensorError(name,
                       "expected {0} of data for {1}, but data_offsets are "
                       "[{2}, {3}]",
                       size ? formatv("{0} bytes", *size).str()
                            : "more bytes than a file can have",
                       *type, *begin, *end);
  return Entry{name.str(), *type, *begin, *end};
}

Expected<RankedTensorType> Parser::parseType(StringRef name,
                                             const llvm::json::Object &object) {
  std::optional<StringRef> dtype = object.getString("dtype");
  if (!dtype)
    return tensorError(name, "expected a dtype");
  Type elementType = getElementType(*dtype, context);
  if (!elementType)
    return tensorError(name, "unsupported dtype '{0}'; supported are {1}",
                       *dtype, kSupportedDTypes);
  const llvm::json::Array *dims = object.getArray("shape");
  if (!dims)
    return tensorError(name, "expected a shape");
  SmallVector<int64_t> shape;
  for (const llvm::json::Value &dim : *dims) {
    std::optional<int64_t> size = dim.getAsInteger();
    if (!size || *size < 0)
      return tensorError(name,
                         "expected shape[{0}] to be an integer that is "
                         "not negative",
                         shape.size());
    shape.push_back(*size);
  }
  return RankedTensorType::get(shape, elementType);
}

/// The format wants every byte to belong to one tensor: a hole or an overlap
/// means that the header and the data do not belong together.
Error Parser::checkPlaces(ArrayRef<Entry> sorted, uint64_t dataSize) {
  uint64_t expected = 0;
  for (const Entry &entry : sorted) {
    if (entry.begin != expected)
      return tensorError(entry.name,
                         "expected its data to begin where the data before it "
                         "ends, at {0}, but it begins at {1}",
                         expected, entry.begin);
    expected = entry.end;
    if (expected > dataSize)
      return tensorError(entry.name,
                         "expected its data to end at {0}, but the data of the "
                         "file ends at {1}",
                         expected, dataSize);
  }
  if (expected != dataSize)
    return fileError("expected {0} bytes of data, but there are {1}", expected,
                     dataSize);
  return Error::success();
}

Expected<SafeTensors> SafeTensors::open(StringRef path, MLIRContext *context) {
  return openAndParse<SafeTensors>(path, context);
}

Expected<SafeTensors>
SafeTensors::parse(std::unique_ptr<llvm::MemoryBuffer> buffer,
                   MLIRContext *context) {
  Parser parser(buffer->getBufferIdentifier(), context);
  Expected<std::vector<TensorView>> tensors = parser.parse(buffer->getBuffer());
  if (!tensors)
    return tensors.takeError();
  SafeTensors file;
  file.header = parser.headerText;
  file.metadata = std::move(parser.metadata);
  file.buffer = std::move(buffer);
  file.tensors = std::move(*tensors);
  for (auto [i, tensor] : llvm::enumerate(file.tensors))
    file.indexOfName[tensor.name] = i;
  return file;
}

const TensorView *SafeTensors::find(StringRef name) const {
  auto it = indexOfName.find(name);
  return it == indexOfName.end() ? nullptr : &tensors[it->second];
}
