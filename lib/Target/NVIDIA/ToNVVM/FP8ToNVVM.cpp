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
#include "fp8/IR/FP8.h"
#include "fp8/Numerics/Formats.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
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

/// Returns true if `op` reads the bits of a magnitude to find the largest of
/// several magnitudes. The bits of any NaN exceed all other bits, and the
/// result is used as a number again.
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
      Value low = vector::ExtractOp::create(b, wide, i);
      Value high = i + 1 == size
                       ? low
                       : vector::ExtractOp::create(b, wide, i + 1).getResult();
      // The first operand becomes the high byte, which is the later element.
      pairs.push_back(NVVM::ConvertF32x2ToF8x2Op::create(
          b, b.getI16Type(), high, low, NVVM::FPRoundingMode::RN,
          NVVM::SaturationMode::SATFINITE, /*relu=*/false, format));
    }
    Value words = vector::FromElementsOp::create(
        b, VectorType::get({getNumPairs()}, b.getI16Type()), pairs);
    Value bytes = vector::BitCastOp::create(
        b, VectorType::get({2 * getNumPairs()}, b.getI8Type()), words);
    if (size % 2 != 0)
      bytes = vector::ExtractStridedSliceOp::create(
          b, bytes, ArrayRef<int64_t>{0}, ArrayRef<int64_t>{size},
          ArrayRef<int64_t>{1});
    return arith::BitcastOp::create(b, vectorOf(format), bytes);
  }

  Value decode(Value x, Type wideType, bool canonicalizeNaN) {
    Value half = decodeToF16(x);
    if (wideType.isF16())
      return replaceNaN(half, half, numerics::f16.nanCode);
    Value wide = arith::ExtFOp::create(b, vectorOf(b.getF32Type()), half);
    if (wideType.isF32() && !canonicalizeNaN)
      return wide;
    wide = replaceNaN(half, wide, numerics::canonicalNaNBits);
    return wideType.isF32() ? wide : takeBF16(wide);
  }

private:
  VectorType vectorOf(Type element) { return VectorType::get({size}, element); }
  int64_t getNumPairs() const { return (size + 1) / 2; }
  Value splat(IntegerType type, uint64_t bits) {
    return arith::ConstantOp::create(
        b,
        SplatElementsAttr::get(vectorOf(type), APInt(type.getWidth(), bits)));
  }

  /// Extends to f32. bf16 is the upper half of f32, so the extension is exact.
  Value extendToF32(Value x) {
    Type element = getElementTypeOrSelf(x.getType());
    if (element.isF32())
      return x;
    if (element.isF16())
      return arith::ExtFOp::create(b, vectorOf(b.getF32Type()), x);
    Value bits = arith::BitcastOp::create(b, vectorOf(b.getI16Type()), x);
    bits = arith::ExtUIOp::create(b, vectorOf(b.getI32Type()), bits);
    bits = arith::ShLIOp::create(b, bits, splat(b.getI32Type(), 16));
    return arith::BitcastOp::create(b, vectorOf(b.getF32Type()), bits);
  }

  /// Truncates to bf16. Every 8-bit code is exact in bf16.
  Value takeBF16(Value wide) {
    Value bits = arith::BitcastOp::create(b, vectorOf(b.getI32Type()), wide);
    bits = arith::ShRUIOp::create(b, bits, splat(b.getI32Type(), 16));
    bits = arith::TruncIOp::create(b, vectorOf(b.getI16Type()), bits);
    return arith::BitcastOp::create(b, vectorOf(b.getBF16Type()), bits);
  }

  Value decodeToF16(Value x) {
    Type format = getElementTypeOrSelf(x.getType());
    Value bytes = arith::BitcastOp::create(b, vectorOf(b.getI8Type()), x);
    if (size % 2 != 0) {
      SmallVector<int64_t> lanes = llvm::to_vector(llvm::seq<int64_t>(size));
      lanes.push_back(size - 1);
      bytes = vector::ShuffleOp::create(b, bytes, bytes, lanes);
    }
    Value words = vector::BitCastOp::create(
        b, VectorType::get({getNumPairs()}, b.getI16Type()), bytes);
    SmallVector<Value> halves;
    for (int64_t i = 0; i < getNumPairs(); ++i) {
      Value pair =
          LLVM::BitcastOp::create(b, VectorType::get({2}, b.getI8Type()),
                                  vector::ExtractOp::create(b, words, i));
      Value both = NVVM::ConvertF8x2ToF16x2Op::create(
          b, VectorType::get({2}, b.getF16Type()), pair, /*relu=*/false,
          format);
      halves.push_back(vector::ExtractOp::create(b, both, int64_t(0)));
      halves.push_back(vector::ExtractOp::create(b, both, int64_t(1)));
    }
    return vector::FromElementsOp::create(b, vectorOf(b.getF16Type()),
                                          ArrayRef(halves).take_front(size));
  }

  /// Returns `value`, with `bits` for each element whose `test` is NaN.
  Value replaceNaN(Value test, Value value, uint64_t bits) {
    Value isNaN =
        arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, test, test);
    unsigned width =
        getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth();
    Value nan = arith::BitcastOp::create(b, value.getType(),
                                         splat(b.getIntegerType(width), bits));
    return arith::SelectOp::create(b, isNaN, nan, value);
  }

  ImplicitLocOpBuilder b;
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
    WalkResult result = getOperation()->walk([](KernelOp kernel) {
      kernel.emitOpError("unsupported by convert-fp8-to-nvvm: a kernel that is "
                         "not emitted yet; run --fp8-emit-gpu first");
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
