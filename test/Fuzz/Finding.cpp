//===- Finding.cpp - failures of mutants ----------------------------------===//

#include "Finding.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/xxhash.h"

#include <cstdlib>
#include <execinfo.h>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::fuzz;

static StringRef getKind(Outcome outcome) {
  switch (outcome) {
  case Outcome::Crash:
    return "crash";
  case Outcome::Timeout:
    return "timeout";
  case Outcome::OutOfMemory:
    return "out-of-memory";
  case Outcome::SilentFailure:
    return "failure-without-message";
  case Outcome::LoudSuccess:
    return "success-with-error";
  case Outcome::InvalidIR:
    return "invalid-ir";
  case Outcome::TextDiffers:
    return "text-differs";
  case Outcome::BytecodeDiffers:
    return "bytecode-differs";
  case Outcome::TargetRefuses:
    return "refused-by-target";
  case Outcome::ResultDiffers:
    return "result-differs";
  case Outcome::Success:
  case Outcome::Failure:
    break;
  }
  llvm_unreachable("no finding");
}

/// Returns the function of a line `FILE(SYMBOL+OFFSET) [ADDRESS]`, without its
/// parameters, or the file where the symbol is not known.
static std::string getFunction(StringRef line) {
  auto [file, rest] = line.split('(');
  StringRef symbol =
      rest.take_until([](char c) { return c == '+' || c == ')'; });
  if (symbol.empty())
    return llvm::sys::path::filename(file).str();
  std::string name = llvm::demangle(symbol);
  // Parameters begin at the last opening parenthesis that is not inside of
  // others.
  int depth = 0;
  size_t end = name.size();
  for (size_t i = 0; i < name.size(); ++i) {
    if (StringRef("<(").contains(name[i]) && depth++ == 0 && name[i] == '(')
      end = i;
    else if (StringRef(">)").contains(name[i]))
      --depth;
  }
  name.resize(end);
  return name;
}

/// Returns the functions around a crash, the innermost first.
static std::string getFrames(const Report &report) {
  SmallVector<std::string> names;
  char **lines = backtrace_symbols(report.frames, report.numFrames);
  bool isBehindSignal = !report.isSignal;
  for (int i = 0; lines && i < report.numFrames && names.size() < 8; ++i) {
    bool isLibc = StringRef(lines[i]).contains("libc.so");
    if (isBehindSignal && !isLibc) {
      names.push_back(getFunction(lines[i]));
      // Drop frames of a handler that was called directly, not by a signal.
      if (!report.isSignal && StringRef(names.back()).starts_with("fp8-fuzz"))
        names.pop_back();
    }
    isBehindSignal |= isLibc;
  }
  std::free(lines);
  return llvm::join(names, " < ");
}

/// Replaces numbers and text in quotes, in which messages of equal failures
/// differ.
static std::string generalize(StringRef text) {
  std::string result;
  char quote = 0;
  for (char c : text) {
    if (quote) {
      quote = c == quote ? 0 : quote;
    } else if (c == '\'' || c == '"') {
      quote = c;
      result += '_';
    } else if (!llvm::isDigit(c)) {
      result += c;
    } else if (!StringRef(result).ends_with("#")) {
      result += '#';
    }
  }
  return result;
}

Finding::Finding(const Report &report) {
  StringRef kind = getKind(report.outcome);
  std::string detail = StringRef(report.detail).str();
  std::string key = (kind + "|" + report.stage + "|").str();
  std::string frames;
  switch (report.outcome) {
  case Outcome::Crash:
    frames = getFrames(report);
    key += generalize(detail) + "|" + frames;
    break;
  case Outcome::OutOfMemory:
  case Outcome::Timeout:
    // The position of a reached limit has little meaning.
    frames = getFrames(report);
    break;
  case Outcome::TextDiffers:
  case Outcome::BytecodeDiffers:
    // Leave out the value after the comma.
    key += generalize(StringRef(detail).split(',').first);
    break;
  default:
    key += generalize(detail);
  }
  hash = llvm::utohexstr(llvm::xxh3_64bits(key), /*LowerCase=*/true, 16)
             .substr(0, 10);
  line = (kind + " in '" + report.stage + "': " + detail).str();
  if (!frames.empty())
    line += " @ " + frames;
  // Escape line breaks of modules, so that each finding is one line.
  std::string escaped;
  llvm::raw_string_ostream os(escaped);
  llvm::printEscapedString(line, os);
  line = escaped;
}

FailureOr<KnownFailures> KnownFailures::read(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer) {
    llvm::WithColor::error()
        << path << ": " << buffer.getError().message() << "\n";
    return failure();
  }
  KnownFailures known;
  unsigned number = 0;
  for (StringRef line : llvm::split((*buffer)->getBuffer(), '\n')) {
    ++number;
    if (line.trim().empty() || line.starts_with("#"))
      continue;
    auto [pattern, reason] = line.rsplit(" # ");
    std::string error;
    llvm::Regex regex(pattern.trim());
    if (reason.trim().empty() || !regex.isValid(error)) {
      llvm::WithColor::error()
          << path << ":" << number << ": expected REGEX # REASON"
          << (error.empty() ? "" : "; ") << error << "\n";
      return failure();
    }
    known.patterns.push_back(std::move(regex));
  }
  return known;
}

bool KnownFailures::contains(const Finding &finding) const {
  return llvm::any_of(patterns, [&](const llvm::Regex &regex) {
    return regex.match(finding.line);
  });
}
