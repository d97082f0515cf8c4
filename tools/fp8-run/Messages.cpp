//===- Messages.cpp - Output for users ------------------------------------===//

#include "Messages.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/SourceMgr.h"
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

namespace {
/// The stream of stderr, which can also record what is written.
class ErrorStream : public raw_ostream {
public:
  ErrorStream() : raw_ostream(/*unbuffered=*/true) {}

  bool is_displayed() const override {
    return !isHeld && llvm::errs().is_displayed();
  }
  bool has_colors() const override {
    return !isHeld && llvm::errs().has_colors();
  }
  raw_ostream &changeColor(Colors color, bool bold, bool background) override {
    if (!isHeld)
      llvm::errs().changeColor(color, bold, background);
    return *this;
  }
  raw_ostream &resetColor() override {
    if (!isHeld)
      llvm::errs().resetColor();
    return *this;
  }
  raw_ostream &reverseColor() override {
    if (!isHeld)
      llvm::errs().reverseColor();
    return *this;
  }

  /// The recorded text, once recordMessages() has been called.
  std::optional<std::string> record;
  bool isHeld = false;

private:
  void write_impl(const char *text, size_t size) override {
    if (!record) {
      llvm::errs().write(text, size);
      return;
    }
    record->append(text, size);
    // Print whole lines, because other ranks print to the same stream.
    size_t end = record->rfind('\n') + 1;
    if (!isHeld && end > numPrinted) {
      llvm::errs().write(record->data() + numPrinted, end - numPrinted);
      numPrinted = end;
    }
  }
  uint64_t current_pos() const override { return llvm::errs().tell(); }

  /// The number of recorded bytes that have been printed.
  size_t numPrinted = 0;
};
} // namespace

static ErrorStream &getRecordingStream() {
  static ErrorStream stream;
  return stream;
}

raw_ostream &run::getErrorStream() {
  static PrintableStream stream(getRecordingStream());
  return stream;
}

void run::recordMessages(bool hold) {
  getRecordingStream().record = "";
  getRecordingStream().isHeld = hold;
}

StringRef run::getMessages() {
  const std::optional<std::string> &record = getRecordingStream().record;
  return record ? StringRef(*record) : StringRef();
}

DiagnosticPrinter::DiagnosticPrinter(llvm::SourceMgr &sources,
                                     MLIRContext *context, raw_ostream &os)
    : SourceMgrDiagnosticHandler(sources, context, os) {
  // Print only the line of Python itself, without its call stack.
  setCallStackLimit(0);
  setHandler([this](Diagnostic &diagnostic) { print(diagnostic); });
}

/// Returns true if `loc` is a line of the main file that does not fit on a
/// screen.
bool DiagnosticPrinter::isLong(Location loc) const {
  constexpr size_t maxColumns = 240;
  auto place = loc->findInstanceOf<FileLineColLoc>();
  const llvm::MemoryBuffer *file = mgr.getMemoryBuffer(mgr.getMainFileID());
  if (!place || place.getFilename() != file->getBufferIdentifier())
    return false;
  llvm::SMLoc begin =
      mgr.FindLocForLineAndColumn(mgr.getMainFileID(), place.getLine(), 1);
  if (!begin.isValid())
    return false;
  StringRef rest(begin.getPointer(), file->getBufferEnd() - begin.getPointer());
  return rest.take_until([](char c) { return c == '\n'; }).size() > maxColumns;
}

void DiagnosticPrinter::print(Diagnostic &diagnostic) {
  auto emit = [&](Diagnostic &part, bool showsLine) {
    emitDiagnostic(part.getLocation(), part.str(), part.getSeverity(),
                   showsLine && !isLong(part.getLocation()));
  };
  emit(diagnostic, /*showsLine=*/true);
  Location previous = diagnostic.getLocation();
  for (Diagnostic &part : diagnostic.getNotes()) {
    emit(part, part.getLocation() != previous);
    previous = part.getLocation();
  }
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
