//===- FP8ToNVVM.cpp - fp8.convert in instructions of the GPU -------------===//
//
// cvt converts two elements at a time. It saturates, infinities included, turns
// every NaN into 0x7F and keeps subnormals: the declared conversion. Decoding
// gives f16, in which every code is exact but NaN, which has other bits.
//
//===----------------------------------------------------------------------===//

#include "fp8/Conversion/FP8ToNVVM/FP8ToNVVM.h"
#include "fp8/IR/FP8.h"
#include "fp8/Numerics/Formats.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_CONVERTFP8TONVVM
#include "fp8/Conversion/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

static bool isCode(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(type);
}

/// `value`, a scalar or a vector of rank 1, as a list of an even number of
/// scalars, filled up with the last.
static SmallVector<Value> toScalars(ImplicitLocOpBuilder &b, Value value) {
  SmallVector<Value> scalars;
  auto type = dyn_cast<VectorType>(value.getType());
  if (!type)
    scalars.push_back(value);
  for (int64_t i = 0, e = type ? type.getNumElements() : 0; i < e; ++i)
    scalars.push_back(vector::ExtractOp::create(b, value, i));
  if (scalars.size() % 2 != 0)
    scalars.push_back(scalars.back());
  return scalars;
}

/// The scalar or vector of `type` that begins the list `scalars`.
static Value fromScalars(ImplicitLocOpBuilder &b, Type type,
                         ArrayRef<Value> scalars) {
  auto vector = dyn_cast<VectorType>(type);
  if (!vector)
    return scalars.front();
  return vector::FromElementsOp::create(
      b, vector, scalars.take_front(vector.getNumElements()));
}

static Value encode(ImplicitLocOpBuilder &b, Value x, Type type) {
  SmallVector<Value> scalars = toScalars(b, x);
  SmallVector<Value> codes;
  auto pair = VectorType::get({2}, b.getI8Type());
  for (size_t i = 0; i < scalars.size(); i += 2) {
    // The first operand becomes the high byte, which is element 1.
    Value both = NVVM::ConvertF32x2ToF8x2Op::create(
        b, pair, scalars[i + 1], scalars[i], NVVM::FPRoundingMode::RN,
        NVVM::SaturationMode::SATFINITE, /*relu=*/false,
        getElementTypeOrSelf(type));
    codes.push_back(vector::ExtractOp::create(b, both, int64_t(0)));
    codes.push_back(vector::ExtractOp::create(b, both, int64_t(1)));
  }
  Type bytes = b.getI8Type();
  if (auto vector = dyn_cast<VectorType>(type))
    bytes = vector.clone(bytes);
  return arith::BitcastOp::create(b, type, fromScalars(b, bytes, codes));
}

static Value decode(ImplicitLocOpBuilder &b, Value x, Type type) {
  auto shaped = [&](Type element) {
    auto vector = dyn_cast<VectorType>(type);
    return vector ? Type(vector.clone(element)) : element;
  };
  Type format = getElementTypeOrSelf(x.getType());
  Value bytes = arith::BitcastOp::create(b, shaped(b.getI8Type()), x);
  SmallVector<Value> scalars = toScalars(b, bytes);
  SmallVector<Value> halves;
  for (size_t i = 0; i < scalars.size(); i += 2) {
    Value pair =
        vector::FromElementsOp::create(b, VectorType::get({2}, b.getI8Type()),
                                       ValueRange{scalars[i], scalars[i + 1]});
    Value both = NVVM::ConvertF8x2ToF16x2Op::create(
        b, VectorType::get({2}, b.getF16Type()), pair, /*relu=*/false, format);
    halves.push_back(vector::ExtractOp::create(b, both, int64_t(0)));
    halves.push_back(vector::ExtractOp::create(b, both, int64_t(1)));
  }
  Value half = fromScalars(b, shaped(b.getF16Type()), halves);
  Value wide = arith::ExtFOp::create(b, type, half);
  Value isNaN = arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, half, half);
  TypedAttr nan = b.getF32FloatAttr(numerics::canonicalNaN());
  if (auto vector = dyn_cast<VectorType>(type))
    nan = SplatElementsAttr::get(vector, Attribute(nan));
  return arith::SelectOp::create(b, isNaN, arith::ConstantOp::create(b, nan),
                                 wide);
}

namespace {
struct LowerConvert : OpRewritePattern<ConvertOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ConvertOp op,
                                PatternRewriter &rewriter) const override {
    Type from = getElementTypeOrSelf(op.getInput().getType());
    Type to = getElementTypeOrSelf(op.getType());
    auto shaped = dyn_cast<ShapedType>(op.getType());
    if (shaped && (!isa<VectorType>(shaped) || shaped.getRank() != 1))
      return rewriter.notifyMatchFailure(op, "not a scalar or vector");
    if (op.getRounding() != RoundingMode::NearestEven)
      return rewriter.notifyMatchFailure(op, "not rounded to nearest");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    if (from.isF32() && isCode(to)) {
      rewriter.replaceOp(op, encode(b, op.getInput(), op.getType()));
      return success();
    }
    if (isCode(from) && to.isF32()) {
      rewriter.replaceOp(op, decode(b, op.getInput(), op.getType()));
      return success();
    }
    return rewriter.notifyMatchFailure(op, "no instruction for these formats");
  }
};

struct ConvertFP8ToNVVM : fp8::impl::ConvertFP8ToNVVMBase<ConvertFP8ToNVVM> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateFP8ToNVVMPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace

void fp8::populateFP8ToNVVMPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerConvert>(patterns.getContext());
}
