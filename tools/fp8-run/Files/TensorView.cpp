//===- TensorView.cpp - A tensor inside a file ----------------------------===//

#include "Files/TensorView.h"

#include "fp8/Host/HostTensor.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::fp8;

std::optional<uint64_t> run::getByteSize(RankedTensorType type) {
  uint64_t size = *HostTensor::getElementSize(type.getElementType());
  for (int64_t dim : type.getShape()) {
    bool overflow;
    size = llvm::SaturatingMultiply<uint64_t>(size, dim, &overflow);
    if (overflow)
      return std::nullopt;
  }
  return size;
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
run::openFile(StringRef path) {
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                  /*RequiresNullTerminator=*/false);
  if (!buffer)
    return llvm::createStringError(buffer.getError(),
                                   "cannot read " + path + ": " +
                                       buffer.getError().message());
  return std::move(*buffer);
}
