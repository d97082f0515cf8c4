//===- ExpandMath.cpp - --fp8-expand-math
//-----------------------------------===//
//
// Instantiates the expansions of include/fp8/Numerics/Math*.h with a builder
// that emits ops, so that what is emitted cannot differ from the declared
// numerics.
//
//===----------------------------------------------------------------------===//

#include "fp8/Numerics/Math.h"
#include "fp8/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_FP8EXPANDMATH
#include "fp8/Transforms/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {

//===----------------------------------------------------------------------===//
// The builder
//===----------------------------------------------------------------------===//

/// `element`, in the shape of `type` if it has one.
Type withElementType(Type type, Type element) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped ? shaped.clone(element) : element;
}

/// The builder of numerics/MathBuilder.h that emits arith ops, on scalars or
/// elementwise on one shape. Besides arith there are math.fma and math.sqrt.
class ArithBuilder {
public:
  using F32 = Value;
  using I32 = Value;
  using I1 = Value;

  /// `type` gives the shape.
  ArithBuilder(ImplicitLocOpBuilder &builder, Type type)
      : builder(builder), f32Type(withElementType(type, builder.getF32Type())),
        i32Type(withElementType(type, builder.getI32Type())) {}

  Value f32(float value) {
    APInt bits(32, numerics::bitsOf(value));
    return constant(f32Type,
                    builder.getFloatAttr(builder.getF32Type(),
                                         APFloat(APFloat::IEEEsingle(), bits)));
  }
  Value i32(int32_t value) {
    return constant(i32Type, builder.getI32IntegerAttr(value));
  }

  Value add(Value a, Value b) { return create<arith::AddFOp>(a, b); }
  Value sub(Value a, Value b) { return create<arith::SubFOp>(a, b); }
  Value mul(Value a, Value b) { return create<arith::MulFOp>(a, b); }
  Value div(Value a, Value b) { return create<arith::DivFOp>(a, b); }
  Value neg(Value a) { return create<arith::NegFOp>(a); }
  Value fma(Value a, Value b, Value c) { return create<math::FmaOp>(a, b, c); }
  Value sqrt(Value a) { return create<math::SqrtOp>(a); }

  Value lt(Value a, Value b) {
    return compare(arith::CmpFPredicate::OLT, a, b);
  }
  Value gt(Value a, Value b) {
    return compare(arith::CmpFPredicate::OGT, a, b);
  }
  Value eq(Value a, Value b) {
    return compare(arith::CmpFPredicate::OEQ, a, b);
  }
  Value isNaN(Value a) { return compare(arith::CmpFPredicate::UNO, a, a); }

  Value addi(Value a, Value b) { return create<arith::AddIOp>(a, b); }
  Value subi(Value a, Value b) { return create<arith::SubIOp>(a, b); }
  Value muli(Value a, Value b) { return create<arith::MulIOp>(a, b); }
  Value mulHighU(Value a, Value b) {
    return arith::MulUIExtendedOp::create(builder, a, b).getHigh();
  }
  Value andi(Value a, Value b) { return create<arith::AndIOp>(a, b); }
  Value ori(Value a, Value b) { return create<arith::OrIOp>(a, b); }
  Value xori(Value a, Value b) { return create<arith::XOrIOp>(a, b); }
  Value shl(Value a, Value b) { return create<arith::ShLIOp>(a, b); }
  Value shrS(Value a, Value b) { return create<arith::ShRSIOp>(a, b); }
  Value shrU(Value a, Value b) { return create<arith::ShRUIOp>(a, b); }
  Value lti(Value a, Value b) {
    return compare(arith::CmpIPredicate::slt, a, b);
  }
  Value eqi(Value a, Value b) {
    return compare(arith::CmpIPredicate::eq, a, b);
  }

  Value andb(Value a, Value b) { return andi(a, b); }
  Value orb(Value a, Value b) { return ori(a, b); }
  Value select(Value condition, Value a, Value b) {
    return create<arith::SelectOp>(condition, a, b);
  }

