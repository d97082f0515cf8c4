//===- InputFile.cpp - File that may change while it is read --------------===//

#include "Files/InputFile.h"

#include "llvm/Support/FileSystem.h"

#include <unistd.h>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
namespace fs = llvm::sys::fs;

Error InputFile::makeError(const Twine &reason) const {
  return createStringError("cannot read " + path + ": " + reason);
}

Expected<InputFile> InputFile::open(StringRef path) {
  InputFile file(path, -1);
  fs::file_status status;
  if (std::error_code code = fs::openFileForRead(path, file.descriptor))
    return file.makeError(code.message());
  if (std::error_code code = fs::status(file.descriptor, status))
    return file.makeError(code.message());
  if (status.type() == fs::file_type::directory_file)
    return file.makeError(
        std::make_error_code(std::errc::is_a_directory).message());
  if (status.type() == fs::file_type::regular_file)
    file.size = status.getSize();
  file.changed = status.getLastModificationTime();
  return file;
}

InputFile::~InputFile() {
  if (descriptor >= 0)
    ::close(descriptor);
}

Expected<size_t> InputFile::read(MutableArrayRef<char> bytes) {
  size_t done = 0;
  while (done < bytes.size()) {
    Expected<size_t> got =
        fs::readNativeFile(descriptor, bytes.drop_front(done));
    if (!got)
      return makeError(llvm::toString(got.takeError()));
    if (*got == 0)
      break;
    done += *got;
  }
  return done;
}

Expected<std::unique_ptr<llvm::MemoryBuffer>>
InputFile::readRest(StringRef begin) {
  if (!size) {
    SmallString<0> bytes(begin);
    if (Error error = fs::readNativeFileToEOF(descriptor, bytes))
      return makeError(llvm::toString(std::move(error)));
    return llvm::MemoryBuffer::getMemBufferCopy(bytes, path);
  }
  size_t numRead;
  return readUpTo(*size, begin, numRead);
}

Expected<std::unique_ptr<llvm::MemoryBuffer>>
InputFile::readUpTo(uint64_t end, StringRef begin, size_t &numRead) {
  // Same alignment as a mapped file; bytecode specifies the alignment it needs.
  const llvm::Align pageAlign(4096);
  auto buffer =
      llvm::WritableMemoryBuffer::getNewUninitMemBuffer(end, path, pageAlign);
  if (!buffer)
    return makeError("no memory for " + Twine(end) + " bytes");
  begin = begin.take_front(end);
  MutableArrayRef<char> bytes = buffer->getBuffer();
  llvm::copy(begin, bytes.begin());
  Expected<size_t> got = read(bytes.drop_front(begin.size()));
  if (!got)
    return got.takeError();
  if (Error error = checkUnchanged())
    return error;
  numRead = begin.size() + *got;
  return std::move(buffer);
}

Error InputFile::checkUnchanged() const {
  fs::file_status status;
  if (std::error_code code = fs::status(descriptor, status))
    return makeError(code.message());
  if (!size || (status.getSize() == *size &&
                status.getLastModificationTime() == changed))
    return Error::success();
  return makeError("it was changed while it was read");
}
