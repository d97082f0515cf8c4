//===- Words.h - 32-bit words that hold several elements --------*- C++ -*-===//
#ifndef FP8_LIB_TARGET_NVIDIA_TONVVM_WORDS_H
#define FP8_LIB_TARGET_NVIDIA_TONVVM_WORDS_H

#include "fp8/Conversion/FP8ToArith/VectorBuilder.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::fp8 {

/// Returns true if `type` is a short vector whose length is a multiple of
/// `divisor`.
inline bool isShortVector(Type type, int64_t divisor) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && vector.getRank() == 1 && !vector.isScalable() &&
         vector.getNumElements() % divisor == 0 &&
         vector.getNumElements() <= 64;
}

/// Emits operations on words, and splits vectors into words.
class WordBuilder : public VectorBuilder {
public:
  using VectorBuilder::VectorBuilder;

  /// Returns a word of four bytes selected by the digits of `selector`, from
  /// the lowest byte on. Digits 0 to 3 select bytes of `a`, and 4 to 7 bytes of
  /// `other`. Adding 8 repeats the sign of the byte instead.
  Value permute(Value a, Value other, uint32_t selector) {
    return call("llvm.nvvm.prmt", getI32Type(), {a, other, word(selector)});
  }

  /// Returns the words of `vector`, whose element type is not i1.
  SmallVector<Value> toWords(Value vector) {
    auto type = cast<VectorType>(vector.getType());
    unsigned width = type.getElementTypeBitWidth();
    if (!type.getElementType().isInteger())
      vector = bitcast(getIntegerType(width), vector);
    int64_t count = type.getNumElements() * width / 32;
    return toElements(regroup(vector, count, getI32Type()));
  }

  /// Returns a vector of `type` with the contents of `words`.
  Value fromWords(ArrayRef<Value> words, VectorType type) {
    Type integer = getIntegerType(type.getElementTypeBitWidth());
    Value vector = regroup(fromElements(words), type.getNumElements(), integer);
    return vector.getType() == type ? vector : bitcast(type, vector);
  }

  /// Returns the elements of a vector.
  SmallVector<Value> toElements(Value vector) {
    SmallVector<Value> result;
    for (int64_t i = 0, e = cast<VectorType>(vector.getType()).getNumElements();
         i < e; ++i)
      result.push_back(extract(vector, i));
    return result;
  }

  /// Returns an i1 that is true if one of `conditions` is true; null if there
  /// are none.
  Value any(ArrayRef<Value> conditions) {
    Value result;
    for (Value condition : conditions)
      result = result ? orBits(result, condition) : condition;
    return result;
  }

  /// Returns `correct(value)` if `isWrong`, which is rarely true, else `value`.
  Value correctRarely(Value isWrong, Value value,
                      llvm::function_ref<Value(Value)> correct) {
    auto branch =
        scf::IfOp::create(*this, value.getType(), expect(isWrong, false),
                          /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(*this);
    setInsertionPointToStart(branch.thenBlock());
    scf::YieldOp::create(*this, correct(value));
    setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(*this, value);
    return branch.getResult(0);
  }
};

} // namespace mlir::fp8

#endif // FP8_LIB_TARGET_NVIDIA_TONVVM_WORDS_H