  Value toBits(Value a) { return create<arith::BitcastOp>(i32Type, a); }
  Value fromBits(Value a) { return create<arith::BitcastOp>(f32Type, a); }
  Value toFloat(Value a) { return create<arith::SIToFPOp>(f32Type, a); }

private:
  template <typename Op, typename... Args>
  Value create(Args &&...args) {
    return Op::create(builder, std::forward<Args>(args)...);
  }
  Value compare(arith::CmpFPredicate predicate, Value a, Value b) {
    return create<arith::CmpFOp>(predicate, a, b);
  }
  Value compare(arith::CmpIPredicate predicate, Value a, Value b) {
    return create<arith::CmpIOp>(predicate, a, b);
  }

  /// One constant per value: an expansion is straight-line code, so the first
  /// use dominates the others.
  Value constant(Type type, TypedAttr scalar) {
    Value &value = constants[scalar];
    if (!value) {
      auto shaped = dyn_cast<ShapedType>(type);
      TypedAttr attribute =
          shaped ? SplatElementsAttr::get(shaped, Attribute(scalar)) : scalar;
      value = create<arith::ConstantOp>(attribute);
    }
    return value;
  }

  ImplicitLocOpBuilder &builder;
  Type f32Type;
  Type i32Type;
  DenseMap<Attribute, Value> constants;
};

//===----------------------------------------------------------------------===//
// Which ops
//===----------------------------------------------------------------------===//

bool isExpanded(Operation *op) {
  return isa<math::ExpOp, math::Exp2Op, math::ExpM1Op, math::LogOp,
             math::Log1pOp, math::Log2Op, math::Log10Op, math::PowFOp,
             math::RsqrtOp, math::TanhOp, math::ErfOp, math::ErfcOp,
             math::SinOp, math::CosOp, math::SincosOp>(op);
}

/// Ops with one possible result, which every target gives.
bool isExact(Operation *op) {
  return isa<math::AbsFOp, math::CopySignOp, math::SqrtOp, math::FmaOp,
             math::FloorOp, math::CeilOp, math::TruncOp, math::RoundOp,
             math::RoundEvenOp, math::IsFiniteOp, math::IsInfOp, math::IsNaNOp,
             math::IsNormalOp, math::AbsIOp, math::IPowIOp,
             math::CountLeadingZerosOp, math::CountTrailingZerosOp,
             math::CtPopOp>(op);
}

bool isNarrowFloat(Type type) { return type.isBF16() || type.isF16(); }

std::string nameOf(Type type) {
  std::string name;
  llvm::raw_string_ostream(name) << "'" << type << "'";
  return name;
}

/// Reports what keeps `op` from having the declared numerics.
LogicalResult verifySupported(Operation *op) {
  auto refuse = [&](const Twine &what, StringRef supported) {
    InFlightDiagnostic diag = op->emitError()
                              << "unsupported by fp8-expand-math: '"
                              << op->getName() << "' " << what;
    diag.attachNote() << supported;
    return diag;
  };
  Type type = op->getOperand(0).getType();
  Type element = getElementTypeOrSelf(type);
  if (isExact(op)) {
    // Targets compute it in f32 and round twice.
    if (isa<math::FmaOp>(op) && isNarrowFloat(element))
      return refuse("on element type " + nameOf(element),
                    "supported element types are f32 and f64");
    return success();
  }
  if (!isExpanded(op))
    return refuse("has no declared numerics",
                  "exp, exp2, expm1, log, log1p, log2, log10, powf, rsqrt, "
                  "tanh, erf, erfc, sin, cos and sincos are expanded; exact "
                  "ops such as sqrt, fma and floor stay");
  if (!element.isF32() && !isNarrowFloat(element))
    return refuse("on element type " + nameOf(element),
                  "supported element types are f32, bf16 and f16");
  auto tensor = dyn_cast<TensorType>(type);
  if (tensor && !tensor.hasStaticShape())
    return refuse("on " + nameOf(type),
                  "scalars, vectors and tensors of static shape are supported");
  return success();
}

/// Named linalg ops do not print their region, so an expansion inside would be
/// lost.
bool hidesRegion(linalg::LinalgOp op) {
  return !isa<linalg::GenericOp, linalg::MapOp, linalg::ReduceOp>(
      op.getOperation());
}

//===----------------------------------------------------------------------===//
// The rewrite
//===----------------------------------------------------------------------===//

