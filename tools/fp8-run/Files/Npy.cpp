//===- Npy.cpp - Reading arrays saved by NumPy ----------------------------===//
//
// The file consists of a magic string, a version, the length of a header, the
// header, and the elements. The header is a literal of a Python dict with
// exactly three keys:
//   {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
//
//===----------------------------------------------------------------------===//

#include "Files/Npy.h"
#include "Files/InputFile.h"

#include "fp8/Host/HostTensor.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using llvm::formatv;

static constexpr StringRef kMagic("\x93NUMPY", 6);

/// Spaces that Python accepts between brackets: no vertical tab.
static constexpr StringLiteral kSpaces = " \t\n\f\r";

static Type getElementType(StringRef descr, MLIRContext *context) {
  Builder builder(context);
  return llvm::StringSwitch<Type>(descr)
      .Case("<f8", builder.getF64Type())
      .Case("<f4", builder.getF32Type())
      .Case("<f2", builder.getF16Type())
      .Case("<i8", builder.getI64Type())
      .Case("<i4", builder.getI32Type())
      .Case("<i2", builder.getI16Type())
      .Case("|i1", builder.getI8Type())
      .Case("<u8", builder.getIntegerType(64, /*isSigned=*/false))
      .Case("<u4", builder.getIntegerType(32, /*isSigned=*/false))
      .Case("<u2", builder.getIntegerType(16, /*isSigned=*/false))
      .Case("|u1", builder.getIntegerType(8, /*isSigned=*/false))
      .Case("|b1", builder.getI1Type())
      .Default(nullptr);
}

namespace {
/// Reads the header. NumPy always writes the same spelling, but other programs
/// may use another order of keys or other spacing.
class HeaderParser {
public:
  explicit HeaderParser(StringRef text) : rest(text) {}

  /// Parses the header. Errors list the expected and the actual text.
  Error parse();

  std::optional<StringRef> descr;
  std::optional<bool> fortranOrder;
  std::optional<SmallVector<int64_t>> shape;

private:
  bool consume(StringRef token) {
    rest = rest.ltrim(kSpaces);
    return rest.consume_front(token);
  }
  Error expected(StringRef what) {
    return createStringError("expected " + what +
                             " in the header, but it continues with \"" +
                             rest.take_front(16) + "\"");
  }
  std::optional<StringRef> parseString();
  Error parseField();
  Error parseShape();

  StringRef rest;
};
} // namespace

std::optional<StringRef> HeaderParser::parseString() {
  rest = rest.ltrim(kSpaces);
  if (!rest.starts_with("'") && !rest.starts_with("\""))
    return std::nullopt;
  size_t end = rest.find(rest.front(), 1);
  if (end == StringRef::npos)
    return std::nullopt;
  StringRef value = rest.slice(1, end);
  rest = rest.drop_front(end + 1);
  return value;
}

Error HeaderParser::parse() {
  if (!consume("{"))
    return expected("'{'");
  while (!consume("}")) {
    if (Error error = parseField())
      return error;
    if (!consume(",") && !rest.ltrim(kSpaces).starts_with("}"))
      return expected("',' or '}'");
  }
  if (!rest.trim(kSpaces).empty())
    return expected("nothing after '}'");
  if (!descr || !fortranOrder || !shape)
    return createStringError(
        "expected descr, fortran_order and shape in the header");
  return Error::success();
}

Error HeaderParser::parseField() {
  std::optional<StringRef> key = parseString();
  if (!key)
    return expected("a key");
  if (!consume(":"))
    return expected("':'");
  if (*key == "descr") {
    // A structured array has a list here.
    descr = parseString();
    return descr ? Error::success() : expected("a dtype string");
  }
  if (*key == "fortran_order") {
    if (consume("False"))
      fortranOrder = false;
    else if (consume("True"))
      fortranOrder = true;
    return fortranOrder ? Error::success() : expected("False or True");
  }
  if (*key == "shape")
    return parseShape();
  return createStringError(
      "expected descr, fortran_order and shape in the header, but it has '" +
      *key + "'");
}

