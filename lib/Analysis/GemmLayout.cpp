//===- GemmLayout.cpp - contractions as batched matmuls -------------------===//

#include "fp8/Analysis/GemmLayout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::fp8;

/// Maximum number of batch dimensions that libraries support. Attention has
/// two: sequence and head.
static constexpr unsigned kMaxBatchDims = 2;

bool fp8::isMatrixType(Type element) {
  return element.isF32() || element.isBF16();
}

static std::optional<unsigned> findDim(AffineMap map, unsigned dim) {
  return map.getResultPosition(getAffineDimExpr(dim, map.getContext()));
}

/// Sorts `dims` by their position in a tensor.
static void sortByPosition(SmallVectorImpl<unsigned> &dims, AffineMap map) {
  llvm::sort(dims, [&](unsigned a, unsigned b) {
    return findDim(map, a) < findDim(map, b);
  });
}

/// Returns true if `dims` can be merged into one dimension of an operand. This
/// requires that the stride of each dimension is the stride of the next times
/// its extent.
static bool isOneDim(ArrayRef<unsigned> dims, AffineMap map,
                     RankedTensorType type) {
  SmallVector<int64_t> strides = computeSuffixProduct(type.getShape());
  std::optional<int64_t> expected;
  for (unsigned dim : llvm::reverse(dims)) {
    std::optional<unsigned> position = findDim(map, dim);
    if (!position)
      return false;
    int64_t extent = type.getDimSize(*position);
    if (extent == 1)
      continue;
    if (expected && strides[*position] != *expected)
      return false;
    expected = strides[*position] * extent;
  }
  return true;
}

std::optional<linalg::ContractionDimensions>
fp8::classifyDims(ArrayRef<AffineMap> maps) {
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims(maps);
  if (failed(dims) ||
      dims->batch.size() + dims->m.size() + dims->n.size() + dims->k.size() !=
          maps[0].getNumDims())
    return std::nullopt;
  return *dims;
}

std::optional<GemmLayout>
GemmLayout::match(ArrayRef<AffineMap> maps,
                  std::array<RankedTensorType, 3> types) {
  GemmLayout layout;
  llvm::append_range(layout.maps, maps);
  for (auto [map, type] : llvm::zip_equal(maps, types))
    if (!map.isProjectedPermutation() || !type.hasStaticShape())
      return std::nullopt;
  std::optional<linalg::ContractionDimensions> dims = classifyDims(maps);
  if (!dims)
    return std::nullopt;
  static_cast<linalg::ContractionDimensions &>(layout) = std::move(*dims);
  if (layout.m.empty() || layout.n.empty() || layout.k.empty() ||
      layout.batch.size() > kMaxBatchDims)
    return std::nullopt;
  sortByPosition(layout.batch, maps[2]);
  sortByPosition(layout.m, maps[2]);
  sortByPosition(layout.n, maps[2]);
  // Choose the order of the terms so that the larger operand need not be
  // copied.
  bool lhsIsLarger = types[0].getNumElements() >= types[1].getNumElements();
  sortByPosition(layout.k, maps[lhsIsLarger ? 0 : 1]);
  layout.copies[0] = !isOneDim(layout.m, maps[0], types[0]) ||
                     !isOneDim(layout.k, maps[0], types[0]);
  layout.copies[1] = !isOneDim(layout.n, maps[1], types[1]) ||
                     !isOneDim(layout.k, maps[1], types[1]);
  // Libraries write results with contiguous rows or contiguous columns.
  unsigned last = maps[2].getDimPosition(maps[2].getNumResults() - 1);
  layout.copies[2] = llvm::is_contained(layout.batch, last) ||
                     !isOneDim(layout.m, maps[2], types[2]) ||
                     !isOneDim(layout.n, maps[2], types[2]);
  return layout;
}

/// Returns the dimensions of operand `i`, grouped by role.
SmallVector<unsigned> GemmLayout::getPackedOrder(unsigned i) const {
  SmallVector<unsigned> order(ArrayRef<unsigned>{batch});
  llvm::append_range(order, i == 1 ? n : m);
  llvm::append_range(order, i == 2 ? n : k);
  return order;
}

