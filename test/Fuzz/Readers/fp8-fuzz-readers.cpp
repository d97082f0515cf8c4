//===- fp8-fuzz-readers.cpp - readers of damaged files --------------------===//
//
// For tests: damages files, texts of options, plans and tables, controlled by a
// seed, and reads them like the tools. See docs/internals/Numerics.md.
//
//===----------------------------------------------------------------------===//

#include "Child.h"
#include "Damage.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"

#include <unistd.h>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::fuzz;

static llvm::cl::OptionCategory category("fp8-fuzz-readers options");
static llvm::cl::opt<uint64_t> seed("seed", llvm::cl::init(1),
                                    llvm::cl::desc("Seed of the random damage"),
                                    llvm::cl::cat(category));
static llvm::cl::opt<size_t>
    count("count", llvm::cl::init(1000),
          llvm::cl::desc("Number of files to damage for each reader"),
          llvm::cl::cat(category));
static llvm::cl::list<std::string>
    only("reader", llvm::cl::desc("Try only these readers"),
         llvm::cl::cat(category));
static llvm::cl::opt<std::string>
    folder("save", llvm::cl::value_desc("folder"),
           llvm::cl::desc("Save files on which a reader fails in this folder"),
           llvm::cl::cat(category));
static llvm::cl::opt<std::string>
    stream("stream", llvm::cl::value_desc("file"),
           llvm::cl::desc("Write all damaged files to this file. For each: one "
                          "byte, 1 if a reader accepted it; the lengths of "
                          "name and contents, 4 bytes each; name; contents"),
           llvm::cl::cat(category));

/// Files that one child reads.
static constexpr size_t filesPerChild = 2000;

namespace {
/// Findings of the children of one reader.
struct Counts {
  size_t numRead = 0, numAccepted = 0, numFailures = 0;
};

class Driver {
public:
  Driver(Reader &reader, int stream)
      : reader(reader), seeds(reader.getSeeds()), stream(stream) {}

  /// Returns whether there was no failure.
  bool run();

private:
  /// Returns damaged file `number`. Files after `count` have flipped bits.
  std::string getFile(size_t number) const;
  size_t getNumFiles() const;
  /// Reads files from `begin` on. The report says how far it got.
  void readAll(size_t begin, size_t end, Report &report);
  void writeToStream(StringRef bytes, bool isAccepted) const;
  void fail(size_t number, StringRef what);

  Reader &reader;
  std::vector<std::string> seeds;
  int stream;
  Counts counts;
};
} // namespace

size_t Driver::getNumFiles() const {
  size_t numFiles = count;
  if (reader.hasChecksum())
    for (const std::string &bytes : seeds)
      numFiles += 8 * bytes.size();
  return numFiles;
}

std::string Driver::getFile(size_t number) const {
  if (number < count) {
    Random random(
        mixSeed(seed, (reader.getName() + std::to_string(number)).str()));
    return drawDamaged(seeds, reader, random);
  }
  number -= count;
  for (std::string bytes : seeds) {
    if (number < 8 * bytes.size()) {
      bytes[number / 8] ^= static_cast<char>(1 << number % 8);
      return bytes;
    }
    number -= 8 * bytes.size();
  }
  llvm_unreachable("no such file");
}

static void writeAll(int file, StringRef bytes) {
  while (!bytes.empty()) {
    ssize_t size = write(file, bytes.data(), bytes.size());
    if (size <= 0)
      llvm::report_fatal_error("cannot write to --stream");
    bytes = bytes.drop_front(size);
  }
}

void Driver::writeToStream(StringRef bytes, bool isAccepted) const {
  StringRef name = reader.getName();
  uint32_t sizes[] = {static_cast<uint32_t>(name.size()),
                      static_cast<uint32_t>(bytes.size())};
  std::string frame(1, static_cast<char>(isAccepted));
  frame.append(reinterpret_cast<const char *>(sizes), sizeof(sizes));
  frame += name;
  frame += bytes;
  writeAll(stream, frame);
}

