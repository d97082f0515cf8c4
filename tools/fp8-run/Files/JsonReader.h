//===- JsonReader.h - JSON that is read once, from begin to end -----------===//
//
// LLVM's parser keeps every value of a text, some 40 bytes for each number, and
// takes numbers, escapes and doubled keys that JSON does not have. This one
// keeps nothing.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_RUN_JSONREADER_H
#define FP8_RUN_JSONREADER_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"

#include <string>

namespace mlir::fp8::run {

/// Errors are `context` and what is missing at which byte.
class JsonReader {
public:
  JsonReader(StringRef text, const Twine &context)
      : text(text), context(context.str()) {}

  /// Fails unless the text is UTF-8, which the functions below expect.
  llvm::Error checkEncoding() const;

  /// Returns the byte that the next value begins with, or 0 at the end.
  char peek();

  /// Calls `readMember` behind each key; it reads the value.
  llvm::Error
  readObject(llvm::function_ref<llvm::Error(std::string)> readMember);

  /// Calls `readElement` at each value; it reads it.
  llvm::Error readArray(llvm::function_ref<llvm::Error()> readElement);

  llvm::Expected<std::string> readString();

  /// Returns the characters of a number.
  llvm::Expected<StringRef> readNumber();

  /// Reads any value. Recurses as deep as values are nested.
  llvm::Error skipValue();

  /// Fails if more than whitespace is left.
  llvm::Error expectEnd();

private:
  llvm::Error missing(const Twine &what) const;
  llvm::Error expect(char c);
  bool consume(char c);
  /// Consumes one digit or more.
  bool consumeDigits();
  /// Reads `XXXX` of an escape `\uXXXX`.
  llvm::Expected<unsigned> readHex();
  /// Appends what stands behind a backslash.
  llvm::Error readEscape(std::string &to);

  StringRef text;
  std::string context;
  size_t position = 0;
};

} // namespace mlir::fp8::run

#endif // FP8_RUN_JSONREADER_H
