//===- Words.h - words of 32 bits that hold several elements ----*- C++ -*-===//
#ifndef FP8_LIB_TARGET_NVIDIA_TONVVM_WORDS_H
#define FP8_LIB_TARGET_NVIDIA_TONVVM_WORDS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::fp8 {

/// Whether `type` is a short vector of a multiple of `divisor` elements.
inline bool isShortVector(Type type, int64_t divisor) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && vector.getRank() == 1 && !vector.isScalable() &&
         vector.getNumElements() % divisor == 0 &&
         vector.getNumElements() <= 64;
}

/// Emits operations on words, and takes vectors apart into them.
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

  /// A word of four bytes, from the lowest one on, as the digits of `selector`
  /// say: 0 to 3 are those of `a`, 4 to 7 of `other`, and 8 more is the sign of
  /// a byte, repeated.
  Value permute(Value a, Value other, uint32_t selector) {
    return call("llvm.nvvm.prmt", getI32Type(), {a, other, word(selector)});
  }

  /// The words of `vector`, whose elements are not of i1.
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

  /// A vector of `type` of `words`.
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

  /// The elements of a vector.
  SmallVector<Value> toElements(Value vector) {
    SmallVector<Value> result;
    for (int64_t i = 0, e = cast<VectorType>(vector.getType()).getNumElements();
         i < e; ++i)
      result.push_back(vector::ExtractOp::create(*this, vector, i));
    return result;
  }

  /// i1: whether one of `conditions` holds; null of none.
  Value any(ArrayRef<Value> conditions) {
    Value result;
    for (Value condition : conditions)
      result = result ? orBits(result, condition) : condition;
    return result;
  }

  /// What `mend` makes of `value` where `isWrong`, which it hardly ever is.
  Value mendRarely(Value isWrong, Value value,
                   llvm::function_ref<Value(Value)> mend) {
    // LLVM would compute both ways, where either seems cheap.
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

/// A constant of integers in the shape of `like`, or of floats of these bits.
inline Value makeSplat(ImplicitLocOpBuilder &b, VectorType like, unsigned width,
                       uint64_t bits) {
  return arith::ConstantOp::create(
      b, SplatElementsAttr::get(like.clone(b.getIntegerType(width)),
                                APInt(width, bits)));
}

} // namespace mlir::fp8

#endif // FP8_LIB_TARGET_NVIDIA_TONVVM_WORDS_H
