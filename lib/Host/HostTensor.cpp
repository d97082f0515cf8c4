//===- HostTensor.cpp - dense tensors in host memory ----------------------===//

#include "fp8/Host/HostTensor.h"

#include "fp8/Numerics/Double.h"
#include "fp8/Numerics/Formats.h"
#include "fp8/Numerics/Scale.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <sys/mman.h>

using namespace mlir;
using namespace mlir::fp8;

static constexpr uint64_t kHugePage = uint64_t(2) << 20;

std::optional<unsigned> HostTensor::getElementSize(Type elementType) {
  if (isa<Float64Type, IndexType>(elementType))
    return 8;
  if (isa<Float32Type>(elementType))
    return 4;
  if (isa<BFloat16Type, Float16Type>(elementType))
    return 2;
  if (isa<Float8E4M3FNType, Float8E5M2Type, Float8E8M0FNUType>(elementType))
    return 1;
  if (auto integer = dyn_cast<IntegerType>(elementType)) {
    switch (integer.getWidth()) {
    case 1:
    case 8:
      return 1;
    case 16:
      return 2;
    case 32:
      return 4;
    case 64:
      return 8;
    default:
      return std::nullopt;
    }
  }
  return std::nullopt;
}

/// Returns null if there is not enough memory. operator new would end the
/// process without a diagnostic, because LLVM's tools install such a handler.
static char *allocateBytes(uint64_t size) {
  bool isHuge = size >= kHugePage;
  void *buffer = nullptr;
  if (posix_memalign(&buffer, isHuge ? kHugePage : HostTensor::kAlignment,
                     std::max<uint64_t>(size, 1)))
    return nullptr;
#ifdef MADV_HUGEPAGE
  // This hint applies to whole huge pages only. Huge pages help because kernels
  // access many tensors at once.
  if (isHuge)
    (void)madvise(buffer, llvm::alignDown(size, kHugePage), MADV_HUGEPAGE);
#endif
  return static_cast<char *>(buffer);
}

FailureOr<HostTensor::Buffer>
HostTensor::allocateFor(RankedTensorType type, uint64_t size,
                        function_ref<InFlightDiagnostic()> emitError) {
  Buffer buffer(allocateBytes(size));
  if (!buffer)
    return emitError() << "out of memory: " << type << " takes " << size
                       << " bytes";
  return buffer;
}

std::optional<int64_t> HostTensor::countBytes(ShapedType type) {
  std::optional<unsigned> elementSize = getElementSize(type.getElementType());
  if (!elementSize)
    return std::nullopt;
  // The other extents may overflow.
  if (llvm::is_contained(type.getShape(), 0))
    return 0;
  int64_t numBytes = *elementSize;
  for (int64_t size : type.getShape())
    if (llvm::MulOverflow(numBytes, size, numBytes))
      return std::nullopt;
  return numBytes;
}

FailureOr<HostTensor>
HostTensor::allocate(RankedTensorType type,
                     function_ref<InFlightDiagnostic()> emitError) {
  if (!type.hasStaticShape())
    return emitError() << "expected a static shape, but got " << type;
  std::optional<unsigned> elementSize = getElementSize(type.getElementType());
  if (!elementSize) {
    InFlightDiagnostic diag = emitError() << "unsupported element type "
                                          << type.getElementType();
    diag.attachNote() << "supported are f64, f32, f16, bf16, f8E4M3FN, f8E5M2, "
                         "f8E8M0FNU, i1, i8, i16, i32, i64 and index";
    return diag;
  }
  std::optional<int64_t> numBytes = countBytes(type);
  if (!numBytes)
    return emitError() << type << " has more elements than memory can hold";
  FailureOr<Buffer> buffer = allocateFor(type, *numBytes, emitError);
  if (failed(buffer))
    return failure();
  std::memset(buffer->get(), 0, *numBytes);
  return HostTensor(type, *numBytes / *elementSize, *elementSize,
                    std::move(*buffer));
}

void HostTensor::Free::operator()(char *buffer) const { std::free(buffer); }

