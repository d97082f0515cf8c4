//===- JsonReader.h - Streaming JSON reader -------------------------------===//
//
// LLVM's parser stores every value of a text, some 40 bytes per number, and
// accepts numbers, escapes and duplicate keys that JSON does not permit. This
// reader stores nothing.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_RUN_JSONREADER_H
#define FP8_RUN_JSONREADER_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"

#include <string>

namespace mlir::fp8::run {

/// Reads one JSON text from begin to end. Errors consist of `context`, the
/// missing token and its byte offset.
class JsonReader {
public:
  JsonReader(StringRef text, const Twine &context)
      : text(text), context(context.str()) {}

  /// Fails unless the text is UTF-8, which all functions below require.
  llvm::Error checkEncoding() const;

  /// Returns the first byte of the next value, or 0 at the end.
  char peek();

  /// Reads an object. Calls `readMember` after each key; it must read the
  /// value.
  llvm::Error
  readObject(llvm::function_ref<llvm::Error(std::string)> readMember);

  /// Reads an array. Calls `readElement` at each element; it must read the
  /// element.
  llvm::Error readArray(llvm::function_ref<llvm::Error()> readElement);

  llvm::Expected<std::string> readString();

  /// Returns the characters of a number.
  llvm::Expected<StringRef> readNumber();

  /// Skips any value. The recursion is as deep as the nesting of the value.
  llvm::Error skipValue();

  /// Fails if anything but whitespace remains.
  llvm::Error expectEnd();

private:
  llvm::Error missing(const Twine &what) const;
  llvm::Error expect(char c);
  bool consume(char c);
  /// Consumes one or more digits.
  bool consumeDigits();
  /// Reads the digits `XXXX` of an escape `\uXXXX`.
  llvm::Expected<unsigned> readHex();
  /// Appends the character that an escape encodes, starting after the
  /// backslash.
  llvm::Error readEscape(std::string &to);

  StringRef text;
  std::string context;
  size_t position = 0;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_JSONREADER_H
