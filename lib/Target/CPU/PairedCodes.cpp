//===- PairedCodes.cpp - bf16 in the halves of words ----------------------===//
//
// Codes are rounded as 16-bit halves, because a register holds twice as many
// halves as words. The high halves of f32 are the truncated codes; the low
// halves determine whether to add one. No element is tested for infinity or
// NaN; one test at the end finds whether there was any.
//
//===----------------------------------------------------------------------===//

#include "PairedCodes.h"
#include "fp8/Numerics/Formats.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::fp8;

static constexpr uint32_t kHighHalf = 0xFFFF0000u, kHalfQuantum = 0x8000u;

Value PairedCodes::splat(VectorType type, uint32_t bits) {
  return arith::ConstantOp::create(
      b,
      DenseElementsAttr::get(type, APInt(type.getElementTypeBitWidth(), bits)));
}

/// Returns `value`, a single register, in a form that is opaque to LLVM.
Value PairedCodes::hide(Value value) {
  return LLVM::InlineAsmOp::create(
             b, value.getType(), ValueRange{value}, /*asm_string=*/"",
             /*constraints=*/"=v,0", /*has_side_effects=*/false,
             /*is_align_stack=*/false, LLVM::TailCallKind::None,
             LLVM::AsmDialectAttr(), /*operand_attrs=*/ArrayAttr())
      .getResult(0);
}

/// Creates constants that are opaque to LLVM. Otherwise LLVM would turn a
/// masked addition of a constant into two operations, and a shift with a mask
/// into a permutation of two registers, which is three operations.
void PairedCodes::makeConstants() {
  highMask = hide(splat(words(), kHighHalf));
  onesOfHalves = hide(splat(halves(), 1));
}

/// Returns a | (x & mask), or a | (x & ~mask) if `isInverted`.
Value PairedCodes::orMasked(Value a, Value x, Value mask, bool isInverted) {
  auto asWords = [&](Value value) -> Value {
    return value.getType() == words()
               ? value
               : vector::BitCastOp::create(b, words(), value).getResult();
  };
  Value table = arith::ConstantOp::create(
      b, b.getI32IntegerAttr(isInverted ? 0xF4 : 0xF8));
  Value result =
      LLVM::CallIntrinsicOp::create(
          b, words(), b.getStringAttr("llvm.x86.avx512.pternlog.d.512"),
          ValueRange{asWords(a), asWords(x), asWords(mask), table})
          .getResult(0);
  return vector::BitCastOp::create(b, halves(), result);
}

/// Returns `from` + 1 where `condition` holds, and `from` elsewhere.
Value PairedCodes::addOneIf(Value condition, Value from) {
  Value next = arith::AddIOp::create(b, from, onesOfHalves);
  return arith::SelectOp::create(b, condition, next, from);
}

/// Returns the bits of the f32 values of 32 codes. NaN is not canonicalized.
std::pair<Value, Value> PairedCodes::decode(Value codes) {
  Value both = vector::BitCastOp::create(b, words(), codes);
  return {arith::ShLIOp::create(b, both, splat(words(), 16)),
          arith::AndIOp::create(b, both, splat(words(), kHighHalf))};
}

/// Returns the codes of a register of even elements and a register of odd
/// elements. No element may be special.
Value PairedCodes::encode(Value even, Value odd, Value random) {
  Value sixteen = splat(words(), 16);
  Value high =
      orMasked(arith::ShRUIOp::create(b, even, sixteen), odd, highMask);
  Value low = orMasked(arith::ShLIOp::create(b, odd, sixteen), even, highMask,
                       /*isInverted=*/true);
  Value twice = arith::AddIOp::create(b, high, high);
  magnitudes = magnitudes
                   ? arith::MaxUIOp::create(b, magnitudes, twice).getResult()
                   : twice;
  if (random) {
    Value sum = arith::AddIOp::create(b, low, random);
    return addOneIf(
        arith::CmpIOp::create(b, arith::CmpIPredicate::ult, sum, low), high);
  }
  // More than half a quantum, or exactly half a quantum above an odd code.
  return addOneIf(arith::CmpIOp::create(b, arith::CmpIPredicate::ugt,
                                        orMasked(low, high, onesOfHalves),
                                        splat(halves(), kHalfQuantum)),
                  high);
}

/// Returns an i1 that is true if an element is NaN or may round to infinity.
Value PairedCodes::areSpecial() {
  // True from the largest finite number on, ignoring the sign.
  uint32_t bound = 2u * (numerics::bf16.infCode - 1);
  Value any = vector::ReductionOp::create(
      b, vector::CombiningKind::OR,
      arith::CmpIOp::create(b, arith::CmpIPredicate::uge, magnitudes,
                            splat(halves(), bound)));
  return LLVM::ExpectOp::create(
      b, any, arith::ConstantOp::create(b, b.getBoolAttr(false)));
}
