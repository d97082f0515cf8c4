//===- FP8ToNVVM.cpp - fp8.convert as GPU instructions --------------------===//
//
// cvt encodes two f32 at a time. It rounds once, saturates (also infinities),
// turns every NaN into 0x7F, and preserves signs and subnormals, as fp8.convert
// requires. Inputs in bf16 and f16 are extended to f32 exactly.
//
// Decoding yields f16, which represents every code exactly. Only the bits of
// NaN must then be corrected, if they are observable.
//
//===----------------------------------------------------------------------===//

#include "fp8/Target/NVIDIA/FP8ToNVVM.h"
#include "Patterns.h"
#include "fp8/Conversion/FP8ToArith/VectorBuilder.h"
#include "fp8/IR/FP8.h"
#include "fp8/Numerics/Formats.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_CONVERTFP8TONVVMPASS
#include "fp8/Target/NVIDIA/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

static bool isHardwareFormat(Format format) {
  return format == Format::E4M3 || format == Format::E5M2;
}

/// Returns true if `op` reads the bits of a magnitude only for an integer
/// maximum. Any NaN is then the maximum, regardless of its exact bits, and the
/// result is used as a float again.
static bool isRankOfMagnitude(Operation *op) {
  auto bits = dyn_cast<arith::BitcastOp>(op);
  return bits && bits.getIn().getDefiningOp<math::AbsFOp>() &&
         llvm::all_of(bits->getUsers(), llvm::IsaPred<arith::MaxUIOp>);
}

static bool hidesNaNs(Value value, SmallPtrSetImpl<Operation *> &seen) {
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    if (isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp,
            arith::MaximumFOp, arith::MinimumFOp, arith::CmpFOp, math::FmaOp,
            math::SqrtOp, ConvertOp>(user) ||
        isRankOfMagnitude(user) || !seen.insert(user).second)
      return true;
    return isa<arith::NegFOp, arith::SelectOp, math::AbsFOp>(user) &&
           hidesNaNs(user->getResult(0), seen);
  });
}

bool fp8::hidesNaNs(Value value) {
  SmallPtrSet<Operation *, 16> seen;
  return ::hidesNaNs(value, seen);
}

namespace {
/// Converts rank-1 vectors, pair by pair.
class PairConverter {
public:
  PairConverter(OpBuilder &builder, Location loc, int64_t size)
      : b(loc, builder), size(size) {}

  Value encode(Value x, Type format) {
    Value wide = extendToF32(x);
    SmallVector<Value> pairs;
    for (int64_t i = 0; i < size; i += 2) {
      Value low = b.extract(wide, i);
      Value high = i + 1 == size ? low : b.extract(wide, i + 1);
      // The first operand becomes the high byte, which is the later element.
      pairs.push_back(NVVM::ConvertF32x2ToF8x2Op::create(
          b, b.getI16Type(), high, low, NVVM::FPRoundingMode::RN,
          NVVM::SaturationMode::SATFINITE, /*relu=*/false, format));
    }
    Value bytes =
        b.regroup(b.fromElements(pairs), 2 * getNumPairs(), b.getI8Type());
    if (size % 2 != 0)
      bytes = b.slice(bytes, 0, size);
    return b.bitcast(format, bytes);
  }

  Value decode(Value x, Type wideType, bool canonicalizeNaN) {
    Value half = decodeToF16(x);
    if (wideType.isF16())
      return replaceNaN(half, half, numerics::f16.nanCode);
    Value wide = b.extendFloat(half);
    if (wideType.isF32() && !canonicalizeNaN)
      return wide;
    wide = replaceNaN(half, wide, numerics::canonicalNaNBits);
    return wideType.isF32() ? wide : takeBF16(wide);
  }

private:
  int64_t getNumPairs() const { return (size + 1) / 2; }

  /// Extends to f32. bf16 is the upper half of f32, so the extension is exact.
  Value extendToF32(Value x) {
    Type element = getElementTypeOrSelf(x.getType());
    if (element.isF32())
      return x;
    if (element.isF16())
      return b.extendFloat(x);
    Value bits = b.extendZero(b.bitcast(b.getI16Type(), x), 32);
    return b.toFloat(b.shl(bits, 16));
  }