void Driver::readAll(size_t begin, size_t end, Report &report) {
  // numMutations counts accepted files, and textSize is the number of the
  // last file that was started.
  for (size_t number = begin; number < end; ++number) {
    report.textSize = number;
    std::string bytes = getFile(number), message;
    bool isAccepted = reader.read(bytes, message);
    if (!isAccepted && message.empty()) {
      report.outcome = Outcome::SilentFailure;
      _exit(0);
    }
    if (isAccepted && reader.hasChecksum() &&
        !llvm::is_contained(seeds, bytes)) {
      copyText(report.detail, "a damaged file was accepted");
      report.outcome = Outcome::LoudSuccess;
      _exit(0);
    }
    report.numMutations += isAccepted;
    if (stream >= 0)
      writeToStream(bytes, isAccepted);
  }
  report.textSize = end;
  report.outcome = Outcome::Success;
  _exit(0);
}

void Driver::fail(size_t number, StringRef what) {
  ++counts.numFailures;
  llvm::outs() << "failure of " << reader.getName() << ", file " << number
               << ": " << what << "\n";
  if (folder.empty())
    return;
  SmallString<128> path(folder);
  llvm::sys::path::append(path,
                          reader.getName() + "-" + std::to_string(number));
  std::error_code error = llvm::sys::fs::create_directories(folder);
  if (!error)
    llvm::raw_fd_ostream(path, error) << getFile(number);
  if (error)
    llvm::WithColor::error() << path << ": " << error.message() << "\n";
}

bool Driver::run() {
  Child child;
  for (const std::string &bytes : seeds) {
    std::string message;
    if (!reader.read(bytes, message)) {
      llvm::outs() << "failure of " << reader.getName()
                   << ": a file that is not damaged is refused: " << message
                   << "\n";
      return false;
    }
  }
  size_t numFiles = getNumFiles();
  for (size_t begin = 0; begin < numFiles;) {
    size_t end = std::min(numFiles, begin + filesPerChild);
    child.start(Limits(), [&](Report &report) { readAll(begin, end, report); });
    child.wait();
    const Report &report = child.report();
    counts.numAccepted += report.numMutations;
    size_t next = end;
    if (isFinding(report.outcome)) {
      next = report.textSize + 1;
      StringRef detail = report.detail;
      fail(report.textSize, report.outcome == Outcome::SilentFailure
                                ? "refused without a message"
                            : detail.empty() ? "a limit was met"
                                             : detail);
    }
    counts.numRead += next - begin;
    begin = next;
  }
  llvm::outs() << reader.getName() << ", seed " << seed << ": "
               << counts.numRead << " damaged files, " << counts.numAccepted
               << " accepted, "
               << counts.numRead - counts.numAccepted - counts.numFailures
               << " refused with a message, " << counts.numFailures
               << " failures\n";
  llvm::outs().flush();
  return counts.numFailures == 0;
}

int main(int argc, char **argv) {
  llvm::cl::HideUnrelatedOptions(category);
  llvm::cl::ParseCommandLineOptions(argc, argv,
                                    "fp8 fuzzer of readers: damaged files\n");
  MLIRContext context(MLIRContext::Threading::DISABLED);
  loadDialects(context);
  int file = -1;
  if (!stream.empty())
    if (std::error_code error = llvm::sys::fs::openFileForWrite(stream, file)) {
      llvm::WithColor::error() << stream << ": " << error.message() << "\n";
      return EXIT_FAILURE;
    }
  bool isFine = true;
  size_t numTried = 0;
  for (const std::unique_ptr<Reader> &reader : createReaders(&context)) {
    if (!only.empty() && !llvm::is_contained(only, reader->getName()))
      continue;
    ++numTried;
    isFine &= Driver(*reader, file).run();
  }
  if (numTried == 0)
    llvm::WithColor::error() << "expected --reader to name a reader\n";
  return isFine && numTried != 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