/// The results of `op`, an expanded one, on f32 operands.
SmallVector<Value, 2> expand(Operation *op, ArithBuilder &b,
                             ArrayRef<Value> operands) {
  using namespace numerics;
  using Results = SmallVector<Value, 2>;
  Value x = operands.front();
  return TypeSwitch<Operation *, Results>(op)
      .Case([&](math::ExpOp) -> Results { return {expandExp(b, x)}; })
      .Case([&](math::Exp2Op) -> Results { return {expandExp2(b, x)}; })
      .Case([&](math::ExpM1Op) -> Results { return {expandExpm1(b, x)}; })
      .Case([&](math::LogOp) -> Results { return {expandLog(b, x)}; })
      .Case([&](math::Log1pOp) -> Results { return {expandLog1p(b, x)}; })
      .Case([&](math::Log2Op) -> Results { return {expandLog2(b, x)}; })
      .Case([&](math::Log10Op) -> Results { return {expandLog10(b, x)}; })
      .Case([&](math::PowFOp) -> Results {
        return {expandPow(b, x, operands[1])};
      })
      .Case([&](math::RsqrtOp) -> Results { return {expandRsqrt(b, x)}; })
      .Case([&](math::TanhOp) -> Results { return {expandTanh(b, x)}; })
      .Case([&](math::ErfOp) -> Results { return {expandErf(b, x)}; })
      .Case([&](math::ErfcOp) -> Results { return {expandErfc(b, x)}; })
      .Case([&](math::SinOp) -> Results { return {expandSin(b, x)}; })
      .Case([&](math::CosOp) -> Results { return {expandCos(b, x)}; })
      .Case([&](math::SincosOp) -> Results {
        Value sin = expandSin(b, x);
        return {sin, expandCos(b, x)};
      });
}

void replaceByExpansion(RewriterBase &rewriter, Operation *op) {
  rewriter.setInsertionPoint(op);
  ImplicitLocOpBuilder builder(op->getLoc(), rewriter);
  Type type = op->getResult(0).getType();
  bool isNarrow = isNarrowFloat(getElementTypeOrSelf(type));
  Type wide = withElementType(type, builder.getF32Type());

  SmallVector<Value> operands(op->getOperands());
  if (isNarrow)
    for (Value &operand : operands)
      operand = arith::ExtFOp::create(builder, wide, operand);
  ArithBuilder arithBuilder(builder, type);
  SmallVector<Value, 2> results = expand(op, arithBuilder, operands);
  if (isNarrow)
    for (Value &result : results)
      result = arith::TruncFOp::create(builder, type, result);
  rewriter.replaceOp(op, results);
}

struct ExpandMath : mlir::fp8::impl::FP8ExpandMathBase<ExpandMath> {
  using FP8ExpandMathBase::FP8ExpandMathBase;

  void runOnOperation() override {
    // Everything is checked first: a graph that is refused stays as it was, and
    // says all that is wrong with it at once.
    bool isSupported = true;
    SetVector<Operation *> named;
    getOperation()->walk([&](Operation *op) {
      if (!isa_and_nonnull<math::MathDialect>(op->getDialect()))
        return;
      if (failed(verifySupported(op)))
        isSupported = false;
      auto parent = dyn_cast<linalg::LinalgOp>(op->getParentOp());
      if (isExpanded(op) && parent && hidesRegion(parent))
        named.insert(parent);
    });
    if (!isSupported)
      return signalPassFailure();

    IRRewriter rewriter(&getContext());
    for (Operation *op : named) {
      rewriter.setInsertionPoint(op);
      if (failed(linalg::generalizeNamedOp(rewriter,
                                           cast<linalg::LinalgOp>(op)))) {
        op->emitError("expected an op that generalizes to 'linalg.generic'");
        return signalPassFailure();
      }
    }

    SmallVector<Operation *> worklist;
    getOperation()->walk([&](Operation *op) {
      if (isExpanded(op))
        worklist.push_back(op);
    });
    if (maxExpanded >= 0 &&
        worklist.size() > static_cast<size_t>(maxExpanded.getValue()))
      worklist.resize(maxExpanded);
    for (Operation *op : worklist)
      replaceByExpansion(rewriter, op);
    numExpanded += worklist.size();
  }
};

} // namespace
