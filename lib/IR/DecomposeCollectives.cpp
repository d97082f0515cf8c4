//===- DecomposeCollectives.cpp - reductions over ranks -------------------===//
//
// Only bytes travel between ranks. A reduction becomes an exchange, which gives
// every rank the values of all members of its group, and elementwise ops that
// combine them in the order of the ranks.
//
//===----------------------------------------------------------------------===//

#include "Decompose.h"
#include "fp8/IR/ReduceMembers.h"
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

Value fp8::emitReductionOfMembers(OpBuilder &opBuilder, Location loc,
                                  Value gathered, ArrayRef<int64_t> axisSizes,
                                  ReductionKind kind, Value init) {
  TensorBuilder builder(opBuilder, loc);
  return builder
      .elementwise(getMembers(builder, gathered), init,
                   [&](ElementBuilder &e, ValueRange arguments) -> Values {
                     return {
                         combine(e, axisSizes, kind, arguments.drop_back())};
                   })
      .front();
}

/// Emits the reduction of the slices of `gathered` along its first dimension,
/// in `init`.
template <typename OpTy>
static Values reduce(OpTy op, TensorBuilder &builder, Value gathered,
                     Value init) {
  return {emitReductionOfMembers(builder.builder(), op.getLoc(), gathered,
                                 op.getAxisSizes(), op.getKind(), init)};
}

/// Returns the shape of the values of all members of a group, one after
/// another, where `shape` is the shape of one of them.
static SmallVector<int64_t> stack(int64_t groupSize, ArrayRef<int64_t> shape) {
  SmallVector<int64_t> stacked = {groupSize};
  llvm::append_range(stacked, shape);
  return stacked;
}

/// Gathers the inputs of all members and reduces them on every rank. This is
/// one exchange, in which a rank sends its input to each of the others.
static Values reduceEverywhere(AllReduceOp op, TensorBuilder &builder) {
  ImplicitLocOpBuilder &b = builder.builder();
  auto type = cast<RankedTensorType>(op.getInput().getType());
  // The input as one row.
  SmallVector<ReassociationIndices> groups;
  for (int64_t i = 0; i < type.getRank(); ++i)
    groups.push_back({i + 1});
  if (!groups.empty())
    groups.front() = {0, 1};
  auto rowType =
      RankedTensorType::get(stack(1, type.getShape()), type.getElementType());
  Value row = tensor::ExpandShapeOp::create(b, rowType, op.getInput(), groups);
  Value init =
      builder.empty(stack(op.getGroupSize(), type.getShape()), b.getF32Type());
  Value gathered =
      AllGatherOp::create(b, init.getType(), row, init, op.getAxes(),
                          /*order=*/StreamOrderAttr())
          .getResult();
  return reduce(op, builder, gathered, op.getInit());
}

/// Reduces a part of the elements on every rank, and gathers the parts. A rank
/// sends its input and the result once, whatever the number of ranks.
static Values reduceInParts(AllReduceOp op, TensorBuilder &builder) {
  ImplicitLocOpBuilder &b = builder.builder();
  auto type = cast<RankedTensorType>(op.getInput().getType());
  SmallVector<ReassociationIndices> all(1);
  llvm::append_range(all.front(), llvm::seq<int64_t>(type.getRank()));
  Value flat = op.getInput();
  if (type.getRank() > 1)
    flat = tensor::CollapseShapeOp::create(b, flat, all);
  int64_t groupSize = op.getGroupSize();
  int64_t part = llvm::divideCeil(type.getNumElements(), groupSize);
  Value init = builder.empty({groupSize, part}, b.getF32Type());
  Value received = AllToAllOp::create(b, init.getType(), flat, init,
                                      op.getAxes(), /*order=*/StreamOrderAttr())
                       .getResult();
  Value reduced =
      reduce(op, builder, received, builder.empty({part}, b.getF32Type()))
          .front();
  init = builder.empty(type.getNumElements(), b.getF32Type());
  Value gathered =
      AllGatherOp::create(b, init.getType(), reduced, init, op.getAxes(),
                          /*order=*/StreamOrderAttr())
          .getResult();
  if (type.getRank() > 1)
    gathered = tensor::ExpandShapeOp::create(b, type, gathered, all);
  return {gathered};
}

FailureOr<Values> AllReduceOp::decomposeOperation(OpBuilder &opBuilder) {
  if (failed(verifyDecomposable(*this)))
    return failure();
  TensorBuilder builder(opBuilder, getLoc());
  auto type = cast<RankedTensorType>(getInput().getType());
  // Elements from which the number of bytes counts, not the number of
  // exchanges. Two ranks send equally many bytes either way.
  constexpr int64_t kManyElements = 16384;
  bool isLarge = type.getNumElements() >= kManyElements && getGroupSize() > 2;
  return isLarge ? reduceInParts(*this, builder)
                 : reduceEverywhere(*this, builder);
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
  return reduce(*this, builder, received, getInit());
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
