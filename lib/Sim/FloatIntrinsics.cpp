//===- FloatIntrinsics.cpp - conversions and exact arithmetic -------------===//
//
// Supports instructions that round correctly and preserve subnormals.
// Approximations of the GPU (ex2.approx, ...) differ between chips, and .ftz
// differs from the numerics of this project. The only exception is the
// reciprocal, from which exact quotients are computed: they must be correct for
// any value within the error bound.
//
//===----------------------------------------------------------------------===//

#include "Minifloat.h"
#include "Shim.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;
using namespace fp8sim;

static Value *toBits(IRBuilder<> &b, Value *value) {
  unsigned bits = value->getType()->getPrimitiveSizeInBits();
  return b.CreateZExt(b.CreateBitCast(value, b.getIntNTy(bits)),
                      b.getInt32Ty());
}

static Value *fromBits(IRBuilder<> &b, Value *bits, Type *type) {
  Type *narrow = b.getIntNTy(type->getPrimitiveSizeInBits());
  return b.CreateBitCast(b.CreateTrunc(bits, narrow), type);
}

/// Emits max(value, +0); preserves NaN.
static Value *applyRelu(IRBuilder<> &b, Value *value) {
  Constant *zero = Constant::getNullValue(value->getType());
  return b.CreateSelect(b.CreateFCmpUGT(value, zero), value, zero);
}

/// Clamps `value`, an f32, to the finite range of `type`; preserves NaN.
static Value *clampToFinite(IRBuilder<> &b, Value *value, Type *type) {
  auto bound = [&](bool isNegative) {
    APFloat largest = APFloat::getLargest(type->getFltSemantics(), isNegative);
    bool losesInfo;
    largest.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                    &losesInfo);
    return ConstantFP::get(b.getContext(), largest);
  };
  Constant *low = bound(true), *high = bound(false);
  value = b.CreateSelect(b.CreateFCmpOGT(value, high), high, value);
  return b.CreateSelect(b.CreateFCmpOLT(value, low), low, value);
}

/// Emits cvt of one or two values of f32, or of f16x2, to a pair of small
/// floats.
static Value *emitEncode(CallInst &call, IRBuilder<> &b, StringRef target,
                         bool fromHalves) {
  bool relu = target.consume_back(".relu");
  StringRef function =
      StringSwitch<StringRef>(target)
          .Case("e4m3x2.rn",
                fromHalves ? "fp8sim_f16x2_e4m3x2" : "fp8sim_f32x2_e4m3x2")
          .Case("e5m2x2.rn",
                fromHalves ? "fp8sim_f16x2_e5m2x2" : "fp8sim_f32x2_e5m2x2")
          .Default("");
  if (function.empty())
    return nullptr;
  SmallVector<Value *> arguments;
  for (Value *value : call.args()) {
    if (relu && fromHalves)
      return nullptr;
    arguments.push_back(toBits(b, relu ? applyRelu(b, value) : value));
  }
  Value *codes = callRuntime(b, function, b.getInt32Ty(), arguments);
  return fromBits(b, codes, call.getType());
}

static Value *emitDecode(CallInst &call, IRBuilder<> &b, StringRef function) {
  Value *halves = callRuntime(b, function, b.getInt32Ty(),
                              {toBits(b, call.getArgOperand(0))});
  return fromBits(b, halves, call.getType());
}

/// Emits cvt of f32 to one or two f16 or bf16 as fptrunc, for which
/// makeFloatsExact emits the rounding of PTX. The first operand becomes the
/// high half.
static Value *emitTruncate(CallInst &call, IRBuilder<> &b, StringRef mode) {
  bool saturate = mode.consume_back(".satfinite");
  bool relu = mode.consume_back(".relu");
  if (mode != "rn")
    return nullptr;
  Type *type = call.getType();
  auto convert = [&](Value *value) {
    if (relu)
      value = applyRelu(b, value);
    if (saturate)
      value = clampToFinite(b, value, type->getScalarType());
    return b.CreateFPTrunc(value, type->getScalarType());
  };
  if (!type->isVectorTy())
    return convert(call.getArgOperand(0));
  Value *pair = PoisonValue::get(type);
  pair =
      b.CreateInsertElement(pair, convert(call.getArgOperand(1)), uint64_t(0));
  return b.CreateInsertElement(pair, convert(call.getArgOperand(0)),
                               uint64_t(1));
}

/// Emits a conversion to ue8m0 scales. rest is (rz|rp)[.satfinite].
static Value *emitEncodeScale(CallInst &call, IRBuilder<> &b, StringRef rest) {
  bool saturate = rest.consume_back(".satfinite");
  Value *high = call.getArgOperand(0), *low = nullptr;
  if (call.arg_size() == 2) {
    high = toBits(b, high);
    low = toBits(b, call.getArgOperand(1));
  } else {
    // The bits of bf16 are the upper half of f32.
    Value *pair = toBits(b, high);
    high = b.CreateAnd(pair, 0xffff0000);
    low = b.CreateShl(pair, 16);
  }
  Value *codes =
      callRuntime(b, "fp8sim_f32x2_ue8m0x2", b.getInt32Ty(),
                  {high, low, b.getInt32(rest == "rp"), b.getInt32(saturate)});
  return fromBits(b, codes, call.getType());
}

