//===- DecomposeContract.cpp - decomposition of fp8.contract --------------===//

#include "Decompose.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::fp8;

using Values = SmallVector<Value>;

/// Returns factor `i` (0 is lhs, 1 is rhs) in f32. Multiplies codes by their
/// scales if the scales vary within a sum.
static Value widen(TensorBuilder &b, ContractOp op, unsigned i) {
  Value operand = op.getFactor(i);
  auto type = cast<RankedTensorType>(operand.getType());
  Type f32 = b.getF32Type();
  if (type.getElementType() == f32)
    return operand;
  if (op.scalesElements(i)) {
    auto dequantize = DequantizeOp::create(b, operand, op.getScaleInv(i),
                                           b.empty(type.getShape(), f32),
                                           op.getGranularityOrTensor(i));
    FailureOr<Values> wide = dequantize.decomposeOperation(b);
    dequantize.erase();
    return wide->front();
  }
  return b
      .elementwise(operand, b.empty(type.getShape(), f32),
                   [](ElementBuilder &e, ValueRange arguments) {
                     return Values{e.decode(arguments[0])};
                   })
      .front();
}

/// Emits activation `activation` of `x`, with the operation order of
/// fp8/Numerics/MathGelu.h.
static Value activate(ElementBuilder &b, Activation activation, Value x) {
  auto halfTimesOnePlus = [&](Value y) {
    return b.mul(b.mul(b.number(0.5f), x), b.add(b.number(1.0f), y));
  };
  switch (activation) {
  case Activation::None:
    return x;
  case Activation::Relu:
    return b.max(x, 0.0f);
  case Activation::Gelu:
    return halfTimesOnePlus(math::ErfOp::create(b, b.mul(x, 0x1.6a09e6p-1f)));
  case Activation::GeluTanh: {
    Value cube = b.mul(b.mul(x, x), x);
    Value inner = b.add(x, b.mul(b.number(0.044715f), cube));
    return halfTimesOnePlus(
        math::TanhOp::create(b, b.mul(b.number(0x1.988454p-1f), inner)));
  }
  }
  llvm_unreachable("every activation has a function");
}

namespace {
/// Emits the epilogue of a contraction: computes the result before rounding
/// from the sum.
struct Epilogue {
  ContractOp op;
  Values inputs;
  SmallVector<AffineMap> maps;
  /// Number of inputs that are scales, which multiply the sum.
  unsigned numScales = 0;
  /// True if the epilogue adds the init.
  bool addsInit;

  /// Creates the epilogue of `sum`. If `isScaled`, the scales and the init are
  /// already part of `sum`.
  Epilogue(ContractOp op, Value sum, bool isScaled)
      : op(op), addsInit(!isScaled && !op.hasCodesResult()) {
    MLIRContext *context = op.getContext();
    int64_t rank = cast<RankedTensorType>(sum.getType()).getRank();
    AffineMap identity = AffineMap::getMultiDimIdentityMap(rank, context);
    add(sum, identity);
    for (unsigned i : {0, 1})
      if (!isScaled && op.getScaleInv(i) && !op.scalesElements(i)) {
        add(op.getScaleInv(i), op.getScaleMap(i));
        ++numScales;
      }
    if (addsInit)
      add(op.getInit(), identity);
    // The bias of a result of rank 0 has one element.
    add(op.getBias(),
        AffineMap::get(rank, 0,
                       rank == 0 ? getAffineConstantExpr(0, context)
                                 : getAffineDimExpr(rank - 1, context)));
  }

  void add(Value value, AffineMap map) {
    if (!value)
      return;
    inputs.push_back(value);
    maps.push_back(map);
  }

  Value emit(ElementBuilder &e, ValueRange arguments) {
    unsigned i = 0;
    Value y = arguments[i++];
    Value factor;
    for (unsigned scale = 0; scale < numScales; ++scale) {
      Value scaleInv = e.decode(arguments[i++]);
      factor = factor ? e.mul(factor, scaleInv) : scaleInv;
    }
    if (factor)
      y = e.mul(y, factor);
    if (addsInit)
      y = e.add(e.decode(arguments[i++]), y);
    if (op.getBias())
      y = e.add(y, arguments[i++]);
    return activate(e, op.getActivation(), y);
  }

  /// Creates the results of the contraction.
  Values build(TensorBuilder &builder);
};
} // namespace

Values Epilogue::build(TensorBuilder &b) {
  auto type = cast<RankedTensorType>(op.getInit().getType());
  maps.push_back(b.getMultiDimIdentityMap(type.getRank()));
  // If the amax or an output scale also needs `y`, it becomes a separate f32
  // tensor.
  bool isDirect = !op.getOutScale() && !op.getWithAmax();
  Value y =
      b.generic(inputs,
                b.empty(type.getShape(),
                        isDirect ? type.getElementType() : b.getF32Type()),
                maps,
                [&](ElementBuilder &e, ValueRange arguments) {
                  Value value = emit(e, arguments);
                  return Values{e.encode(value, arguments.back().getType())};
                })
          .front();
  if (isDirect)
    return Values{y};

  Values wide = {y};
  if (op.getOutScale())
    wide.push_back(op.getOutScale());
  Values results = b.elementwise(
      wide, b.empty(type.getShape(), type.getElementType()),
      [&](ElementBuilder &e, ValueRange arguments) {
        Value value = arguments[0];
        if (op.getOutScale())
          value = e.mul(value, arguments[1]);
        return Values{e.encode(value, arguments.back().getType())};
      });
  if (op.getWithAmax())
    results.push_back(b.amax(y, op.getAmaxInit()));
  return results;
}

FailureOr<SmallVector<Value>>
ContractOp::decomposeOperation(OpBuilder &opBuilder) {
  if (failed(verifyDecomposable(*this)))
    return failure();
  TensorBuilder builder(getLoc(), opBuilder);
  auto type = cast<RankedTensorType>(getInit().getType());
  Value zeros = builder.filled(type.getShape(), 0.0f);
  Value sum = linalg::ContractOp::create(builder, zeros.getType(),
                                         ValueRange{widen(builder, *this, 0),
                                                    widen(builder, *this, 1)},
                                         zeros, getIndexingMaps())
                  .getResult(0);
  return Epilogue(*this, sum, /*isScaled=*/false).build(builder);
}

FailureOr<SmallVector<Value>> ContractOp::splitEpilogue(OpBuilder &opBuilder,
                                                        ContractOp &product) {
  if (failed(verifyDecomposable(*this)))
    return failure();
  TensorBuilder builder(getLoc(), opBuilder);
  auto type = cast<RankedTensorType>(getInit().getType());
  Type f32 = opBuilder.getF32Type();
  Value init = getInit();
  // An op with codes as its result does not add the init.
  if (hasCodesResult())
    init = builder.filled(type.getShape(), 0.0f);
  else if (matchPattern(init, m_AnyZeroFloat()))
    init = builder.filled(type.getShape(), 0.0f);
  else if (type.getElementType() != f32)
    init = builder
               .elementwise(init, builder.empty(type.getShape(), f32),
                            [](ElementBuilder &e, ValueRange arguments) {
                              return Values{e.decode(arguments[0])};
                            })
               .front();
  product = ContractOp::create(
      builder, getLhs(), getLhsScaleInv(), getRhs(), getRhsScaleInv(), init,
      getIndexingMapsArray(), getLhsGranularityAttr(), getRhsGranularityAttr());
  return Epilogue(*this, product.getResult(), /*isScaled=*/true).build(builder);
}
