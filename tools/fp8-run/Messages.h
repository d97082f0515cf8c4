//===- Messages.h - Output for users --------------------------------------===//
//
// Names come from untrusted files, and may contain any bytes. Characters that
// would control a terminal are printed as a backslash and two digits.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_RUN_MESSAGES_H
#define FP8_RUN_MESSAGES_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace mlir::fp8::run {

/// Prints the printable characters of a UTF-8 text to another stream, and all
/// other bytes as digits.
class PrintableStream : public llvm::raw_ostream {
public:
  explicit PrintableStream(llvm::raw_ostream &to)
      : raw_ostream(/*unbuffered=*/true), to(to) {}
  ~PrintableStream() override { print(/*isEnd=*/true); }

  bool is_displayed() const override { return to.is_displayed(); }
  bool has_colors() const override { return to.has_colors(); }
  raw_ostream &changeColor(Colors color, bool bold, bool background) override {
    to.changeColor(color, bold, background);
    return *this;
  }
  raw_ostream &resetColor() override {
    to.resetColor();
    return *this;
  }
  raw_ostream &reverseColor() override {
    to.reverseColor();
    return *this;
  }

private:
  void write_impl(const char *text, size_t size) override;
  uint64_t current_pos() const override { return to.tell(); }

  /// Prints `pending`, unless its last character may be incomplete and `isEnd`
  /// is false.
  void print(bool isEnd);

  llvm::raw_ostream &to;
  std::string pending;
};

/// Prints diagnostics with their line of the file, unless that line is too long
/// to read: the signature of a step may have 50 arguments.
class DiagnosticPrinter : public SourceMgrDiagnosticHandler {
public:
  DiagnosticPrinter(llvm::SourceMgr &sources, MLIRContext *context,
                    raw_ostream &os);

private:
  void print(Diagnostic &diagnostic);
  bool isLong(Location loc) const;
};

/// Return stderr and stdout for texts that users read.
llvm::raw_ostream &getErrorStream();
llvm::raw_ostream &getOutputStream();

/// Records all texts for stderr from here on. With `hold`, prints none of them.
void recordMessages(bool hold);
/// Returns the recorded texts.
llvm::StringRef getMessages();

/// Print the beginning of a line of stderr.
llvm::raw_ostream &warn();
llvm::raw_ostream &note();

} // namespace mlir::fp8::run

#endif // FP8_RUN_MESSAGES_H
