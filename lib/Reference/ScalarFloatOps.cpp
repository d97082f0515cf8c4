//===- ScalarFloatOps.cpp - float arithmetic of scalar programs -----------===//
//
// The table of float functions. Ops on f64 compute in f64. Ops on f32 and
// narrower types compute in f32 and then round to the type by IEEE rules. For
// the basic operations on bf16 and f16 this is the correctly rounded result,
// because f32 has more than twice as many bits.
//
//===----------------------------------------------------------------------===//

#include "ScalarProgram.h"

#include "fp8/Numerics/Math.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/ScopedPrinter.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::reference;

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {
/// A function of up to three floats. A null pointer means that the function
/// does not exist for the type.
struct FloatFunction {
  float (*f32)(const float *);
  double (*f64)(const double *);
};
} // namespace

/// Returns a function that C++ rounds correctly in both types.
template <typename F>
static FloatFunction exact(F function) {
  return {function, function};
}

/// Returns a function that fp8/Numerics/Math.h defines, for f32 only.
static FloatFunction declared(float (*function)(const float *)) {
  return {function, nullptr};
}

template <typename T>
static T minimum(T a, T b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) ? a : b;
  if (a == b)
    return std::signbit(a) ? a : b;
  return a < b ? a : b;
}

/// Returns the maximum of the operands that are not NaN.
template <typename T>
static T maxNum(T a, T b) {
  return std::isnan(a) ? b : std::isnan(b) ? a : maximum(a, b);
}
template <typename T>
static T minNum(T a, T b) {
  return std::isnan(a) ? b : std::isnan(b) ? a : minimum(a, b);
}

/// Rounds ties to even. std::round rounds ties away from zero, and
/// std::nearbyint would depend on the rounding mode.
template <typename T>
static T roundEven(T x) {
  T rounded = std::round(x);
  bool isTie = std::fabs(rounded - x) == T(0.5);
  if (isTie && std::fmod(rounded, T(2)) != 0)
    rounded -= std::copysign(T(1), x);
  return std::copysign(rounded, x);
}

static const std::pair<StringLiteral, FloatFunction> kFloatFunctions[] = {
    {"arith.addf", exact([](const auto *x) { return x[0] + x[1]; })},
    {"arith.divf", exact([](const auto *x) { return x[0] / x[1]; })},
    {"arith.maximumf",
     exact([](const auto *x) { return maximum(x[0], x[1]); })},
    {"arith.maxnumf", exact([](const auto *x) { return maxNum(x[0], x[1]); })},
    {"arith.minimumf",
     exact([](const auto *x) { return minimum(x[0], x[1]); })},
    {"arith.minnumf", exact([](const auto *x) { return minNum(x[0], x[1]); })},
    {"arith.mulf", exact([](const auto *x) { return x[0] * x[1]; })},
    {"arith.negf", exact([](const auto *x) { return -x[0]; })},
    {"arith.remf", exact([](const auto *x) { return std::fmod(x[0], x[1]); })},
    {"arith.subf", exact([](const auto *x) { return x[0] - x[1]; })},
    {"math.absf", exact([](const auto *x) { return std::fabs(x[0]); })},
    {"math.ceil", exact([](const auto *x) { return std::ceil(x[0]); })},
    {"math.copysign",
     exact([](const auto *x) { return std::copysign(x[0], x[1]); })},
    {"math.floor", exact([](const auto *x) { return std::floor(x[0]); })},
    {"math.fma",
     exact([](const auto *x) { return std::fma(x[0], x[1], x[2]); })},
    {"math.round", exact([](const auto *x) { return std::round(x[0]); })},
    {"math.roundeven", exact([](const auto *x) { return roundEven(x[0]); })},
    {"math.sqrt", exact([](const auto *x) { return std::sqrt(x[0]); })},
    {"math.trunc", exact([](const auto *x) { return std::trunc(x[0]); })},
    {"math.atan", declared([](auto *x) { return numerics::atanF32(x[0]); })},
    {"math.atan2",
     declared([](auto *x) { return numerics::atan2F32(x[0], x[1]); })},
    {"math.cbrt", declared([](auto *x) { return numerics::cbrtF32(x[0]); })},
    {"math.cos", declared([](auto *x) { return numerics::cosF32(x[0]); })},
    {"math.erf", declared([](auto *x) { return numerics::erfF32(x[0]); })},
    {"math.erfc", declared([](auto *x) { return numerics::erfcF32(x[0]); })},
    {"math.exp", declared([](auto *x) { return numerics::expF32(x[0]); })},
    {"math.exp2", declared([](auto *x) { return numerics::exp2F32(x[0]); })},
    {"math.expm1", declared([](auto *x) { return numerics::expm1F32(x[0]); })},
    {"math.log", declared([](auto *x) { return numerics::logF32(x[0]); })},
    {"math.log10", declared([](auto *x) { return numerics::log10F32(x[0]); })},
    {"math.log1p", declared([](auto *x) { return numerics::log1pF32(x[0]); })},
    {"math.log2", declared([](auto *x) { return numerics::log2F32(x[0]); })},
    {"math.powf",
     declared([](auto *x) { return numerics::powF32(x[0], x[1]); })},
    {"math.rsqrt", declared([](auto *x) { return numerics::rsqrtF32(x[0]); })},
    {"math.sin", declared([](auto *x) { return numerics::sinF32(x[0]); })},
    {"math.tanh", declared([](auto *x) { return numerics::tanhF32(x[0]); })},
};

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// Returns the codec of the float type of `op`. Fails if the type has no
/// arithmetic.
static FailureOr<FloatCodec> getArithmeticCodec(Operation *op, Type type) {
  std::optional<FloatCodec> codec = FloatCodec::get(getElementTypeOrSelf(type));
  if (!codec || codec->isE8M0())
    return emitUnsupported(op, " on " + llvm::to_string(type));
  return *codec;
}

