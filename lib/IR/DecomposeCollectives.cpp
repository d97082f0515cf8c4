//===- DecomposeCollectives.cpp - reductions over ranks -------------------===//
//
// Only bytes travel between ranks. A reduction becomes an exchange, which gives
// every rank the values of all members of its group, and elementwise ops that
// combine them in the order of the ranks.
//
//===----------------------------------------------------------------------===//

#include "Decompose.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

using Values = SmallVector<Value>;

/// Returns one tensor for each member of a group: the slices of `gathered`
/// along its first dimension.
static Values getMembers(TensorBuilder &builder, Value gathered) {
  ImplicitLocOpBuilder &b = builder.builder();
  auto type = cast<RankedTensorType>(gathered.getType());
  ArrayRef<int64_t> shape = type.getShape();
  auto memberType =
      RankedTensorType::get(shape.drop_front(), type.getElementType());
  SmallVector<OpFoldResult> sizes =
      getAsIndexOpFoldResult(b.getContext(), shape);
  sizes.front() = b.getIndexAttr(1);
  SmallVector<OpFoldResult> strides(shape.size(), b.getIndexAttr(1));
  Values members;
  for (int64_t i = 0; i < shape.front(); ++i) {
    SmallVector<OpFoldResult> offsets(shape.size(), b.getIndexAttr(0));
    offsets.front() = b.getIndexAttr(i);
    members.push_back(tensor::ExtractSliceOp::create(b, memberType, gathered,
                                                     offsets, sizes, strides));
  }
  return members;
}

/// Emits the reduction of `members`, one value for each member of a group whose
/// axes have `axisSizes` ranks: along the last axis first, from the first
/// member to the last.
static Value combine(ElementBuilder &e, ArrayRef<int64_t> axisSizes,
                     ReductionKind kind, Values members) {
  for (int64_t size : llvm::reverse(axisSizes)) {
    Values totals;
    for (size_t begin = 0; begin < members.size(); begin += size) {
      Value total = members[begin];
      for (Value member : ArrayRef(members).slice(begin + 1, size - 1))
        total = kind == ReductionKind::Sum ? e.add(total, member)
                                           : e.maximum(total, member);
      totals.push_back(total);
    }
    members = std::move(totals);
  }
  return members.front();
}

/// Emits the reduction of the slices of `gathered` along its first dimension,
/// in `init`.
template <typename OpTy>
static Values reduce(OpTy op, TensorBuilder &builder, Value gathered) {
  return builder.elementwise(
      getMembers(builder, gathered), op.getInit(),
      [&](ElementBuilder &e, ValueRange arguments) -> Values {
        return {
            combine(e, op.getAxisSizes(), op.getKind(), arguments.drop_back())};
      });
}

/// Returns the shape of the values of all members of a group, one after
/// another, where `shape` is the shape of one of them.
static SmallVector<int64_t> stack(int64_t groupSize, ArrayRef<int64_t> shape) {
  SmallVector<int64_t> stacked = {groupSize};
  llvm::append_range(stacked, shape);
  return stacked;
}

FailureOr<Values> AllReduceOp::decomposeOperation(OpBuilder &opBuilder) {
  if (failed(verifyDecomposable(*this)))
    return failure();
  TensorBuilder builder(opBuilder, getLoc());
  ImplicitLocOpBuilder &b = builder.builder();
  auto type = cast<RankedTensorType>(getInput().getType());
  // The input as one row.
  SmallVector<ReassociationIndices> groups;
  for (int64_t i = 0; i < type.getRank(); ++i)
    groups.push_back({i});
  if (!groups.empty())
    groups.front() = {0, 1};
  for (size_t i = 1; i < groups.size(); ++i)
    groups[i] = {static_cast<int64_t>(i) + 1};
  auto rowType =
      RankedTensorType::get(stack(1, type.getShape()), type.getElementType());
  Value row = tensor::ExpandShapeOp::create(b, rowType, getInput(), groups);
  Value init =
      builder.empty(stack(getGroupSize(), type.getShape()), b.getF32Type());
  Value gathered = AllGatherOp::create(b, init.getType(), row, init, getAxes(),
                                       /*order=*/StreamOrderAttr())
                       .getResult();
  return reduce(*this, builder, gathered);
}

FailureOr<Values> ReduceScatterOp::decomposeOperation(OpBuilder &opBuilder) {
  if (failed(verifyDecomposable(*this)))
    return failure();
  TensorBuilder builder(opBuilder, getLoc());
  ImplicitLocOpBuilder &b = builder.builder();
  auto type = cast<RankedTensorType>(getInit().getType());
  Value init =
      builder.empty(stack(getGroupSize(), type.getShape()), b.getF32Type());
  Value received =
      AllToAllOp::create(b, init.getType(), getInput(), init, getAxes(),
                         /*order=*/StreamOrderAttr())
          .getResult();
  return reduce(*this, builder, received);
}

/// Reports that no simpler ops exchange data.
static LogicalResult refuseExchange(Operation *op) {
  return refuseToDecompose(op, "between ranks",
                           "exchanges of steps that --fp8-fuse-pipeline or "
                           "the target 'reference' runs");
}

FailureOr<Values> AllGatherOp::decomposeOperation(OpBuilder &) {
  return refuseExchange(*this);
}

FailureOr<Values> AllToAllOp::decomposeOperation(OpBuilder &) {
  return refuseExchange(*this);
}
