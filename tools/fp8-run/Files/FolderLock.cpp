//===- FolderLock.cpp - Lock of a folder that one process uses at a time --===//

#include "Files/FolderLock.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

using namespace mlir::fp8::run;

FolderLock::~FolderLock() {
  if (descriptor >= 0)
    ::close(descriptor);
}

std::error_code FolderLock::take(StringRef folder) {
  if (descriptor >= 0)
    return std::error_code();
  int opened = ::open(folder.str().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (opened < 0)
    return std::error_code(errno, std::generic_category());
  if (::flock(opened, LOCK_EX | LOCK_NB) == 0) {
    descriptor = opened;
    return std::error_code();
  }
  std::error_code code(errno, std::generic_category());
  ::close(opened);
  return code;
}