static LogicalResult compileFloatOp(Operation *op, ScalarCompiler &compiler,
                                    FloatFunction function) {
  FailureOr<FloatCodec> codec =
      getArithmeticCodec(op, op->getResult(0).getType());
  if (failed(codec))
    return failure();
  if (codec->isF64() && !function.f64)
    return emitUnsupported(op, " on f64: the function is declared for f32 and "
                               "narrower types");
  // All functions receive three values; unused values are harmless.
  std::array<unsigned, 3> x;
  for (unsigned i = 0; i < 3; ++i)
    x[i] = compiler.get(op->getOperand(i < op->getNumOperands() ? i : 0));
  unsigned result = compiler.define(op->getResult(0));

  if (codec->isF64())
    return compiler.emit([=, f = function.f64](ScalarState &s) {
      double values[3] = {f64Of(s[x[0]]), f64Of(s[x[1]]), f64Of(s[x[2]])};
      s[result] = bitsOfF64(f(values));
    });
  if (codec->isF32())
    return compiler.emit([=, f = function.f32](ScalarState &s) {
      float values[3] = {numerics::floatOf(static_cast<uint32_t>(s[x[0]])),
                         numerics::floatOf(static_cast<uint32_t>(s[x[1]])),
                         numerics::floatOf(static_cast<uint32_t>(s[x[2]]))};
      s[result] = numerics::bitsOf(f(values));
    });
  return compiler.emit([=, codec = *codec, f = function.f32](ScalarState &s) {
    float values[3] = {codec.decodeF32(s[x[0]]), codec.decodeF32(s[x[1]]),
                       codec.decodeF32(s[x[2]])};
    s[result] = codec.encodeF32(f(values), numerics::Overflow::Infinity);
  });
}

/// Compiles sin and cos of one operand.
static LogicalResult compileSincos(math::SincosOp op,
                                   ScalarCompiler &compiler) {
  FailureOr<FloatCodec> codec =
      getArithmeticCodec(op, op.getOperand().getType());
  if (failed(codec))
    return failure();
  if (codec->isF64())
    return emitUnsupported(op, " on f64: the function is declared for f32 and "
                               "narrower types");
  unsigned x = compiler.get(op.getOperand());
  unsigned sin = compiler.define(op.getSin());
  unsigned cos = compiler.define(op.getCos());
  return compiler.emit([=, codec = *codec](ScalarState &s) {
    float value = codec.decodeF32(s[x]);
    s[sin] =
        codec.encodeF32(numerics::sinF32(value), numerics::Overflow::Infinity);
    s[cos] =
        codec.encodeF32(numerics::cosF32(value), numerics::Overflow::Infinity);
  });
}

