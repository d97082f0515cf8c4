//===- EncodeBytes.cpp - casts to bytes with AVX-512 ----------------------===//
//
// Implements --fp8-encode-avx512. As in --convert-fp8-to-arith, one fma rounds.
// Here it leaves x in quanta in the low half of a word, and the binade of x in
// the high half, below the sign. vpmaddwd then adds the two halves with
// weights, which yields the code and replaces a shift, an addition and a mask.
// Signs stay in place, so no absolute value is needed.
//
// The words contain nothing but codes, so saturating packs can pack them. On
// Intel, a pack is one operation, whereas a byte permutation of two registers
// is two. One final permutation puts all bytes of four registers in order.
//
//===----------------------------------------------------------------------===//

#include "AVX512.h"
#include "fp8/IR/Assumptions.h"
#include "fp8/IR/FP8.h"
#include "fp8/Target/CPU/Passes.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

#include <cmath>

namespace mlir::fp8 {
#define GEN_PASS_DEF_ENCODEAVX512PASS
#include "fp8/Target/CPU/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;
using numerics::FormatSpec;

static constexpr uint32_t kSignAndBinade = 0xFF800000u;
static constexpr uint32_t kHalf = 1u << 16;

namespace {
/// Emits the codes, signed bytes of `spec`, for registers of f32.
class ByteEncoder {
public:
  ByteEncoder(VectorBuilder &b, const FormatSpec &spec, Assumption assumption)
      : b(b), spec(spec), assumption(assumption) {}

  /// Returns the codes of two or four registers, as bytes.
  Value encode(ArrayRef<Value> registers) {
    Value high = packPair(registers[0], registers[1]);
    if (registers.size() == 2)
      return order(high, 2);
    Value low = packPair(registers[2], registers[3]);
    return order(selectBits(0xFF00, placeHigh(high), placeLow(low)), 4);
  }

private:
  VectorType words() {
    return VectorType::get({kRegisterWords}, b.getI32Type());
  }
  VectorType halves() {
    return VectorType::get({2 * kRegisterWords}, b.getI16Type());
  }
  Value toHalves(Value words) {
    return b.regroup(words, 2 * kRegisterWords, b.getI16Type());
  }

  /// Returns the smaller or, if `isLarger`, the larger of the magnitudes of `a`
  /// and `bound`, with the sign of `a`.
  Value range(Value a, float bound, bool isLarger) {
    Value other = b.constant(a.getType(), bound);
    Value which = b.word(isLarger ? 3 : 2);
    Value all = b.constant(b.getI16Type(), -1);
    // Selects the rounding mode in MXCSR, although nothing is rounded.
    Value rounding = b.word(4);
    return b.call("llvm.x86.avx512.mask.range.ps.512", a.getType(),
                  {a, other, which, a, all, rounding});
  }

  int lowBits() { return 23 - spec.mantissaBits; }
  /// Returns the position of the code in a half word. The exponent field of an
  /// f32 starts at bit 7 of its high half; the exponent field of the code
  /// starts at bit m.
  int codeShift() { return 7 - spec.mantissaBits; }

  /// Returns, per word, the code of |x| << codeShift(), minus 2^15 if x is
  /// negative. The low half initially holds the negative of the lowest normal
  /// binade, so that the exponent field counts from that binade.
  Value encodeWords(Value x) {
    Value isNaN;
    if (assumption == Assumption::None)
      isNaN = b.isNaN(x);
    if (assumption != Assumption::InRange)
      x = range(x, numerics::maxFinite(spec), /*isLarger=*/false);
    Value binade = b.toFloat(b.andBits(b.toBits(x), kSignAndBinade));
    int lowest = 1 - spec.bias;
    binade = range(binade, std::ldexp(1.0f, lowest), /*isLarger=*/true);
    // The amount that the fma adds to the exponent.
    int first = lowest + 127 + lowBits();
    int quanta = static_cast<int>(kHalf) - (first << spec.mantissaBits);
    float factor = std::ldexp(1.0f, lowBits()) +
                   static_cast<float>(quanta >> spec.mantissaBits);
    Value sum = b.fma(binade, factor, x);
    Value weights =
        toHalves(b.constant(words(), (1u << 16) | (1u << codeShift())));
    Value code = b.call("llvm.x86.avx512.pmaddw.d.512", words(),
                        {toHalves(sum), weights});
    return isNaN ? b.select(isNaN, spec.nanCode << codeShift(), code) : code;
  }

