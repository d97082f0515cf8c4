//===- AttentionBuilder.cpp - ops of attention from a match ---------------===//

#include "AttentionBuilder.h"
#include "ScoreRegion.h"
#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

using Groups = SmallVector<ReassociationIndices>;

//===----------------------------------------------------------------------===//
// Operands and results
//===----------------------------------------------------------------------===//

namespace {
/// Converts between the tensors of the graph and the operands and results of an
/// attention op. Each dimension of an operand must be one dimension of the
/// iteration space.
class LayoutBuilder {
public:
  LayoutBuilder(ImplicitLocOpBuilder &b, const PairSpace &space)
      : b(b), space(space) {}

  /// Returns `tensor` as an operand: expands dimensions that consist of several
  /// dimensions of the space, and drops dimensions of extent 1 that belong to
  /// none. Appends its indexing map.
  Value open(const AccessedTensor &tensor);
  /// Creates the destination of a result with access `access`. Appends its
  /// indexing map.
  Value makeInit(const TensorAccess &access, Type element);
  /// Returns the result `result` of the op in the shape of the tensor `like`.
  Value close(Value result, const AccessedTensor &like);
  ArrayAttr getMaps() { return b.getAffineMapArrayAttr(maps); }

private:
  void appendMap(const TensorAccess &access);
  SmallVector<int64_t> getShape(const TensorAccess &access);

  ImplicitLocOpBuilder &b;
  const PairSpace &space;
  SmallVector<AffineMap> maps;
};
} // namespace

void LayoutBuilder::appendMap(const TensorAccess &access) {
  SmallVector<AffineExpr> exprs;
  for (unsigned d : access.getDims())
    exprs.push_back(b.getAffineDimExpr(d));
  maps.push_back(
      AffineMap::get(space.getNumRowDims() + 3, 0, exprs, b.getContext()));
}

SmallVector<int64_t> LayoutBuilder::getShape(const TensorAccess &access) {
  return llvm::map_to_vector(access.getDims(),
                             [&](unsigned d) { return space.getExtent(d); });
}

/// Returns the reassociation that expands each dimension into its dimensions of
/// the space, or into one dimension of extent 1 if there are none.
static Groups getGroups(ArrayRef<DimGroup> dims) {
  Groups groups;
  int64_t next = 0;
  for (const DimGroup &dim : dims) {
    ReassociationIndices &group = groups.emplace_back();
    for (size_t n = 0; n < std::max<size_t>(dim.size(), 1); ++n)
      group.push_back(next++);
  }
  return groups;
}

/// Returns the reassociation that merges dimensions of extent 1, which belong
/// to no dimension of the space, into the dimension before them.
static Groups getUnitGroups(ArrayRef<DimGroup> dims) {
  Groups groups;
  int64_t next = 0;
  bool isOpen = false;
  for (const DimGroup &dim : dims) {
    if (dim.empty()) {
      if (groups.empty())
        groups.emplace_back();
      groups.back().push_back(next++);
      continue;
    }
    for (size_t n = 0; n < dim.size(); ++n) {
      // Leading dimensions of extent 1 are merged into the first other
      // dimension.
      if (isOpen || groups.empty())
        groups.emplace_back();
      groups.back().push_back(next++);
      isOpen = true;
    }
  }
  if (!isOpen)
    groups.clear();
  return groups;
}

Value LayoutBuilder::open(const AccessedTensor &tensor) {
  appendMap(tensor.access);
  Value value = tensor.tensor;
  if (!isa<RankedTensorType>(value.getType()))
    return tensor::FromElementsOp::create(
        b, RankedTensorType::get({}, value.getType()), value);
  ArrayRef<DimGroup> dims = tensor.access.dims;
  auto type = cast<RankedTensorType>(value.getType());
  bool isExpanded =
      llvm::any_of(dims, [](const DimGroup &dim) { return dim.size() > 1; });
  if (isExpanded) {
    SmallVector<int64_t> shape;
    for (const DimGroup &dim : dims) {
      if (dim.empty())
        shape.push_back(1);
      for (unsigned d : dim)
        shape.push_back(space.getExtent(d));
    }
    value = tensor::ExpandShapeOp::create(b, type.clone(shape), value,
                                          getGroups(dims));
  }
  if (llvm::any_of(dims, [](const DimGroup &dim) { return dim.empty(); }))
    value = tensor::CollapseShapeOp::create(
        b, type.clone(getShape(tensor.access)), value, getUnitGroups(dims));
  return value;
}

