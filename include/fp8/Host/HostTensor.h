//===- HostTensor.h - dense tensors in host memory --------------*- C++ -*-===//
//
// The argument and result type of programs on every host target: row-major,
// without padding, and aligned to 64 bytes, so that any kernel may use aligned
// vectors.
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

/// Owns the elements of one statically shaped tensor. An `i1` takes one byte
/// with the value 0 or 1, an `index` takes eight bytes, and every other type
/// takes its own width.
class HostTensor {
public:
  static constexpr size_t kAlignment = 64;

  /// Allocates a tensor of `type` with all bits zero. Fails on a dynamic
  /// dimension, an unsupported element type, or a size that memory or size_t
  /// cannot hold.
  static FailureOr<HostTensor>
  allocate(RankedTensorType type, function_ref<InFlightDiagnostic()> emitError);

  /// Returns the size of an element in bytes, or std::nullopt for unsupported
  /// types.
  static std::optional<unsigned> getElementSize(Type elementType);

  /// Returns the size of a tensor or buffer of static shape in bytes, or
  /// std::nullopt if int64_t or the element type does not support it.
  static std::optional<int64_t> countBytes(ShapedType type);

  /// Creates an empty tensor that may only be assigned to or destroyed. Moving
  /// from a tensor leaves it in this state.
  HostTensor() = default;
  HostTensor(HostTensor &&) = default;
  HostTensor &operator=(HostTensor &&) = default;

  /// Returns a copy. Fails if there is not enough memory.
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

  /// Returns the elements as `T`, which must have the size of an element.
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

  /// Returns element `index` in row-major order. All float types are widened
  /// exactly. Integers are converted; `i1` and unsigned types have no sign.
  double getFloat(int64_t index) const;
  /// Returns an element of an integer or index type.
  int64_t getInt(int64_t index) const;

  /// Stores `value` rounded to nearest even. Types narrower than f32 are
  /// rounded only once. f8 types saturate, f16 and bf16 overflow to infinity,
  /// and f8E8M0 rounds up to a power of two. Integer types store the integer
  /// part, saturated; NaN becomes 0.
  void setFloat(int64_t index, double value);
  /// Stores the low bits in an integer type; converts to a float type.
  void setInt(int64_t index, int64_t value);

  /// Stores `value` in every element, as `setFloat` and `setInt` do.
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

  /// Copies element 0 to all other elements.
  void spreadFirst();

  RankedTensorType type;
  int64_t numElements = 0;
  unsigned elementSize = 0;
  Buffer buffer;
};

} // namespace mlir::fp8

#endif // FP8_HOST_HOSTTENSOR_H
