//===- DataParallel.cpp - ranks of a data-parallel step -------------------===//

#include "DataParallel.h"

#include "../Storage/StepSignature.h"
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

static BlockArgument findRank(func::FuncOp func) {
  for (BlockArgument arg : func.getArguments()) {
    auto kind = func.getArgAttrOfType<StateKindAttr>(
        arg.getArgNumber(), FP8Dialect::kStateAttrName);
    if (kind && kind.getValue() == StateKind::Rank)
      return arg;
  }
  return {};
}

Value fp8::getRankNumber(func::FuncOp func) {
  Value rank = findRank(func);
  if (!rank)
    rank = addStateArgument(
        func,
        {StatePlane::Role::Main, getFreeName(func, "fp8.rank"), StateKind::Rank,
         RankedTensorType::get({}, IntegerType::get(func.getContext(), 32)),
         /*initial=*/std::nullopt});
  auto type = dyn_cast<RankedTensorType>(rank.getType());
  if (!type)
    return rank;
  ImplicitLocOpBuilder b(func.getLoc(), func.getContext());
  b.setInsertionPointToStart(&func.front());
  SmallVector<Value> zeros;
  for (int64_t i = 0; i < type.getRank(); ++i)
    zeros.push_back(arith::ConstantIndexOp::create(b, 0));
  return tensor::ExtractOp::create(b, rank, zeros);
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
