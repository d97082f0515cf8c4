//===- StepRun.cpp - fp8-run in this process ------------------------------===//

#include "StepRun.h"
#include "Session.h"
#include "llvm/Support/ErrorHandling.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::fuzz;

static int openMemory(const char *name) {
  int file = memfd_create(name, 0);
  if (file < 0)
    llvm::report_fatal_error("no file in memory");
  return file;
}

static std::string getPath(int file) {
  return "/proc/self/fd/" + std::to_string(file);
}

/// Returns the contents of `file`, and empties it.
static std::string take(int file) {
  struct stat status;
  std::string text;
  if (fstat(file, &status) == 0)
    text.resize(status.st_size);
  ssize_t size = pread(file, text.data(), text.size(), 0);
  text.resize(std::max<ssize_t>(size, 0));
  if (ftruncate(file, 0) != 0 || lseek(file, 0, SEEK_SET) != 0)
    llvm::report_fatal_error("cannot empty a file in memory");
  return text;
}

/// Limits the process to `seconds` more of CPU time, and to twelve times as
/// much wall-clock time, because a busy machine is not a finding.
static void extendTime(unsigned seconds) {
  rusage usage;
  rlimit limit;
  if (getrusage(RUSAGE_SELF, &usage) || getrlimit(RLIMIT_CPU, &limit))
    return;
  limit.rlim_cur = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + seconds + 1;
  setrlimit(RLIMIT_CPU, &limit);
  alarm(12 * seconds);
}

StepRunner::StepRunner(MLIRContext *context, StringRef text,
                       const Limits &limits)
    : context(context), limits(limits), module(openMemory("step.mlir")),
      outputs(openMemory("outputs")), messages(openMemory("messages")) {
  if (write(module, text.data(), text.size()) !=
      static_cast<ssize_t>(text.size()))
    llvm::report_fatal_error("cannot write a module");
  dup2(messages, STDERR_FILENO);
}

/// Returns the text of the first error in `messages`, without its location.
static std::string findError(StringRef messages) {
  for (StringRef line : llvm::split(messages, '\n')) {
    size_t place = line.find("error: ");
    if (place != StringRef::npos &&
        (place == 0 || line.take_front(place).ends_with(": ")))
      return line.drop_front(place + strlen("error: ")).str();
  }
  return "";
}

std::optional<run::Options> StepRunner::parse(ArrayRef<std::string> flags,
                                              std::string &error) {
  std::vector<std::string> all = {"fp8-run", getPath(module)};
  llvm::append_range(all, flags);
  std::vector<char *> pointers;
  for (std::string &flag : all)
    pointers.push_back(flag.data());
  pointers.push_back(nullptr);
  take(messages);
  std::optional<run::Options> options =
      run::parseOptions(static_cast<int>(all.size()), pointers.data());
  if (!options)
    error = take(messages);
  return options;
}

RunResult StepRunner::run(run::Options options) {
  extendTime(limits.seconds);
  take(messages);
  take(outputs);
  if (options.steps != 0)
    options.outputs = getPath(outputs);
  RunResult result;
  run::World alone;
  result.isSuccess = run::runSession(options, alone) == EXIT_SUCCESS;
  result.messages = take(messages);
  result.error = findError(result.messages);
  if (!result.isSuccess || options.steps == 0)
    return result;
  std::string bytes = take(outputs);
  // Corrupt the last byte, which belongs to a result or, without results, to
  // the header.
  if (!corrupted.empty() && lookupTarget(corrupted) == options.target)
    bytes.back() ^= 0x10;
  auto parsed = run::SafeTensors::parse(
      llvm::MemoryBuffer::getMemBufferCopy(bytes, "outputs"), context);
  if (parsed)
    result.outputs = std::move(*parsed);
  else
    result.error = llvm::toString(parsed.takeError());
  return result;
}