/// Compiles a predicate on one float, evaluated exactly in f64.
static LogicalResult compileClassOp(Operation *op, ScalarCompiler &compiler,
                                    bool (*isOne)(double)) {
  FailureOr<FloatCodec> codec =
      getArithmeticCodec(op, op->getOperand(0).getType());
  if (failed(codec))
    return failure();
  unsigned x = compiler.get(op->getOperand(0));
  unsigned result = compiler.define(op->getResult(0));
  return compiler.emit([=, codec = *codec](ScalarState &s) {
    s[result] = isOne(codec.decodeF64(s[x]));
  });
}

/// Compiles math.isnormal. The smallest normal number depends on the type.
static LogicalResult compileIsNormal(math::IsNormalOp op,
                                     ScalarCompiler &compiler) {
  Type type = getElementTypeOrSelf(op.getOperand());
  FailureOr<FloatCodec> codec = getArithmeticCodec(op, type);
  if (failed(codec))
    return failure();
  double least =
      APFloat::getSmallestNormalized(cast<FloatType>(type).getFloatSemantics())
          .convertToDouble();
  unsigned x = compiler.get(op.getOperand());
  unsigned result = compiler.define(op.getResult());
  return compiler.emit([=, codec = *codec](ScalarState &s) {
    double value = codec.decodeF64(s[x]);
    s[result] = std::isfinite(value) && std::fabs(value) >= least;
  });
}

/// Compares exactly, in f64 for every type.
static bool compare(arith::CmpFPredicate predicate, double a, double b) {
  bool isUnordered = std::isnan(a) || std::isnan(b);
  switch (predicate) {
  case arith::CmpFPredicate::AlwaysFalse:
    return false;
  case arith::CmpFPredicate::OEQ:
    return a == b;
  case arith::CmpFPredicate::OGT:
    return a > b;
  case arith::CmpFPredicate::OGE:
    return a >= b;
  case arith::CmpFPredicate::OLT:
    return a < b;
  case arith::CmpFPredicate::OLE:
    return a <= b;
  case arith::CmpFPredicate::ONE:
    return !isUnordered && a != b;
  case arith::CmpFPredicate::ORD:
    return !isUnordered;
  case arith::CmpFPredicate::UEQ:
    return isUnordered || a == b;
  case arith::CmpFPredicate::UGT:
    return isUnordered || a > b;
  case arith::CmpFPredicate::UGE:
    return isUnordered || a >= b;
  case arith::CmpFPredicate::ULT:
    return isUnordered || a < b;
  case arith::CmpFPredicate::ULE:
    return isUnordered || a <= b;
  case arith::CmpFPredicate::UNE:
    return isUnordered || a != b;
  case arith::CmpFPredicate::UNO:
    return isUnordered;
  case arith::CmpFPredicate::AlwaysTrue:
    return true;
  }
  llvm_unreachable("unknown predicate of arith.cmpf");
}

static LogicalResult compileCmpF(arith::CmpFOp op, ScalarCompiler &compiler) {
  FailureOr<FloatCodec> codec = getArithmeticCodec(op, op.getLhs().getType());
  if (failed(codec))
    return failure();
  unsigned lhs = compiler.get(op.getLhs()), rhs = compiler.get(op.getRhs());
  unsigned result = compiler.define(op.getResult());
  return compiler.emit([=, codec = *codec,
                        predicate = op.getPredicate()](ScalarState &s) {
    s[result] =
        compare(predicate, codec.decodeF64(s[lhs]), codec.decodeF64(s[rhs]));
  });
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

void reference::addFloatOps(ScalarOpTable &table) {
  for (const auto &[name, function] : kFloatFunctions)
    table[name] = [function = function](Operation *op,
                                        ScalarCompiler &compiler) {
      return compileFloatOp(op, compiler, function);
    };
  auto addClass = [&](StringRef name, bool (*isOne)(double)) {
    table[name] = [isOne](Operation *op, ScalarCompiler &compiler) {
      return compileClassOp(op, compiler, isOne);
    };
  };
  addClass("math.isfinite", [](double x) { return std::isfinite(x); });
  addClass("math.isinf", [](double x) { return std::isinf(x); });
  addClass("math.isnan", [](double x) { return std::isnan(x); });
  addScalarOp<arith::CmpFOp>(table, compileCmpF);
  addScalarOp<math::IsNormalOp>(table, compileIsNormal);
  addScalarOp<math::SincosOp>(table, compileSincos);
}
