//===- TensorView.cpp - Tensor inside a file ------------------------------===//

#include "Files/TensorView.h"

#include "fp8/Host/HostTensor.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::fp8;

std::string run::quoteName(StringRef name) {
  constexpr size_t maxLength = 256;
  bool isLong = name.size() > maxLength;
  return ("'" + name.take_front(maxLength) + (isLong ? "...'" : "'")).str();
}

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
