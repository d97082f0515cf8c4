//===- DecomposeCollectives.cpp - reductions over ranks -------------------===//
//
// Ranks can only exchange bytes. So a reduction becomes an exchange, which
// gives each rank the values of all members of its group, and elementwise ops,
// which combine these values in the order of the ranks.
//
//===----------------------------------------------------------------------===//

#include "Decompose.h"
#include "fp8/IR/ReduceMembers.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

using Values = SmallVector<Value>;

/// Returns one tensor per member of a group: the slices of `gathered` along its
/// first dimension.
static Values getMembers(TensorBuilder &b, Value gathered) {
  auto type = cast<RankedTensorType>(gathered.getType());
  ArrayRef<int64_t> shape = type.getShape();
  auto memberType =
      RankedTensorType::get(shape.drop_front(), type.getElementType());
  // The verifier of tensor.extract_slice rejects dimensions of size 0.
  if (memberType.getNumElements() == 0)
    return Values(shape.front(),
                  tensor::EmptyOp::create(b, memberType, ValueRange()));
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

/// Emits the reduction of `members`, the values of the members of a group.
/// `axisSizes` are the numbers of ranks along its axes. Reduces along the last
/// axis first, and from the first member to the last.
static Value combine(ElementBuilder &e, ArrayRef<int64_t> axisSizes,
                     ReductionKind kind, Values members) {
  for (int64_t size : llvm::reverse(axisSizes)) {
    Values totals;
    for (size_t begin = 0; begin < members.size(); begin += size) {
      Value total = members[begin];
      for (Value member : ArrayRef(members).slice(begin + 1, size - 1))
        total = kind == ReductionKind::Sum ? e.add(total, member)
                                           : e.max(total, member);
      totals.push_back(total);
    }
    members = std::move(totals);
  }
  return members.front();
}

Value fp8::emitReductionOfMembers(OpBuilder &opBuilder, Location loc,
                                  Value gathered, ArrayRef<int64_t> axisSizes,
                                  ReductionKind kind, Value init) {
  TensorBuilder builder(loc, opBuilder);
  return builder
      .elementwise(getMembers(builder, gathered), init,
                   [&](ElementBuilder &e, ValueRange arguments) -> Values {
                     return {
                         combine(e, axisSizes, kind, arguments.drop_back())};
                   })
      .front();
}

/// Returns the bf16 tensor if `value` extends one to f32, else `value`. The
/// bf16 tensor has the same values and takes half the bytes to send.
static Value getSent(Value value) {
  auto extend = value.getDefiningOp<arith::ExtFOp>();
  if (extend && getElementTypeOrSelf(extend.getIn().getType()).isBF16())
    return extend.getIn();
  return value;
}

/// Extends received bf16 values to f32.
static Value extend(TensorBuilder &b, Value received) {
  auto type = cast<RankedTensorType>(received.getType());
  if (type.getElementType().isF32())
    return received;
  return arith::ExtFOp::create(b, type.clone(b.getF32Type()), received);
}

/// Returns the shape of a tensor with the values of all members of a group,
/// each of shape `shape`.
static SmallVector<int64_t> stack(int64_t groupSize, ArrayRef<int64_t> shape) {
  SmallVector<int64_t> stacked = {groupSize};
  llvm::append_range(stacked, shape);
  return stacked;
}

/// Emits, into `inits`, the reductions of the tensors in `received`, whose
/// first dimension enumerates the members of a group.
template <typename OpTy>
static Values reduce(OpTy op, TensorBuilder &builder, ValueRange received,
                     ValueRange inits) {
  Values results;
  for (auto [values, init] : llvm::zip_equal(received, inits))
    results.push_back(
        emitReductionOfMembers(builder, op.getLoc(), extend(builder, values),
                               op.getAxisSizes(), op.getKind(), init));
  return results;
}

/// Returns the reassociation that collapses `rank` dimensions into one.
static SmallVector<ReassociationIndices> collapseAll(int64_t rank) {
  SmallVector<ReassociationIndices> all(1);
  llvm::append_range(all.front(), llvm::seq<int64_t>(rank));
  return all;
}

/// Returns `value` as a tensor with one row, by a new first dimension of size
/// 1.
static Value getRow(ImplicitLocOpBuilder &b, Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<ReassociationIndices> groups;
  for (int64_t i = 0; i < type.getRank(); ++i)
    groups.push_back({i + 1});
  if (!groups.empty())
    groups.front() = {0, 1};
  auto rowType =
      RankedTensorType::get(stack(1, type.getShape()), type.getElementType());
  return tensor::ExpandShapeOp::create(b, rowType, value, groups);
}

/// Gathers the inputs of all members and reduces them on every rank. This takes
/// one exchange, in which a rank sends its inputs to every other rank.
static Values reduceEverywhere(AllReduceOp op, TensorBuilder &b) {
  Values rows, inits;
  for (Value input : op.getInputs()) {
    Value sent = getSent(input);
    auto type = cast<RankedTensorType>(sent.getType());
    rows.push_back(getRow(b, sent));
    inits.push_back(b.empty(stack(op.getGroupSize(), type.getShape()),
                            type.getElementType()));
  }
  auto gather = AllGatherOp::create(b, TypeRange(ValueRange(inits)), rows,
                                    inits, op.getAxes(),
                                    /*order=*/StreamOrderAttr());
  return reduce(op, b, gather.getResults(), op.getInits());
}

/// Reduces a different part of the elements on each rank, and gathers the
/// parts. This takes two exchanges, but a rank sends each input and each result
/// only about once, independently of the number of ranks.
static Values reduceInParts(AllReduceOp op, TensorBuilder &b) {
  int64_t groupSize = op.getGroupSize();
  Values flat, inits, partInits, wholeInits;
  for (Value input : op.getInputs()) {
    Value sent = getSent(input);
    auto type = cast<RankedTensorType>(sent.getType());
    if (type.getRank() != 1)
      sent =
          tensor::CollapseShapeOp::create(b, sent, collapseAll(type.getRank()));
    flat.push_back(sent);
    int64_t part = llvm::divideCeil(type.getNumElements(), groupSize);
    inits.push_back(b.empty({groupSize, part}, type.getElementType()));
    partInits.push_back(b.empty({part}, b.getF32Type()));
    wholeInits.push_back(b.empty(type.getNumElements(), b.getF32Type()));
  }
  auto exchange = AllToAllOp::create(b, TypeRange(ValueRange(inits)), flat,
                                     inits, op.getAxes(),
                                     /*order=*/StreamOrderAttr());
  Values parts = reduce(op, b, exchange.getResults(), partInits);
  auto gather = AllGatherOp::create(b, TypeRange(ValueRange(wholeInits)), parts,
                                    wholeInits, op.getAxes(),
                                    /*order=*/StreamOrderAttr());
  Values results;
  for (auto [whole, init] :
       llvm::zip_equal(gather.getResults(), op.getInits())) {
    auto type = cast<RankedTensorType>(init.getType());
    results.push_back(type.getRank() == 1
                          ? Value(whole)
                          : tensor::ExpandShapeOp::create(
                                b, type, whole, collapseAll(type.getRank())));
  }
  return results;
}

/// Returns true if the number of bytes, rather than the number of exchanges,
/// determines the cost of a reduction. With two ranks, both methods send
/// equally many bytes.
static bool isLarge(AllReduceOp op) {
  int64_t numElements = 0;
  for (Type type : op.getInputs().getTypes()) {
    // A tensor of rank 0 cannot be divided into parts.
    if (cast<ShapedType>(type).getRank() == 0)
      return false;
    numElements += cast<ShapedType>(type).getNumElements();
  }
  return numElements >= kManyReducedElements && op.getGroupSize() > 2;
}

FailureOr<Values> AllReduceOp::decomposeOperation(OpBuilder &opBuilder) {
  if (failed(verifyDecomposable(*this)))
    return failure();
  TensorBuilder builder(getLoc(), opBuilder);
  return isLarge(*this) ? reduceInParts(*this, builder)
                        : reduceEverywhere(*this, builder);
}

FailureOr<Values> ReduceScatterOp::decomposeOperation(OpBuilder &opBuilder) {
  if (failed(verifyDecomposable(*this)))
    return failure();
  TensorBuilder builder(getLoc(), opBuilder);
  Values sent, inits;
  for (auto [input, init] : llvm::zip_equal(getInputs(), getInits())) {
    sent.push_back(getSent(input));
    inits.push_back(builder.empty(
        stack(getGroupSize(), cast<ShapedType>(init.getType()).getShape()),
        getElementTypeOrSelf(sent.back().getType())));
  }
  auto exchange =
      AllToAllOp::create(builder, TypeRange(ValueRange(inits)), sent, inits,
                         getAxes(), /*order=*/StreamOrderAttr());
  return reduce(*this, builder, exchange.getResults(), getInits());
}

/// Reports that an op exchanges data between ranks and cannot be decomposed.
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
