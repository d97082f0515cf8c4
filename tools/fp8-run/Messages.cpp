//===- Messages.cpp - Output for users ------------------------------------===//

#include "Messages.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Unicode.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

void PrintableStream::write_impl(const char *text, size_t size) {
  pending.append(text, size);
  print(/*isEnd=*/false);
}

/// Returns true if `bytes` are one character that a terminal displays, or a
/// line break.
static bool isVisible(StringRef bytes) {
  if (bytes == "\n" || bytes == "\t")
    return true;
  const auto *begin = reinterpret_cast<const llvm::UTF8 *>(bytes.data());
  llvm::UTF32 character;
  llvm::UTF32 *to = &character;
  return llvm::ConvertUTF8toUTF32(&begin, begin + bytes.size(), &to,
                                  &character + 1, llvm::strictConversion) ==
             llvm::conversionOK &&
         llvm::sys::unicode::isPrintable(static_cast<int>(character));
}

void PrintableStream::print(bool isEnd) {
  StringRef rest = pending;
  while (!rest.empty()) {
    size_t size = llvm::getNumBytesForUTF8(rest.front());
    if (size > rest.size() && !isEnd)
      break;
    bool isSeen = size <= rest.size() && isVisible(rest.take_front(size));
    if (isSeen)
      to << rest.take_front(size);
    else
      to << '\\' << llvm::toHex(rest.take_front(1));
    rest = rest.drop_front(isSeen ? size : 1);
  }
  pending = rest.str();
}

raw_ostream &run::getErrorStream() {
  static PrintableStream stream(llvm::errs());
  return stream;
}

raw_ostream &run::getOutputStream() {
  static PrintableStream stream(llvm::outs());
  return stream;
}

raw_ostream &run::warn() {
  return llvm::WithColor::warning(getErrorStream(), "fp8-run");
}

raw_ostream &run::note() {
  return llvm::WithColor::note(getErrorStream(), "fp8-run");
}
