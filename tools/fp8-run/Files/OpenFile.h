//===- OpenFile.h - files that are parsed as a whole ------------*- C++ -*-===//

#ifndef FP8_RUN_OPENFILE_H
#define FP8_RUN_OPENFILE_H

#include "Files/TensorView.h"
#include "llvm/Support/MemoryBuffer.h"

namespace mlir::fp8::run {

/// `T::parse` of the file at `path`.
template <typename T>
llvm::Expected<T> openAndParse(StringRef path, MLIRContext *context) {
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> buffer = openFile(path);
  if (!buffer)
    return buffer.takeError();
  return T::parse(std::move(*buffer), context);
}

} // namespace mlir::fp8::run

#endif // FP8_RUN_OPENFILE_H