Value LayoutBuilder::makeInit(const TensorAccess &access, Type element) {
  appendMap(access);
  return tensor::EmptyOp::create(b, getShape(access), element);
}

Value LayoutBuilder::close(Value result, const AccessedTensor &like) {
  ArrayRef<DimGroup> dims = like.access.dims;
  auto type = cast<RankedTensorType>(like.tensor.getType());
  SmallVector<int64_t> shape;
  Groups joined;
  int64_t next = 0;
  bool isJoined = false;
  for (auto [dim, extent] : llvm::zip_equal(dims, type.getShape())) {
    if (dim.empty())
      continue;
    shape.push_back(extent);
    ReassociationIndices &group = joined.emplace_back();
    for (size_t n = 0; n < dim.size(); ++n)
      group.push_back(next++);
    isJoined |= dim.size() > 1;
  }
  if (isJoined)
    result =
        tensor::CollapseShapeOp::create(b, type.clone(shape), result, joined);
  if (shape.size() == dims.size())
    return result;
  SmallVector<DimGroup> single;
  for (const DimGroup &dim : dims)
    single.push_back(dim.empty() ? DimGroup() : DimGroup{0});
  return tensor::ExpandShapeOp::create(b, type, result, getUnitGroups(single));
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

static TensorAccess getRowAccess(const PairSpace &space) {
  TensorAccess rows;
  for (unsigned d = 0; d < space.getNumRowDims(); ++d)
    rows.dims.push_back({d});
  return rows;
}

static bool hasFactor(const AttentionMatch &match) {
  return match.factor.coefficient != 1.0 || !match.factor.powers.empty();
}

/// Emits the region of `op` from the expressions of `region`. `captured` holds
/// the captured tensors.
static void buildRegion(ImplicitLocOpBuilder &b, Region &body,
                        ScoreRegion &region, ValueRange captured,
                        const AttentionMatch &match,
                        ArrayRef<Monomial> derivative) {
  OpBuilder::InsertionGuard guard(b);
  SmallVector<Type> types;
  for (Value value : captured)
    types.push_back(getElementTypeOrSelf(value));
  region.begin(b, body, types);
  SmallVector<Value> values = {region.emit(match.newScore)};
  if (!derivative.empty())
    values.push_back(region.emit(derivative));
  if (hasFactor(match))
    values.push_back(region.emit(match.factor));
  YieldOp::create(b, values);
}

static Type getElement(const AccessedTensor &tensor) {
  return getElementTypeOrSelf(tensor.tensor);
}

static AttentionOp buildForward(ImplicitLocOpBuilder &b, AttentionMatch &match,
                                ScoreRegion &region) {
  LayoutBuilder layouts(b, match.space);
  Value q = layouts.open(match.q), k = layouts.open(match.k),
        v = layouts.open(match.v);
  SmallVector<Value> captured, inits;
  for (const AccessedTensor &tensor : region.getCaptured())
    captured.push_back(layouts.open(tensor));
  inits.push_back(layouts.makeInit(match.o.access, getElement(match.o)));
  for (int i = 0; i < 2; ++i)
    inits.push_back(
        layouts.makeInit(getRowAccess(match.space), b.getF32Type()));
  auto op = AttentionOp::create(b, TypeRange(ValueRange(inits)), q, k, v,
                                captured, inits, layouts.getMaps());
  buildRegion(b, op.getBody(), region, captured, match, {});
  return op;
}

static AttentionBackwardOp buildBackward(ImplicitLocOpBuilder &b,
                                         AttentionMatch &match,
                                         ScoreRegion &region,
                                         AttentionOp forward) {
  LayoutBuilder layouts(b, match.space);
  Value q = layouts.open(match.q), k = layouts.open(match.k),
        v = layouts.open(match.v);
  TensorAccess rows = getRowAccess(match.space), output;
  for (unsigned d : match.o.access.getDims())
    output.dims.push_back({d});
  Value o = layouts.open({forward.getO(), output}),
        max = layouts.open({forward.getRowMax(), rows}),
        sum = layouts.open({forward.getRowSum(), rows}),
        grad = layouts.open(match.grad);
  SmallVector<Value> captured, inits;
  for (const AccessedTensor &tensor : region.getCaptured())
    captured.push_back(layouts.open(tensor));
  for (const AccessedTensor *result :
       {&match.dqResult, &match.dkResult, &match.dvResult})
    inits.push_back(layouts.makeInit(result->access, getElement(*result)));
  auto op = AttentionBackwardOp::create(b, TypeRange(ValueRange(inits)), q, k,
                                        v, o, max, sum, grad, captured, inits,
                                        layouts.getMaps());
  buildRegion(b, op.getBody(), region, captured, match, match.derivative);
  return op;
}

/// Sets the insertion point after all operands of the backward op that are in
/// the block of `first`, but not before `first`.
static void setInsertionPoint(OpBuilder &b, Operation *first,
                              ArrayRef<AccessedTensor> operands) {
  Operation *last = nullptr;
  for (const AccessedTensor &operand : operands) {
    Operation *op = operand.tensor.getDefiningOp();
    if (op && op->getBlock() == first->getBlock() &&
        (!last || last->isBeforeInBlock(op)))
      last = op;
  }
  if (last && first->isBeforeInBlock(last))
    b.setInsertionPointAfter(last);
  else
    b.setInsertionPoint(first);
}

/// Returns true if `at` comes before all readers of `results`.
static bool precedesReaders(Operation *at, ArrayRef<AccessedTensor> results) {
  for (const AccessedTensor &result : results)
    for (Operation *user : result.tensor.getUsers()) {
      Operation *ancestor = at->getBlock()->findAncestorOpInBlock(*user);
      if (!ancestor || !at->isBeforeInBlock(ancestor))
        return false;
    }
  return true;
}

StringRef fp8::buildAttention(RewriterBase &rewriter, AttentionMatch &match) {
  ScoreRegion forwardRegion(*match.exprs, match.space, match.score);
  ScoreRegion backwardRegion(*match.exprs, match.space, match.score);
  constexpr StringRef kCaptured =
      "its scores depend on a value that the op cannot read";
  if (!forwardRegion.capture(match.newScore) ||
      !forwardRegion.capture(match.factor) ||
      !backwardRegion.capture(match.newScore) ||
      !backwardRegion.capture(match.factor))
    return kCaptured;
  for (const Monomial &part : match.derivative)
    if (!backwardRegion.capture(part))
      return kCaptured;
  // A captured tensor, such as a mask, must not be computed from the scores: it
  // would keep the ops alive that the attention op replaces.
  for (const ScoreRegion *region : {&forwardRegion, &backwardRegion})
    for (const AccessedTensor &tensor : region->getCaptured())
      if (match.dead.contains(tensor.tensor.getDefiningOp()))
        return kCaptured;

  Operation *output = match.output->product.op;
  ImplicitLocOpBuilder b(output->getLoc(), rewriter);
  AttentionOp forward;
  auto replace = [&](Value result, const AccessedTensor &like) {
    rewriter.replaceAllUsesWith(
        like.tensor, LayoutBuilder(b, match.space).close(result, like));
  };
  SmallVector<AccessedTensor> gradients;
  OpBuilder::InsertPoint backwardPoint;
  if (match.dq) {
    Operation *change = match.change->product.op, *dv = match.dv->product.op;
    SmallVector<AccessedTensor> operands(backwardRegion.getCaptured());
    operands.push_back(match.grad);
    // The backward op also reads the output of the forward op.
    operands.push_back({output->getResult(0), {}});
    b.setLoc(change->getLoc());
    setInsertionPoint(b, change->isBeforeInBlock(dv) ? change : dv, operands);
    backwardPoint = b.saveInsertionPoint();
    gradients = {match.dqResult, match.dkResult, match.dvResult};
    if (!precedesReaders(&*b.getInsertionPoint(), gradients))
      return "its gradients are read before all operands are there";
  }
  b.setLoc(output->getLoc());
  b.setInsertionPoint(output);
  forward = buildForward(b, match, forwardRegion);
  replace(forward.getO(), match.o);
  if (!match.dq)
    return "";
  b.setLoc(match.change->product.op->getLoc());
  b.restoreInsertionPoint(backwardPoint);
  AttentionBackwardOp backward =
      buildBackward(b, match, backwardRegion, forward);
  for (auto [result, like] : llvm::zip_equal(backward.getResults(), gradients))
    replace(result, like);
  return "";
}