  Value packPair(Value first, Value second) {
    return b.call("llvm.x86.avx512.packssdw.512", halves(),
                  {encodeWords(first), encodeWords(second)});
  }

  /// Returns the bits of `a` under `mask` and the other bits of `other`.
  Value selectBits(uint32_t mask, Value a, Value other) {
    return b.orBits(b.andBits(a, mask), b.andBits(other, 0xFFFFu & ~mask));
  }

  /// Moves the sign and the code into the high byte. The low byte is arbitrary.
  Value placeHigh(Value packed) {
    return selectBits(0x7F00, b.shl(packed, 8 - codeShift()), packed);
  }

  /// Moves the sign and the code into the low byte.
  Value placeLow(Value packed) {
    Value code = b.shr(packed, codeShift());
    return selectBits(0x007F, code, b.shr(packed, 8));
  }

  /// Puts the bytes in order. A pack alternates between four words of each
  /// register. Registers 0 and 1 are in high bytes, registers 2 and 3 in low
  /// bytes.
  Value order(Value packed, int64_t count) {
    if (count == 2)
      packed = placeHigh(packed);
    Value all = b.regroup(packed, 4 * kRegisterWords, b.getI8Type());
    SmallVector<int64_t> mask;
    for (int64_t r = 0; r < count; ++r)
      for (int64_t i = 0; i < kRegisterWords; ++i)
        mask.push_back(i / 4 * 16 + (r % 2 * 4 + i % 4) * 2 + (r < 2 ? 1 : 0));
    return b.shuffle(all, all, mask);
  }

  VectorBuilder &b;
  const FormatSpec &spec;
  Assumption assumption;
};

struct EncodeToBytes : OpRewritePattern<ConvertOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ConvertOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<VectorType>(op.getType());
    const FormatSpec *spec = getFormatSpec(op.getResultFormat());
    if (!hasRegisters(type, 2))
      return rewriter.notifyMatchFailure(op, "not pairs of registers");
    if (op.getInputFormat() != Format::F32 || !spec || !spec->isSigned ||
        spec->magnitudeBits() != 7 ||
        op.getRounding() != RoundingMode::NearestEven)
      return rewriter.notifyMatchFailure(
          op, "not f32 to signed bytes, rounded to nearest");
    VectorBuilder b(op.getLoc(), rewriter);
    ByteEncoder encoder(b, *spec, getAssumption(op));
    int64_t size = type.getNumElements(), step;
    auto all = VectorType::get({size}, b.getI8Type());
    Value result;
    for (int64_t i = 0; i < size; i += step) {
      step = std::min<int64_t>(size - i, 4 * kRegisterWords);
      SmallVector<Value, 4> registers;
      for (int64_t k = 0; k < step; k += kRegisterWords)
        registers.push_back(b.slice(op.getInput(), i + k, kRegisterWords));
      Value bytes = encoder.encode(registers);
      if (step == size) {
        result = bytes;
        break;
      }
      if (!result)
        result = ub::PoisonOp::create(b, all);
      result = b.insertSlice(bytes, result, i);
    }
    rewriter.replaceOpWithNewOp<arith::BitcastOp>(op, type, result);
    return success();
  }
};

struct EncodeAVX512 : fp8::impl::EncodeAVX512PassBase<EncodeAVX512> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<EncodeToBytes>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
