//===- DataParallel.cpp - ranks of a data-parallel step -------------------===//

#include "DataParallel.h"

#include "fp8/Numerics/Philox.h"
#include "fp8/Utils/ArgumentAttributes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::fp8;

bool fp8::usesRandomBits(Operation *op) {
  return op
      ->walk([](Operation *nested) {
        auto quantize = dyn_cast<QuantizeOp>(nested);
        return isa<DrawOp>(nested) ||
                       (quantize && drawsBits(quantize.getRounding()))
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

void fp8::setBatchNumber(Operation *root, int64_t i, Value offset) {
  auto use =
      static_cast<int32_t>(numerics::use::microBatch(static_cast<uint32_t>(i)));
  root->walk([&](Operation *op) {
    if (auto draw = dyn_cast<DrawOp>(op)) {
      draw.setUse(use);
      if (offset)
        draw.getUseOffsetMutable().assign(offset);
    }
    auto quantize = dyn_cast<QuantizeOp>(op);
    if (quantize && quantize.getRounding() != RoundingMode::NearestEven) {
      quantize.setUse(use);
      if (offset)
        quantize.getUseOffsetMutable().assign(offset);
    }
  });
}

void fp8::markBatches(func::FuncOp func, ArrayRef<unsigned> batches) {
  ArgumentAttributes attributes(func);
  for (unsigned i : batches)
    attributes.set(i, FP8Dialect::kBatchAttrName,
                   UnitAttr::get(func.getContext()));
}

Value fp8::reduceOverRanks(OpBuilder &builder, Value value,
                           Combination combination, MeshAttr mesh) {
  ImplicitLocOpBuilder b(value.getLoc(), builder);
  SmallVector<Attribute> axes(mesh.getAxes().begin(), mesh.getAxes().end());
  // Collectives take tensors, not scalars.
  auto type = dyn_cast<RankedTensorType>(value.getType());
  bool isScalar = !type;
  if (isScalar) {
    type = RankedTensorType::get({}, value.getType());
    value = tensor::FromElementsOp::create(b, type, value);
  }
  Value init = tensor::EmptyOp::create(b, type.getShape(), b.getF32Type());
  auto kind = combination == Combination::Mean ? ReductionKind::Sum
                                               : ReductionKind::Max;
  Value total =
      AllReduceOp::create(b, type, value, init, kind, b.getArrayAttr(axes))
          .getResult();
  return isScalar ? tensor::ExtractOp::create(b, total, ValueRange()) : total;
}

Value fp8::castFloat(OpBuilder &builder, Value value, Type element) {
  Type type = value.getType();
  Type to = element;
  if (auto shaped = dyn_cast<RankedTensorType>(type))
    to = shaped.clone(element);
  if (to == type)
    return value;
  if (element.isF32())
    return arith::ExtFOp::create(builder, value.getLoc(), to, value);
  return arith::TruncFOp::create(builder, value.getLoc(), to, value);
}

Value fp8::divideSum(OpBuilder &builder, Value sum, int64_t count) {
  float inverse = 1.0f / static_cast<float>(count);
  TypedAttr attribute = builder.getF32FloatAttr(inverse);
  if (auto type = dyn_cast<RankedTensorType>(sum.getType()))
    attribute = DenseElementsAttr::get(type, inverse);
  Location loc = sum.getLoc();
  Value factor = arith::ConstantOp::create(builder, loc, attribute);
  return arith::MulFOp::create(builder, loc, sum, factor);
}