FailureOr<HostTensor>
HostTensor::clone(function_ref<InFlightDiagnostic()> emitError) const {
  FailureOr<Buffer> copy = allocateFor(type, bytes().size(), emitError);
  if (failed(copy))
    return failure();
  std::memcpy(copy->get(), buffer.get(), bytes().size());
  return HostTensor(type, numElements, elementSize, std::move(*copy));
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

template <typename T>
static T load(ArrayRef<char> bytes, int64_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

template <typename T>
static void store(MutableArrayRef<char> bytes, int64_t index, T value) {
  std::memcpy(bytes.data() + index * sizeof(T), &value, sizeof(T));
}

/// Returns the value of an e8m0 `code`: 2^(code - 127), or NaN for 0xFF.
static float decodePowerOfTwo(uint8_t code) {
  return code == 0xFF ? numerics::canonicalNaN() : std::ldexp(1.0f, code - 127);
}

/// Returns the integer part of `value`, saturated to the range of the type.
static int64_t saturatingCast(double value, unsigned width, bool isUnsigned) {
  if (std::isnan(value))
    return 0;
  // The bounds are powers of two, which are exact in f64. The largest value of
  // a 64-bit type is not.
  double upper = std::ldexp(1.0, isUnsigned ? width : width - 1);
  double lower = isUnsigned ? 0.0 : -upper;
  if (value >= upper)
    return isUnsigned ? static_cast<int64_t>(llvm::maxUIntN(width))
                      : llvm::maxIntN(width);
  if (value <= lower)
    return isUnsigned ? 0 : llvm::minIntN(width);
  return isUnsigned ? static_cast<int64_t>(static_cast<uint64_t>(value))
                    : static_cast<int64_t>(value);
}

double HostTensor::getFloat(int64_t index) const {
  assert(index >= 0 && index < numElements && "expected an index in range");
  Type type = getElementType();
  if (isa<Float64Type>(type))
    return load<double>(bytes(), index);
  if (isa<Float32Type>(type))
    return load<float>(bytes(), index);
  if (isa<Float16Type>(type))
    return numerics::decodeF16(load<uint16_t>(bytes(), index));
  if (isa<BFloat16Type>(type))
    return numerics::decodeBF16(load<uint16_t>(bytes(), index));
  if (isa<Float8E4M3FNType>(type))
    return numerics::decode(load<uint8_t>(bytes(), index), numerics::e4m3);
  if (isa<Float8E5M2Type>(type))
    return numerics::decode(load<uint8_t>(bytes(), index), numerics::e5m2);
  if (isa<Float8E8M0FNUType>(type))
    return decodePowerOfTwo(load<uint8_t>(bytes(), index));
  if (type.isUnsignedInteger(64))
    return static_cast<double>(load<uint64_t>(bytes(), index));
  return static_cast<double>(getInt(index));
}

int64_t HostTensor::getInt(int64_t index) const {
  assert(index >= 0 && index < numElements && "expected an index in range");
  assert(!isFloat() && "expected an integer type");
  bool isUnsigned =
      getElementType().isInteger(1) || getElementType().isUnsignedInteger();
  switch (elementSize) {
  case 1:
    return isUnsigned ? static_cast<int64_t>(load<uint8_t>(bytes(), index))
                      : load<int8_t>(bytes(), index);
  case 2:
    return isUnsigned ? static_cast<int64_t>(load<uint16_t>(bytes(), index))
                      : load<int16_t>(bytes(), index);
  case 4:
    return isUnsigned ? static_cast<int64_t>(load<uint32_t>(bytes(), index))
                      : load<int32_t>(bytes(), index);
  default:
    return load<int64_t>(bytes(), index);
  }
}

void HostTensor::setFloat(int64_t index, double value) {
  assert(index >= 0 && index < numElements && "expected an index in range");
  Type type = getElementType();
  if (isa<Float64Type>(type))
    return store(bytes(), index, value);
  if (isa<Float32Type>(type))
    return store(bytes(), index, static_cast<float>(value));
  // Rounding to odd first avoids double rounding.
  float narrow = numerics::roundToOddF32(value);
  if (isa<Float16Type>(type))
    return store(bytes(), index,
                 numerics::encodeF16(narrow, numerics::Overflow::Infinity));
  if (isa<BFloat16Type>(type))
    return store(bytes(), index,
                 numerics::encodeBF16(narrow, numerics::Overflow::Infinity));
  if (isa<Float8E4M3FNType>(type))
    return store(bytes(), index, numerics::encode(narrow, numerics::e4m3));
  if (isa<Float8E5M2Type>(type))
    return store(bytes(), index, numerics::encode(narrow, numerics::e5m2));
  if (isa<Float8E8M0FNUType>(type))
    // e8m0 has no sign: a negative value has no code except NaN.
    return store(bytes(), index,
                 value < 0 ? static_cast<uint8_t>(0xFF)
                           : numerics::encodeE8M0(narrow));
  bool isUnsigned = type.isInteger(1) || type.isUnsignedInteger();
  unsigned width = isa<IndexType>(type) ? 64 : type.getIntOrFloatBitWidth();
  setInt(index, saturatingCast(value, width, isUnsigned));
}

void HostTensor::setInt(int64_t index, int64_t value) {
  assert(index >= 0 && index < numElements && "expected an index in range");
  if (isFloat())
    return setFloat(index, static_cast<double>(value));
  if (getElementType().isInteger(1))
    value = value != 0;
  switch (elementSize) {
  case 1:
    return store(bytes(), index, static_cast<int8_t>(value));
  case 2:
    return store(bytes(), index, static_cast<int16_t>(value));
  case 4:
    return store(bytes(), index, static_cast<int32_t>(value));
  default:
    return store(bytes(), index, value);
  }
}

void HostTensor::fill(double value) {
  if (numElements == 0)
    return;
  setFloat(0, value);
  spreadFirst();
}

void HostTensor::fillInt(int64_t value) {
  if (numElements == 0)
    return;
  setInt(0, value);
  spreadFirst();
}

void HostTensor::spreadFirst() {
  MutableArrayRef<char> all = bytes();
  // Every copy doubles the filled part.
  for (size_t filled = elementSize; filled < all.size(); filled *= 2)
    std::memcpy(all.data() + filled, all.data(),
                std::min(filled, all.size() - filled));
}
