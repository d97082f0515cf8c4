//===- AdjacentHeads.cpp - layouts of attention for cuDNN -----------------===//

#include "AdjacentHeads.h"
#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// A transposed result, and the maps of its readers.
struct Transposed {
  Value source;
  /// The dimension of the transposed tensor for each one of the source.
  SmallVector<int64_t> order;
};

class HeadLayout {
public:
  template <typename OpTy>
  void apply(OpTy op);

private:
  /// Emits a transpose of `source`, whose dimension i becomes order[i].
  Value transpose(OpBuilder &builder, Value source, ArrayRef<int64_t> order);

  llvm::DenseMap<Value, Transposed> transposed;
};
} // namespace

/// Returns the results of `map` in an order.
static AffineMap reorder(AffineMap map, ArrayRef<int64_t> order) {
  SmallVector<AffineExpr> results =
      llvm::map_to_vector(order, [&](int64_t i) { return map.getResult(i); });
  return AffineMap::get(map.getNumDims(), 0, results, map.getContext());
}

/// Returns the order in which the elements of a head, dimensions from `first`
/// on, come last. Empty if they do, or if there are none.
static SmallVector<int64_t> findOrder(AffineMap map, unsigned first) {
  SmallVector<int64_t> order;
  std::optional<int64_t> element;
  for (auto [i, expr] : llvm::enumerate(map.getResults())) {
    if (cast<AffineDimExpr>(expr).getPosition() >= first)
      element = i;
    else
      order.push_back(i);
  }
  if (!element || *element + 1 == int64_t(map.getNumResults()))
    return {};
  order.push_back(*element);
  return order;
}

Value HeadLayout::transpose(OpBuilder &builder, Value source,
                            ArrayRef<int64_t> order) {
  auto type = cast<RankedTensorType>(source.getType());
  SmallVector<int64_t> shape =
      applyPermutation(type.getShape(), invertPermutationVector(order));
  Location loc = source.getLoc();
  Value init =
      tensor::EmptyOp::create(builder, loc, shape, type.getElementType());
  AffineMap identity = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  auto op = linalg::GenericOp::create(
      builder, loc, init.getType(), source, init,
      ArrayRef{reorder(identity, order), identity}, iterators,
      [](OpBuilder &b, Location at, ValueRange elements) {
        linalg::YieldOp::create(b, at, elements.front());
      });
  return op.getResult(0);
}

template <typename OpTy>
void HeadLayout::apply(OpTy op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  for (OpOperand &operand : op->getOpOperands()) {
    auto found = transposed.find(operand.get());
    if (found == transposed.end())
      continue;
    AffineMap &map = maps[operand.getOperandNumber()];
    map = reorder(map, found->second.order);
    operand.set(found->second.source);
  }
  OpBuilder builder(op);
  unsigned firstInit = op.getInits().getBeginOperandIndex();
  for (OpResult result : op->getResults()) {
    unsigned operand = firstInit + result.getResultNumber();
    SmallVector<int64_t> order =
        findOrder(maps[operand], op.getNumRowDims() + 1);
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (order.empty() || !type || !type.hasStaticShape())
      continue;
    builder.setInsertionPoint(op);
    Value init = tensor::EmptyOp::create(
        builder, op.getLoc(), applyPermutation(type.getShape(), order),
        type.getElementType());
    op->setOperand(operand, init);
    maps[operand] = reorder(maps[operand], order);
    result.setType(init.getType());
    builder.setInsertionPointAfter(op);
    Value old = transpose(builder, result, order);
    result.replaceAllUsesExcept(old, old.getDefiningOp());
    transposed[old] = {result, order};
  }
  op.setIndexingMapsAttr(builder.getAffineMapArrayAttr(maps));
}

void fp8::makeHeadsAdjacent(Operation *root) {
  HeadLayout layout;
  root->walk([&](Operation *op) {
    if (auto forward = dyn_cast<AttentionOp>(op))
      layout.apply(forward);
    else if (auto backward = dyn_cast<AttentionBackwardOp>(op))
      layout.apply(backward);
  });
}
