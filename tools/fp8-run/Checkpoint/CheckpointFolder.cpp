//===- CheckpointFolder.cpp - Folder of the checkpoints of a run ----------===//

#include "Checkpoint/CheckpointFolder.h"

#include "Files/OutputFile.h"
#include "Files/TemporaryFile.h"
#include "Messages.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using llvm::formatv;
namespace fs = llvm::sys::fs;

static constexpr StringLiteral kPrefix = "step-";
static constexpr StringLiteral kSuffix = ".safetensors";

static Error pathError(const char *what, StringRef path, std::error_code code) {
  return createStringError(code, Twine("cannot ") + what + " " + path + ": " +
                                     code.message());
}

std::string CheckpointFolder::getFile(int64_t steps) const {
  SmallString<128> file(path);
  llvm::sys::path::append(file, kPrefix + Twine(steps) + kSuffix);
  return file.str().str();
}

Expected<std::vector<int64_t>> CheckpointFolder::list() const {
  std::vector<int64_t> found;
  std::error_code code;
  for (fs::directory_iterator it(path, code), end; it != end && !code;
       it.increment(code)) {
    StringRef name = llvm::sys::path::filename(it->path());
    int64_t steps;
    // Rejects `step-007`, which getFile() would not find again, and pipes,
    // which would wait for a writer.
    if (name.consume_front(kPrefix) && name.consume_back(kSuffix) &&
        !name.getAsInteger(10, steps) && name == std::to_string(steps) &&
        fs::is_regular_file(it->path()))
      found.push_back(steps);
  }
  if (code)
    return pathError("read", path, code);
  llvm::sort(found, std::greater<>());
  return found;
}

Error CheckpointFolder::lock() {
  std::error_code code = folderLock.take(path);
  if (!code)
    return Error::success();
  if (code == std::errc::resource_unavailable_try_again)
    return createStringError(
        "expected no other run to use the folder " + path +
        ", but one does; wait for its end, or give another --checkpoint");
  if (code == std::errc::no_such_file_or_directory ||
      code == std::errc::not_a_directory ||
      code == std::errc::permission_denied)
    return pathError("read", path, code);
  // Not every file system supports locks.
  warn() << "cannot lock the folder " << path << ": " << code.message()
         << "; take care that no other run uses it\n";
  return Error::success();
}

Error CheckpointFolder::findOwn(const Checkpoint &latest,
                                ArrayRef<int64_t> numbers,
                                MLIRContext *context) {
  StringRef run = latest.getIdentity().run;
  for (int64_t number : numbers) {
    std::string file = getFile(number);
    std::optional<std::string> other = Checkpoint::readRun(file, context);
    // Files of earlier versions do not record their run.
    if (other && (other->empty() || run == *other))
      own.insert(number);
    if (run.empty() || !other || own.count(number) != 0)
      continue;
    // Ignore the name of a run in a file that is not a valid checkpoint.
    Expected<Checkpoint> opened = Checkpoint::open(file, context);
    if (!opened) {
      llvm::consumeError(opened.takeError());
      continue;
    }
    return createStringError(
        "expected the checkpoints of one run in " + path + ", but " +
        latest.getPath() + " is of run " + run + " and " + file + " of run " +
        *other + "; move the checkpoints of one run to another folder");
  }
  return Error::success();
}

FailureOr<std::optional<Checkpoint>>
CheckpointFolder::findLatest(int64_t numSteps, MLIRContext *context) {
  Expected<std::vector<int64_t>> numbers = list();
  if (!numbers) {
    reportError(llvm::toString(numbers.takeError()));
    return failure();
  }
  if (numbers->empty()) {
    note() << "no checkpoint in " << path << " yet; starting with step 0\n";
    return std::optional<Checkpoint>();
  }
  int64_t numInvalid = 0;
  for (int64_t number : *numbers) {
    if (number >= numSteps)
      continue;
    Expected<Checkpoint> opened = Checkpoint::open(getFile(number), context);
    Error error = opened.takeError();
    if (!error && opened->getSteps() != number)
      error = createStringError(
          formatv("{0}: expected {1} steps, as its name says, but it holds {2}",
                  getFile(number), number, opened->getSteps())
              .str());
    if (!error) {
      if (failed(reportError(findOwn(*opened, *numbers, context))))
        return failure();
      last = number;
      return std::optional<Checkpoint>(std::move(*opened));
    }
    ++numInvalid;
    warn() << "skipping a checkpoint that is not valid: "
           << llvm::toString(std::move(error)) << '\n';
  }
  if (numInvalid > 0)
    reportError("expected a valid checkpoint in " + path +
                ", but there is none left to resume from");
  else
    reportError(formatv("expected --steps to be more than {0}, which {1} has, "
                        "but it is {2}; nothing is left to run",
                        numbers->back(), getFile(numbers->back()), numSteps)
                    .str());
  return failure();
}

