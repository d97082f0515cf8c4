//===- Uniform.cpp - values that are uniform over a tensor ----------------===//

#include "fp8/Utils/Uniform.h"

#include "fp8/Analysis/Constants.h"
#include "fp8/Analysis/Elementwise.h"
#include "fp8/Analysis/Movement.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

std::optional<Uniform> mlir::fp8::matchUniform(Value tensor) {
  while (true) {
    if (auto number = dyn_cast_or_null<FloatAttr>(matchNumber(tensor)))
      return Uniform{number.getValue(), tensor};
    Value source =
        getMovedSource(tensor.getDefiningOp(), Move::Layout | Move::Element);
    if (!source || !hasOneElement(source.getType()))
      break;
    tensor = source;
  }
  if (!hasOneElement(tensor.getType()))
    return std::nullopt;
  return Uniform{std::nullopt, tensor};
}

bool mlir::fp8::isZeros(Value tensor) {
  std::optional<Uniform> uniform = matchUniform(tensor);
  return uniform && uniform->constant && uniform->constant->isZero();
}

bool Uniform::isConstant(double number) const {
  if (!constant)
    return false;
  APFloat expected(number);
  bool losesInfo = false;
  expected.convert(constant->getSemantics(), APFloat::rmNearestTiesToEven,
                   &losesInfo);
  return !losesInfo && constant->bitwiseIsEqual(expected);
}

std::optional<APFloat> Uniform::getExactInverse() const {
  APFloat inverse(APFloat::IEEEsingle());
  if (!constant || !constant->getExactInverse(&inverse))
    return std::nullopt;
  return inverse;
}

Value Uniform::materialize(OpBuilder &builder, Location loc) const {
  auto element = cast<FloatType>(getElementTypeOrSelf(value.getType()));
  auto type = RankedTensorType::get({}, element);
  if (constant)
    return arith::ConstantOp::create(builder, loc,
                                     DenseElementsAttr::get(type, *constant));
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  if (!tensor)
    return tensor::FromElementsOp::create(builder, loc, type, value);
  if (tensor.getRank() == 0)
    return value;
  return tensor::CollapseShapeOp::create(builder, loc, type, value,
                                         ArrayRef<ReassociationIndices>());
}
