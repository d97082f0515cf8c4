//===- JsonReader.cpp - Streaming JSON reader -----------------------------===//

#include "Files/JsonReader.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;

Error JsonReader::missing(const Twine &what) const {
  return createStringError(context + "there is no " + what + " at byte " +
                           Twine(position));
}

Error JsonReader::checkEncoding() const {
  size_t offset;
  if (llvm::json::isUTF8(text, &offset))
    return Error::success();
  return createStringError(context + "byte " + Twine(offset) + " is not UTF-8");
}

char JsonReader::peek() {
  auto isSpace = [](char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  };
  while (position < text.size() && isSpace(text[position]))
    ++position;
  return position < text.size() ? text[position] : '\0';
}

bool JsonReader::consume(char c) {
  if (position >= text.size() || text[position] != c)
    return false;
  ++position;
  return true;
}

Error JsonReader::expect(char c) {
  peek();
  return consume(c) ? Error::success() : missing("'" + Twine(c) + "'");
}

Error JsonReader::readObject(function_ref<Error(std::string)> readMember) {
  if (Error error = expect('{'))
    return error;
  if (peek() == '}')
    return expect('}');
  while (true) {
    Expected<std::string> key = readString();
    if (!key)
      return key.takeError();
    if (Error error = expect(':'))
      return error;
    if (Error error = readMember(std::move(*key)))
      return error;
    if (peek() != ',')
      return expect('}');
    ++position;
  }
}

Error JsonReader::readArray(function_ref<Error()> readElement) {
  if (Error error = expect('['))
    return error;
  if (peek() == ']')
    return expect(']');
  while (true) {
    if (Error error = readElement())
      return error;
    if (peek() != ',')
      return expect(']');
    ++position;
  }
}

Expected<std::string> JsonReader::readString() {
  if (peek() != '"')
    return missing("string");
  ++position;
  std::string value;
  while (position < text.size()) {
    char c = text[position];
    if (static_cast<unsigned char>(c) < 0x20)
      return missing("character of a string");
    ++position;
    if (c == '"')
      return value;
    if (c != '\\')
      value += c;
    else if (Error error = readEscape(value))
      return error;
  }
  return missing("end of a string");
}

Expected<unsigned> JsonReader::readHex() {
  unsigned value = 0;
  for (int i = 0; i < 4; ++i, ++position) {
    if (position >= text.size() || !llvm::isHexDigit(text[position]))
      return missing("hexadecimal digit");
    value = value * 16 + llvm::hexDigitValue(text[position]);
  }
  return value;
}

Error JsonReader::readEscape(std::string &to) {
  static constexpr StringLiteral kEscapes = "\"\\/bfnrt",
                                 kMeanings = "\"\\/\b\f\n\r\t";
  if (position < text.size())
    if (size_t i = kEscapes.find(text[position]); i != StringRef::npos) {
      ++position;
      to += kMeanings[i];
      return Error::success();
    }
  if (!consume('u'))
    return missing("escape");
  Expected<unsigned> unit = readHex();
  if (!unit)
    return unit.takeError();
  unsigned code = *unit;
  auto isIn = [](unsigned value, unsigned first, unsigned last) {
    return first <= value && value <= last;
  };
  // A UTF-16 surrogate pair encodes one character; a single surrogate is
  // invalid.
  constexpr unsigned highBegin = 0xD800, lowBegin = 0xDC00, lowEnd = 0xDFFF;
  if (isIn(code, highBegin, lowBegin - 1)) {
    if (!consume('\\') || !consume('u'))
      return missing("second half of a character");
    Expected<unsigned> low = readHex();
    if (!low)
      return low.takeError();
    if (!isIn(*low, lowBegin, lowEnd))
      return missing("second half of a character");
    code = 0x10000 + ((code - highBegin) << 10) + (*low - lowBegin);
  } else if (isIn(code, lowBegin, lowEnd)) {
    return missing("first half of a character");
  }
  char bytes[UNI_MAX_UTF8_BYTES_PER_CODE_POINT];
  char *end = bytes;
  llvm::ConvertCodePointToUTF8(code, end);
  to.append(bytes, end);
  return Error::success();
}

bool JsonReader::consumeDigits() {
  size_t begin = position;
  while (position < text.size() && llvm::isDigit(text[position]))
    ++position;
  return position > begin;
}

Expected<StringRef> JsonReader::readNumber() {
  peek();
  size_t begin = position;
  consume('-');
  // A leading zero must not be followed by digits.
  if (!consume('0') && !consumeDigits())
    return missing("number");
  if (consume('.') && !consumeDigits())
    return missing("digit");
  if (consume('e') || consume('E')) {
    if (!consume('-'))
      consume('+');
    if (!consumeDigits())
      return missing("digit");
  }
  return text.slice(begin, position);
}

Error JsonReader::skipValue() {
  switch (peek()) {
  case '{':
    return readObject([&](std::string) { return skipValue(); });
  case '[':
    return readArray([&] { return skipValue(); });
  case '"':
    return readString().takeError();
  default:
    break;
  }
  for (StringRef word : {"null", "true", "false"})
    if (text.substr(position).starts_with(word)) {
      position += word.size();
      return Error::success();
    }
  return readNumber().takeError();
}

Error JsonReader::expectEnd() {
  return peek() == '\0' && position == text.size() ? Error::success()
                                                   : missing("end");
}
