//===- HostTensor.h - A dense tensor in host memory -------------*- C++ -*-===//
//
// The value that goes in and out of a program on every host target: row-major,
// without padding, 64-byte aligned, so that any kernel may use aligned vectors.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_HOST_HOSTTENSOR_H
#define FP8_HOST_HOSTTENSOR_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <cassert>
#include <memory>
#include <optional>

namespace mlir::fp8 {

/// Owns the elements of one statically shaped tensor. An `i1` takes a byte that
/// is 0 or 1, an `index` eight bytes; every other type its own width.
class HostTensor {
public:
  static constexpr size_t kAlignment = 64;

  /// A tensor of `type`, all bits zero. Errors: a dynamic dimension, an element
  /// type that is not supported, a size that memory or size_t cannot hold.
  static FailureOr<HostTensor>
  allocate(RankedTensorType type, function_ref<InFlightDiagnostic()> emitError);

  /// Bytes of one element, or nothing for a type that no tensor here holds.
  static std::optional<unsigned> getElementSize(Type elementType);

  /// A tensor that may only be assigned to or destroyed; moving leaves one.
  HostTensor() = default;
  HostTensor(HostTensor &&) = default;
  HostTensor &operator=(HostTensor &&) = default;

  /// A copy. Errors: memory cannot hold it.
  FailureOr<HostTensor>
  clone(function_ref<InFlightDiagnostic()> emitError) const;

  RankedTensorType getType() const { return type; }
  Type getElementType() const { return type.getElementType(); }
  ArrayRef<int64_t> getShape() const { return type.getShape(); }
  int64_t getNumElements() const { return numElements; }
  unsigned getElementSize() const { return elementSize; }

  MutableArrayRef<char> bytes() {
    return {buffer.get(), static_cast<size_t>(numElements) * elementSize};
  }
  ArrayRef<char> bytes() const {
    return {buffer.get(), static_cast<size_t>(numElements) * elementSize};
  }

  /// The elements as `T`, which must have their size.
  template <typename T>
  MutableArrayRef<T> data() {
    assert(sizeof(T) == elementSize && "expected a type of the element's size");
    return {reinterpret_cast<T *>(buffer.get()),
            static_cast<size_t>(numElements)};
  }
  template <typename T>
  ArrayRef<T> data() const {
    assert(sizeof(T) == elementSize && "expected a type of the element's size");
    return {reinterpret_cast<const T *>(buffer.get()),
            static_cast<size_t>(numElements)};
  }

  bool isFloat() const { return isa<FloatType>(getElementType()); }

  /// Element `index` in row-major order. Every float type widens exactly;
  /// integers convert, `i1` and unsigned types without a sign.
  double getFloat(int64_t index) const;
  /// Only for integer types, index included.
  int64_t getInt(int64_t index) const;

  /// Stores `value` rounded to nearest even, by way of f32 for the types that
  /// are narrower. f8 types saturate, f16 and bf16 overflow to infinity, f8E8M0
  /// takes the next power of two that is not smaller. An integer type takes the
  /// integer part, saturated; NaN gives 0.
  void setFloat(int64_t index, double value);
  /// Keeps the low bits in an integer type; converts to a float type.
  void setInt(int64_t index, int64_t value);

  /// Stores `value` in every element, as `setFloat` and `setInt` would.
  void fill(double value);
  void fillInt(int64_t value);

private:
  struct Free {
    void operator()(char *buffer) const;
  };
  using Buffer = std::unique_ptr<char, Free>;

  static FailureOr<Buffer>
  allocateFor(RankedTensorType type, uint64_t size,
              function_ref<InFlightDiagnostic()> emitError);

  HostTensor(RankedTensorType type, int64_t numElements, unsigned elementSize,
             Buffer buffer)
      : type(type), numElements(numElements), elementSize(elementSize),
        buffer(std::move(buffer)) {}

  /// Copies element 0 to all others.
  void spreadFirst();

  RankedTensorType type;
  int64_t numElements = 0;
  unsigned elementSize = 0;
  Buffer buffer;
};

} // namespace mlir::fp8

#endif // FP8_HOST_HOSTTENSOR_H
