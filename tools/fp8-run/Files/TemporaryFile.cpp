//===- TemporaryFile.cpp - Temporary file that is renamed at the end ------===//

#include "Files/TemporaryFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Signals.h"

#include <unistd.h>

using namespace llvm;
using namespace mlir::fp8::run;

Expected<TemporaryFile> TemporaryFile::create(StringRef path,
                                              StringRef suffix) {
  const std::string anyDigits(kNumDigits, '%');
  while (true) {
    SmallString<kNumDigits> digits;
    sys::fs::createUniquePath(anyDigits, digits, /*MakeAbsolute=*/false);
    std::string name = (path + "." + digits + suffix).str();
    int descriptor;
    std::error_code code = sys::fs::openFileForWrite(
        name, descriptor, sys::fs::CD_CreateNew, sys::fs::OF_None);
    if (code == std::errc::file_exists)
      continue;
    if (code)
      return errorCodeToError(code);
    sys::RemoveFileOnSignal(name);
    return TemporaryFile(std::move(name), descriptor);
  }
}

void TemporaryFile::close() {
  if (descriptor >= 0)
    ::close(descriptor);
  descriptor = -1;
  name.clear();
}

Error TemporaryFile::keep(StringRef target) {
  std::error_code code = sys::fs::rename(name, target);
  if (code)
    sys::fs::remove(name);
  sys::DontRemoveFileOnSignal(name);
  close();
  return errorCodeToError(code);
}

void TemporaryFile::discard() {
  if (name.empty())
    return;
  sys::fs::remove(name);
  sys::DontRemoveFileOnSignal(name);
  close();
}