static AffineMap getOrderMap(ArrayRef<unsigned> order, unsigned numDims,
                             MLIRContext *context) {
  return AffineMap::get(
      numDims, 0,
      llvm::map_to_vector(
          order, [&](unsigned dim) { return getAffineDimExpr(dim, context); }),
      context);
}

SmallVector<AffineMap> GemmLayout::getPackedMaps() const {
  SmallVector<AffineMap> packed;
  for (unsigned i = 0; i < 3; ++i)
    packed.push_back(copies[i]
                         ? getOrderMap(getPackedOrder(i), maps[i].getNumDims(),
                                       maps[i].getContext())
                         : maps[i]);
  return packed;
}

/// Returns, for each tensor dimension under `map`, the loop that indexes it in
/// a copy whose loops iterate in the order `order`.
static SmallVector<AffineExpr> getLoopsOf(AffineMap map,
                                          ArrayRef<unsigned> order) {
  SmallVector<AffineExpr> exprs;
  for (AffineExpr expr : map.getResults()) {
    unsigned dim = cast<AffineDimExpr>(expr).getPosition();
    exprs.push_back(getAffineDimExpr(llvm::find(order, dim) - order.begin(),
                                     map.getContext()));
  }
  return exprs;
}

static RankedTensorType getPackedType(RankedTensorType type, AffineMap map,
                                      ArrayRef<unsigned> order) {
  SmallVector<int64_t> shape;
  for (unsigned dim : order)
    shape.push_back(type.getDimSize(*findDim(map, dim)));
  return type.clone(shape);
}

static Value createEmpty(OpBuilder &builder, Location loc,
                         RankedTensorType type) {
  return tensor::EmptyOp::create(builder, loc, type, ValueRange());
}

Value GemmLayout::pack(OpBuilder &builder, Value value, unsigned i) const {
  if (!copies[i])
    return value;
  Location loc = value.getLoc();
  SmallVector<unsigned> order = getPackedOrder(i);
  RankedTensorType type =
      getPackedType(cast<RankedTensorType>(value.getType()), maps[i], order);
  unsigned rank = order.size();
  SmallVector<AffineMap> indexing = {
      AffineMap::get(rank, 0, getLoopsOf(maps[i], order), builder.getContext()),
      builder.getMultiDimIdentityMap(rank)};
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, type, value, createEmpty(builder, loc, type),
             indexing, loops,
             [](OpBuilder &b, Location bodyLoc, ValueRange arguments) {
               linalg::YieldOp::create(b, bodyLoc, arguments.front());
             })
      .getResult(0);
}

Value GemmLayout::createEmptyResult(OpBuilder &builder, Location loc,
                                    RankedTensorType type) const {
  if (copies[2])
    type = getPackedType(type, maps[2], getPackedOrder(2));
  return createEmpty(builder, loc, type);
}

Value GemmLayout::unpackResult(OpBuilder &builder, Value result, Value init,
                               RankedTensorType type) const {
  Location loc = result.getLoc();
  SmallVector<unsigned> order = getPackedOrder(2);
  // The loops of the copy are the dimensions of `type`.
  AffineMap inverse = inversePermutation(AffineMap::get(
      order.size(), 0, getLoopsOf(maps[2], order), builder.getContext()));
  AffineMap identity = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<Value> inputs = {result};
  SmallVector<AffineMap> indexing = {inverse};
  if (init) {
    inputs.push_back(init);
    indexing.push_back(identity);
  }
  indexing.push_back(identity);
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, type, inputs, createEmpty(builder, loc, type),
             indexing, loops,
             [&](OpBuilder &b, Location bodyLoc, ValueRange arguments) {
               Value value = arguments.front();
               if (init)
                 value = arith::AddFOp::create(b, bodyLoc, arguments[1], value);
               linalg::YieldOp::create(b, bodyLoc, value);
             })
      .getResult(0);
}