  /// Truncates to bf16. Every 8-bit code is exact in bf16.
  Value takeBF16(Value wide) {
    Value bits = b.truncate(b.shr(b.toBits(wide), 16), 16);
    return b.bitcast(b.getBF16Type(), bits);
  }

  Value decodeToF16(Value x) {
    Type format = getElementTypeOrSelf(x.getType());
    Value bytes = b.bitcast(b.getI8Type(), x);
    if (size % 2 != 0) {
      SmallVector<int64_t> lanes = llvm::to_vector(llvm::seq<int64_t>(size));
      lanes.push_back(size - 1);
      bytes = b.shuffle(bytes, bytes, lanes);
    }
    Value words = b.regroup(bytes, getNumPairs(), b.getI16Type());
    SmallVector<Value> halves;
    for (int64_t i = 0; i < getNumPairs(); ++i) {
      Value pair = LLVM::BitcastOp::create(
          b, VectorType::get({2}, b.getI8Type()), b.extract(words, i));
      Value both = NVVM::ConvertF8x2ToF16x2Op::create(
          b, VectorType::get({2}, b.getF16Type()), pair, /*relu=*/false,
          format);
      halves.append({b.extract(both, 0), b.extract(both, 1)});
    }
    return b.fromElements(ArrayRef(halves).take_front(size));
  }

  /// Returns `value`, with `bits` for each element whose `test` is NaN.
  Value replaceNaN(Value test, Value value, uint64_t bits) {
    Value isNaN = b.isNaN(test);
    auto type = cast<VectorType>(value.getType());
    Type integer = b.getIntegerType(type.getElementTypeBitWidth());
    Value nan = b.bitcast(type, b.constant(type.clone(integer), bits));
    return b.select(isNaN, nan, value);
  }

  VectorBuilder b;
  int64_t size;
};

struct LowerConvert : OpRewritePattern<ConvertOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ConvertOp op,
                                PatternRewriter &rewriter) const override {
    bool isEncode = isHardwareFormat(op.getResultFormat());
    if (!isEncode && !isHardwareFormat(op.getInputFormat()))
      return rewriter.notifyMatchFailure(op, "no instruction for this format");
    if (op.getRounding() != RoundingMode::NearestEven)
      return rewriter.notifyMatchFailure(op, "not rounded to nearest");
    Location loc = op.getLoc();
    Type to = getElementTypeOrSelf(op.getType());
    Value x = op.getInput();
    bool canonicalizeNaN = !hidesNaNs(op.getResult());
    auto convert = [&](Value vector, int64_t size) {
      PairConverter converter(rewriter, loc, size);
      return isEncode ? converter.encode(vector, to)
                      : converter.decode(vector, to, canonicalizeNaN);
    };
    if (auto vector = dyn_cast<VectorType>(x.getType());
        vector && vector.getRank() == 1 && !vector.isScalable() &&
        vector.getNumElements() <= kMaxConverted) {
      rewriter.replaceOp(op, convert(x, vector.getNumElements()));
      return success();
    }
    if (isa<ShapedType>(x.getType()))
      return rewriter.notifyMatchFailure(op, "not a scalar or short vector");
    x = vector::FromElementsOp::create(rewriter, loc,
                                       VectorType::get({1}, x.getType()), x);
    rewriter.replaceOpWithNewOp<vector::ExtractOp>(op, convert(x, 1),
                                                   int64_t(0));
    return success();
  }
};

struct ConvertFP8ToNVVM
    : fp8::impl::ConvertFP8ToNVVMPassBase<ConvertFP8ToNVVM> {
  void runOnOperation() override {
    // The bodies of these ops may not contain ops of LLVM.
    WalkResult result = getOperation()->walk([](Operation *op) {
      if (!isa<KernelOp, UpdateOp>(op))
        return WalkResult::advance();
      op->emitOpError("unsupported by convert-fp8-to-nvvm: it is not emitted "
                      "yet; run --fp8-emit-gpu first");
      return WalkResult::interrupt();
    });
    if (result.wasInterrupted())
      return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    populateFP8ToNVVMPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace

void fp8::populateFP8ToNVVMPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerConvert>(patterns.getContext());
  populateBF16Patterns(patterns);
  populateBytePatterns(patterns);
  populateStochasticRoundingPatterns(patterns);
}
