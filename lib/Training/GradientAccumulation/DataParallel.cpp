//===- DataParallel.cpp - ranks of a data-parallel step -------------------===//

#include "DataParallel.h"

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
  // Collectives take tensors.
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
