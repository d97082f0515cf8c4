//===- Words.h - 32-bit words that hold several elements --------*- C++ -*-===//
#ifndef FP8_LIB_TARGET_NVIDIA_TONVVM_WORDS_H
#define FP8_LIB_TARGET_NVIDIA_TONVVM_WORDS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

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
class WordBuilder : public ImplicitLocOpBuilder {
public:
  using ImplicitLocOpBuilder::ImplicitLocOpBuilder;

  Value word(uint32_t bits) {
    return arith::ConstantOp::create(*this, getI32IntegerAttr(int32_t(bits)));
  }
  Value number(float value) {
    return arith::ConstantOp::create(*this, getF32FloatAttr(value));
  }
  Value toBits(Value x) {
    return arith::BitcastOp::create(*this, getI32Type(), x);
  }
  Value toFloat(Value x) {
    return arith::BitcastOp::create(*this, getF32Type(), x);
  }
  Value andBits(Value x, uint32_t mask) {
    return arith::AndIOp::create(*this, x, word(mask));
  }
  Value orBits(Value x, Value y) { return arith::OrIOp::create(*this, x, y); }
  Value call(StringRef intrinsic, Type type, ValueRange operands) {
    return LLVM::CallIntrinsicOp::create(*this, type, getStringAttr(intrinsic),
                                         operands)
        .getResult(0);
  }

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
      vector = arith::BitcastOp::create(
          *this, type.clone(getIntegerType(width)), vector);
    int64_t count = type.getNumElements() * width / 32;
    Value words = vector::BitCastOp::create(
        *this, VectorType::get({count}, getI32Type()), vector);
    SmallVector<Value> result;
    for (int64_t i = 0; i < count; ++i)
      result.push_back(vector::ExtractOp::create(*this, words, i));
    return result;
  }

  /// Returns a vector of `type` with the contents of `words`.
  Value fromWords(ArrayRef<Value> words, VectorType type) {
    auto integers = type.clone(getIntegerType(type.getElementTypeBitWidth()));
    Value all = vector::FromElementsOp::create(
        *this, VectorType::get({int64_t(words.size())}, words[0].getType()),
        words);
    Value vector = vector::BitCastOp::create(*this, integers, all);
    if (type == integers)
      return vector;
    return arith::BitcastOp::create(*this, type, vector);
  }

  /// Returns the elements of a vector.
  SmallVector<Value> toElements(Value vector) {
    SmallVector<Value> result;
    for (int64_t i = 0, e = cast<VectorType>(vector.getType()).getNumElements();
         i < e; ++i)
      result.push_back(vector::ExtractOp::create(*this, vector, i));
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

  /// Returns `mend(value)` if `isWrong`, which is rarely true, else `value`.
  Value mendRarely(Value isWrong, Value value,
                   llvm::function_ref<Value(Value)> mend) {
    // LLVM would compute both sides if either seems cheap.
    isWrong = LLVM::ExpectOp::create(
        *this, isWrong, arith::ConstantOp::create(*this, getBoolAttr(false)));
    auto branch = scf::IfOp::create(*this, value.getType(), isWrong,
                                    /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(*this);
    setInsertionPointToStart(branch.thenBlock());
    scf::YieldOp::create(*this, mend(value));
    setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(*this, value);
    return branch.getResult(0);
  }
};

/// Returns a splat constant of integers, or of the bits of floats, in the shape
/// of `like`.
inline Value makeSplat(ImplicitLocOpBuilder &b, VectorType like, unsigned width,
                       uint64_t bits) {
  return arith::ConstantOp::create(
      b, SplatElementsAttr::get(like.clone(b.getIntegerType(width)),
                                APInt(width, bits)));
}

} // namespace mlir::fp8

#endif // FP8_LIB_TARGET_NVIDIA_TONVVM_WORDS_H