Error HeaderParser::parseShape() {
  if (!consume("("))
    return expected("'('");
  shape.emplace();
  while (!consume(")")) {
    int64_t size;
    if (shape->size() == kMaxRank)
      return expected("at most " + std::to_string(kMaxRank) + " sizes");
    rest = rest.ltrim(kSpaces);
    bool hasZeros = rest.size() > 1 && rest[0] == '0' && llvm::isDigit(rest[1]);
    if (hasZeros || rest.consumeInteger(10, size) || size < 0)
      return expected("a size");
    shape->push_back(size);
    bool hasComma = consume(",");
    // Python takes one size in parentheses for a number.
    if (!hasComma && shape->size() == 1)
      return expected("',' behind the first size");
    if (!hasComma && !rest.ltrim(kSpaces).starts_with(")"))
      return expected("',' or ')'");
  }
  return Error::success();
}

/// Splits `file`, after the length of the header, into the header and the data.
static Expected<std::pair<StringRef, StringRef>> splitHeader(StringRef file) {
  if (!file.consume_front(kMagic))
    return createStringError("expected a file that NumPy saved");
  if (file.size() < 2)
    return createStringError("expected a version, but the file ends");
  unsigned version = static_cast<uint8_t>(file[0]);
  if (version != 1 && version != 2)
    return createStringError(
        formatv("unsupported version {0} of the format; supported are 1 and 2",
                version));
  if (file[1] != 0)
    return createStringError(formatv(
        "unsupported version {0}.{1} of the format; supported are 1.0 and 2.0",
        version, static_cast<unsigned>(static_cast<uint8_t>(file[1]))));
  file = file.drop_front(2);
  size_t lengthSize = version == 1 ? 2 : 4;
  if (file.size() < lengthSize)
    return createStringError("expected a header length, but the file ends");
  size_t length = version == 1 ? llvm::support::endian::read16le(file.data())
                               : llvm::support::endian::read32le(file.data());
  file = file.drop_front(lengthSize);
  if (length > file.size())
    return createStringError(
        formatv("expected a header of {0} bytes, but the file ends after {1}",
                length, file.size()));
  return std::make_pair(file.take_front(length), file.drop_front(length));
}

static Expected<TensorView> parseFile(StringRef file, MLIRContext *context) {
  auto parts = splitHeader(file);
  if (!parts)
    return parts.takeError();
  auto [text, data] = *parts;
  HeaderParser header(text);
  if (Error error = header.parse())
    return error;
  Type elementType = getElementType(*header.descr, context);
  if (!elementType)
    return createStringError("unsupported dtype '" + *header.descr +
                             "'; supported are <f8, <f4, <f2, <i8, <i4, <i2, "
                             "|i1, <u8, <u4, <u2, |u1 and |b1");
  if (*header.fortranOrder)
    return createStringError("unsupported Fortran order, because tensors are "
                             "row-major; save numpy.ascontiguousarray(...)");

  auto type = RankedTensorType::get(*header.shape, elementType);
  std::optional<uint64_t> size = getByteSize(type);
  if (size != data.size())
    return createStringError(
        formatv("expected {0} of data for {1}, but there are {2}",
                size ? formatv("{0} bytes", *size).str()
                     : "more bytes than a file can have",
                type, data.size()));
  return TensorView{"", type, ArrayRef<char>(data.data(), data.size())};
}

Expected<NpyFile> NpyFile::open(StringRef path, MLIRContext *context) {
  Expected<InputFile> file = InputFile::open(path);
  if (!file)
    return file.takeError();
  // A file that is not an .npy file is rejected before memory is allocated.
  std::string start(kMagic.size(), '\0');
  Expected<size_t> got = file->read(start);
  if (!got)
    return got.takeError();
  start.resize(*got);
  auto buffer = start == kMagic
                    ? file->readRest(start)
                    : llvm::MemoryBuffer::getMemBufferCopy(start, path);
  if (!buffer)
    return buffer.takeError();
  return parse(std::move(*buffer), context);
}

Expected<NpyFile> NpyFile::parse(std::unique_ptr<llvm::MemoryBuffer> buffer,
                                 MLIRContext *context) {
  Expected<TensorView> array = parseFile(buffer->getBuffer(), context);
  if (!array)
    return createStringError(buffer->getBufferIdentifier() + ": " +
                             llvm::toString(array.takeError()));
  NpyFile file;
  file.buffer = std::move(buffer);
  file.array = std::move(*array);
  return file;
}