Error CheckpointFolder::prepare(bool resume) {
  if (std::error_code code = fs::create_directory(path, /*IgnoreExisting=*/true,
                                                  fs::perms::all_all))
    return pathError("make the folder", path, code);
  if (Error error = lock())
    return error;
  Expected<std::vector<int64_t>> numbers = list();
  if (!numbers)
    return numbers.takeError();
  // Without this check, checkpoints of two runs in one folder could be mistaken
  // for checkpoints of one run.
  if (!resume && !numbers->empty())
    return createStringError("expected a folder without checkpoints for a run "
                             "that starts with step 0, but there is " +
                             getFile(numbers->front()) +
                             "; --resume continues from it");
  removeLeftovers(path, [](StringRef name) {
    return name.starts_with(kPrefix) && name.ends_with(kSuffix);
  });
  // Report a folder without write permission before the first step.
  Expected<TemporaryFile> probe = TemporaryFile::create(getFile(0), ".tmp");
  if (!probe)
    return pathError("write to", path,
                     llvm::errorToErrorCode(probe.takeError()));
  return Error::success();
}

Expected<OutputFile> CheckpointFolder::create(int64_t steps) {
  return OutputFile::create(getFile(steps));
}

/// Makes renames in a folder durable, which syncing the files does not.
static Error syncFolder(StringRef path) {
  int folder = ::open(path.str().c_str(), O_RDONLY | O_DIRECTORY);
  bool isSynced = folder >= 0 && ::fsync(folder) == 0;
  std::error_code code(errno, std::generic_category());
  if (folder >= 0)
    ::close(folder);
  return isSynced ? Error::success() : pathError("write", path, code);
}

Error CheckpointFolder::makeRoom(int64_t steps) const {
  std::string file = getFile(steps);
  if (own.count(steps) != 0 || !fs::exists(file))
    return Error::success();
  std::string other = file + ".other";
  for (unsigned i = 2; fs::exists(other); ++i)
    other = file + ".other-" + std::to_string(i);
  if (std::error_code code = fs::rename(file, other))
    return pathError("rename", file, code);
  warn() << file << " is not a checkpoint of this run and was renamed to "
         << other << '\n';
  return Error::success();
}

void CheckpointFolder::remove(StringRef file) const {
  if (std::error_code code = fs::remove(file))
    warn() << llvm::toString(pathError("remove", file, code)) << '\n';
}

/// Returns the number of steps in the name of a part, such as
/// `step-8.1-of-4.safetensors`.
static std::optional<int64_t> getStepsOfPart(StringRef name) {
  int64_t steps, number, count;
  if (name.consume_front(kPrefix) && name.consume_back(kSuffix) &&
      !name.consumeInteger(10, steps) && name.consume_front(".") &&
      !name.consumeInteger(10, number) && name.consume_front("-of-") &&
      !name.getAsInteger(10, count))
    return steps;
  return std::nullopt;
}

void CheckpointFolder::removeParts(int64_t steps) const {
  std::error_code code;
  for (fs::directory_iterator it(path, code), end; it != end && !code;
       it.increment(code)) {
    std::optional<int64_t> found =
        getStepsOfPart(llvm::sys::path::filename(it->path()));
    if (found && *found < steps && !fs::exists(getFile(*found)))
      remove(it->path());
  }
}

void CheckpointFolder::removeBefore(int64_t steps) {
  for (auto it = own.begin(); it != own.end() && *it < steps;) {
    if (*it == last) {
      ++it;
      continue;
    }
    // A leftover file is harmless. Removal is not attempted again.
    remove(getFile(*it));
    it = own.erase(it);
  }
}

Error CheckpointFolder::keep(OutputFile &file, int64_t steps) {
  if (Error error = makeRoom(steps))
    return error;
  // If each of several processes is killed before it removes older files, their
  // number must not grow.
  if (auto it = last ? own.find(*last) : own.end();
      it != own.end() && it != own.begin())
    removeBefore(*std::prev(it));
  if (Error error = file.keep())
    return error;
  // Sync before an older file is removed.
  if (Error error = syncFolder(path))
    return error;
  removeBefore(steps);
  removeParts(steps);
  own.insert(steps);
  last = steps;
  return Error::success();
}