static Value *emitConversion(CallInst &call, IRBuilder<> &b, StringRef rest) {
  if (rest.consume_front("ff.to.ue8m0x2.") ||
      rest.consume_front("bf16x2.to.ue8m0x2."))
    return emitEncodeScale(call, b, rest);
  if (rest.consume_front("ff.to."))
    return emitEncode(call, b, rest, /*fromHalves=*/false);
  if (rest.consume_front("f16x2.to."))
    return emitEncode(call, b, rest, /*fromHalves=*/true);
  if (rest == "e4m3x2.to.f16x2.rn")
    return emitDecode(call, b, "fp8sim_e4m3x2_f16x2");
  if (rest == "e5m2x2.to.f16x2.rn")
    return emitDecode(call, b, "fp8sim_e5m2x2_f16x2");
  if (rest == "ue8m0x2.to.bf16x2")
    return emitDecode(call, b, "fp8sim_ue8m0x2_bf16x2");
  if (rest.consume_front("ff2bf16x2.") || rest.consume_front("ff2f16x2.") ||
      rest.consume_front("f2bf16.") || rest.consume_front("f2f16."))
    return emitTruncate(call, b, rest);
  return nullptr;
}

/// Emits an approximate function from f32 to f32.
static Value *emitApproximation(CallInst &call, IRBuilder<> &b,
                                StringRef name) {
  if (name != "rcp.approx.ftz.f")
    return nullptr;
  Value *bits = callRuntime(b, "fp8sim_rcp", b.getInt32Ty(),
                            {toBits(b, call.getArgOperand(0))});
  return fromBits(b, bits, call.getType());
}

/// Emits a multiplication rounded toward zero. The product of two f32 is exact
/// in f64. The nearest f32 may exceed it by one unit in the last place.
static Value *emitMultiplyTowardZero(IRBuilder<> &b, Value *x, Value *y) {
  Value *product = b.CreateFMul(b.CreateFPExt(x, b.getDoubleTy()),
                                b.CreateFPExt(y, b.getDoubleTy()));
  Value *nearest = b.CreateFPTrunc(product, b.getFloatTy());
  auto magnitude = [&](Value *value) {
    return b.CreateUnaryIntrinsic(Intrinsic::fabs, value);
  };
  Value *isBeyond = b.CreateFCmpOGT(
      magnitude(b.CreateFPExt(nearest, b.getDoubleTy())), magnitude(product));
  Value *bits = toBits(b, nearest);
  bits = b.CreateSub(bits, b.CreateZExt(isBeyond, b.getInt32Ty()));
  return fromBits(b, bits, b.getFloatTy());
}

static Value *emitArithmetic(CallInst &call, IRBuilder<> &b, StringRef name) {
  auto arg = [&](unsigned i) { return call.getArgOperand(i); };
  if (name == "fma.rn.f" || name == "fma.rn.d")
    return b.CreateIntrinsic(Intrinsic::fma, call.getType(),
                             {arg(0), arg(1), arg(2)});
  if (name == "div.rn.f" || name == "div.rn.d")
    return b.CreateFDiv(arg(0), arg(1));
  if (name == "add.rn.f" || name == "add.rn.d")
    return b.CreateFAdd(arg(0), arg(1));
  if (name == "mul.rn.f" || name == "mul.rn.d")
    return b.CreateFMul(arg(0), arg(1));
  if (name == "mul.rz.f")
    return emitMultiplyTowardZero(b, arg(0), arg(1));
  if (name == "rcp.rn.f" || name == "rcp.rn.d")
    return b.CreateFDiv(ConstantFP::get(call.getType(), 1.0), arg(0));
  Intrinsic::ID binary = StringSwitch<Intrinsic::ID>(name)
                             .Cases({"fmax.f", "fmax.d"}, Intrinsic::maxnum)
                             .Cases({"fmin.f", "fmin.d"}, Intrinsic::minnum)
                             .Case("fmax.nan.f", Intrinsic::maximum)
                             .Case("fmin.nan.f", Intrinsic::minimum)
                             .Default(Intrinsic::not_intrinsic);
  if (binary != Intrinsic::not_intrinsic)
    return b.CreateBinaryIntrinsic(binary, arg(0), arg(1));
  Intrinsic::ID unary =
      StringSwitch<Intrinsic::ID>(name)
          .Cases({"sqrt.rn.f", "sqrt.rn.d", "sqrt.f"}, Intrinsic::sqrt)
          .Cases({"fabs.f32", "fabs.f64"}, Intrinsic::fabs)
          .Cases({"floor.f", "floor.d"}, Intrinsic::floor)
          .Cases({"ceil.f", "ceil.d"}, Intrinsic::ceil)
          .Cases({"trunc.f", "trunc.d"}, Intrinsic::trunc)
          .Cases({"round.f", "round.d"}, Intrinsic::roundeven)
          .Default(Intrinsic::not_intrinsic);
  return unary == Intrinsic::not_intrinsic
             ? nullptr
             : b.CreateUnaryIntrinsic(unary, arg(0));
}

Value *fp8sim::lowerFloatIntrinsic(CallInst &call, IRBuilder<> &b) {
  StringRef name = call.getCalledFunction()->getName();
  if (!name.consume_front("llvm.nvvm."))
    return nullptr;
  if (Value *result = emitConversion(call, b, name))
    return result;
  if (Value *result = emitApproximation(call, b, name))
    return result;
  return emitArithmetic(call, b, name);
}
