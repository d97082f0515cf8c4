//===- RankArgument.cpp - the number of a rank ----------------------------===//

#include "fp8/Utils/RankArgument.h"

#include "fp8/IR/FP8.h"
#include "fp8/Utils/FreeName.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::fp8;

static BlockArgument findRank(func::FuncOp func) {
  for (BlockArgument arg : func.getArguments()) {
    auto kind = func.getArgAttrOfType<StateKindAttr>(
        arg.getArgNumber(), FP8Dialect::kStateAttrName);
    if (kind && kind.getValue() == StateKind::Rank)
      return arg;
  }
  return {};
}

static BlockArgument addRank(func::FuncOp func) {
  Builder builder(func.getContext());
  std::string name = getFreeName(func, "fp8.rank");
  auto attributes = builder.getDictionaryAttr(
      {builder.getNamedAttr(FP8Dialect::kNameAttrName,
                            builder.getStringAttr(name)),
       builder.getNamedAttr(
           FP8Dialect::kStateAttrName,
           StateKindAttr::get(func.getContext(), StateKind::Rank))});
  unsigned i = func.getNumArguments();
  // Insertion fails only for functions that are not func.func.
  (void)func.insertArgument(i, RankedTensorType::get({}, builder.getI32Type()),
                            attributes, func.getLoc());
  return func.getArgument(i);
}

Value fp8::getRankNumber(func::FuncOp func) {
  BlockArgument rank = findRank(func);
  if (!rank)
    rank = addRank(func);
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
