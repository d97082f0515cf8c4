//===- VectorBuilder.h - arithmetic and moves of vectors --------*- C++ -*-===//
#ifndef FP8_CONVERSION_FP8TOARITH_VECTORBUILDER_H
#define FP8_CONVERSION_FP8TOARITH_VECTORBUILDER_H

#include "fp8/IR/ArithmeticBuilder.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::fp8 {

/// Emits arithmetic, and moves the elements of vectors of rank 1.
class VectorBuilder : public ArithmeticBuilder {
public:
  using ArithmeticBuilder::ArithmeticBuilder;

  Value extract(Value vector, int64_t i) {
    return vector::ExtractOp::create(*this, vector, i);
  }
  Value fromElements(ArrayRef<Value> elements) {
    return vector::FromElementsOp::create(
        *this, VectorType::get(int64_t(elements.size()), elements[0].getType()),
        elements);
  }
  /// Emits the bits of a vector as `count` elements of type `element`.
  Value regroup(Value vector, int64_t count, Type element) {
    return vector::BitCastOp::create(*this, VectorType::get(count, element),
                                     vector);
  }
  Value shuffle(Value x, Value y, ArrayRef<int64_t> lanes) {
    return vector::ShuffleOp::create(*this, x, y, lanes);
  }
  /// Emits the `count` elements from `first` on.
  Value slice(Value vector, int64_t first, int64_t count) {
    return vector::ExtractStridedSliceOp::create(
        *this, vector, ArrayRef(first), ArrayRef(count), ArrayRef<int64_t>(1));
  }
  /// Emits `vector` with `part` in place of the elements from `first` on.
  Value insertSlice(Value part, Value vector, int64_t first) {
    return vector::InsertStridedSliceOp::create(
        *this, part, vector, ArrayRef(first), ArrayRef<int64_t>(1));
  }

  Value call(StringRef intrinsic, Type type, ValueRange operands) {
    return LLVM::CallIntrinsicOp::create(*this, type, getStringAttr(intrinsic),
                                         operands)
        .getResult(0);
  }
  /// Emits `condition`, which LLVM expects to be `expected`. Otherwise LLVM
  /// computes both sides of a branch if either seems cheap.
  Value expect(Value condition, bool expected) {
    return LLVM::ExpectOp::create(*this, condition, boolean(expected));
  }
};

} // namespace mlir::fp8

#endif // FP8_CONVERSION_FP8TOARITH_VECTORBUILDER_H
