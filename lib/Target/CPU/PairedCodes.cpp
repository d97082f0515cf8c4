//===- PairedCodes.cpp - bf16 in the halves of words ----------------------===//
//
// Codes are rounded as 16-bit halves, because a register holds twice as many
// halves as words. The high halves of f32 are the truncated codes; the low
// halves determine whether to add one. Elements are not tested for infinity and
// NaN one by one; one test at the end covers all of them.
//
//===----------------------------------------------------------------------===//

#include "PairedCodes.h"
#include "fp8/Numerics/Formats.h"

using namespace mlir;
using namespace mlir::fp8;

static constexpr uint32_t kHighHalf = 0xFFFF0000u, kHalfQuantum = 0x8000u;

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
  highMask = hide(b.constant(words(), kHighHalf));
  onesOfHalves = hide(b.constant(halves(), 1));
}

/// Returns a | (x & mask), or a | (x & ~mask) if `isInverted`.
Value PairedCodes::orMasked(Value a, Value x, Value mask, bool isInverted) {
  auto asWords = [&](Value value) {
    return value.getType() == words()
               ? value
               : b.regroup(value, kWords, b.getI32Type());
  };
  Value table = b.word(isInverted ? 0xF4 : 0xF8);
  Value result = b.call("llvm.x86.avx512.pternlog.d.512", words(),
                        {asWords(a), asWords(x), asWords(mask), table});
  return b.regroup(result, kHalves, b.getI16Type());
}

/// Returns `from` + 1 where `condition` holds, and `from` elsewhere.
Value PairedCodes::addOneIf(Value condition, Value from) {
  return b.select(condition, b.add(from, onesOfHalves), from);
}

/// Returns the bits of the f32 values of 32 codes. NaN is not canonicalized.
std::pair<Value, Value> PairedCodes::decode(Value codes) {
  Value both = b.regroup(codes, kWords, b.getI32Type());
  return {b.shl(both, 16), b.andBits(both, kHighHalf)};
}

/// Returns the codes of a register of even elements and a register of odd
/// elements. No element may be special.
Value PairedCodes::encode(Value even, Value odd, Value random) {
  Value sixteen = b.constant(words(), 16);
  Value high = orMasked(b.shr(even, sixteen), odd, highMask);
  Value low =
      orMasked(b.shl(odd, sixteen), even, highMask, /*isInverted=*/true);
  Value twice = b.add(high, high);
  magnitudes = magnitudes ? b.max(magnitudes, twice) : twice;
  if (random)
    return addOneIf(b.less(b.add(low, random), low), high);
  // Round up if the remainder exceeds half a quantum, or if it is half a
  // quantum and the truncated code is odd.
  return addOneIf(b.above(orMasked(low, high, onesOfHalves), kHalfQuantum),
                  high);
}

/// Returns an i1 that is true if an element is NaN or may round to infinity.
Value PairedCodes::areSpecial() {
  // The magnitude of the largest finite bf16, doubled like `magnitudes`. A
  // number that rounds to infinity is at least as large after truncation.
  uint32_t bound = 2u * (numerics::bf16.infCode - 1);
  Value any = vector::ReductionOp::create(b, vector::CombiningKind::OR,
                                          b.atLeast(magnitudes, bound));
  return b.expect(any, false);
}
