//===- UnfoldConvolutions.cpp - --fp8-unfold-convolutions -----------------===//

#include "fp8/Analysis/CollectOps.h"
#include "fp8/Analysis/Contraction.h"
#include "fp8/Import/Passes.h"
#include "fp8/Utils/ComputedAccesses.h"
#include "fp8/Utils/CreateElements.h"
#include "fp8/Utils/Uniform.h"
#include "fp8/Utils/Views.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_UNFOLDCONVOLUTIONSPASS
#include "fp8/Import/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

/// A sum of loops with positive coefficients, such as `2 * oh + kh`.
using Terms = SmallVector<std::pair<unsigned, int64_t>, 2>;

/// Returns the terms of `expr`, or std::nullopt if it is not such a sum.
static std::optional<Terms> getTerms(AffineExpr expr) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return Terms{{dim.getPosition(), 1}};
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Mul) {
    auto dim = dyn_cast<AffineDimExpr>(binary.getLHS());
    auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
    if (!dim || !factor || factor.getValue() <= 0)
      return std::nullopt;
    return Terms{{dim.getPosition(), factor.getValue()}};
  }
  if (expr.getKind() != AffineExprKind::Add)
    return std::nullopt;
  std::optional<Terms> terms = getTerms(binary.getLHS());
  std::optional<Terms> others = getTerms(binary.getRHS());
  if (!terms || !others)
    return std::nullopt;
  llvm::append_range(*terms, *others);
  return terms;
}

namespace {
/// A convolution that is being converted to a contraction. Sums of loops index
/// the image. Single loops index the filter and the result.
struct Convolution {
  linalg::LinalgOp op;
  unsigned imageOperand;
  Value image, filter;
  SmallVector<Terms> imageTerms;
  AffineMap filterMap, resultMap;
  SmallVector<int64_t> extents;

  static std::optional<Convolution> match(linalg::LinalgOp op);

  bool dropDilation(RewriterBase &rewriter);
  bool splitImage(RewriterBase &rewriter);
  void gatherPatches(RewriterBase &rewriter);
  void replace(RewriterBase &rewriter);

private:
  AffineMap getImageMap() const;
};
} // namespace

std::optional<Convolution> Convolution::match(linalg::LinalgOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 ||
      op.hasDynamicShape() || !op.hasPureTensorSemantics() ||
      !isMultiplyAdd(op))
    return std::nullopt;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  bool lhsIsImage = !maps[0].isProjectedPermutation();
  unsigned image = lhsIsImage ? 0 : 1;
  Convolution match{op,
                    image,
                    op.getDpsInputs()[image],
                    op.getDpsInputs()[1 - image],
                    {},
                    maps[1 - image],
                    maps[2],
                    op.getStaticLoopRanges()};
  if (maps[image].isProjectedPermutation() ||
      !match.filterMap.isProjectedPermutation() ||
      !match.resultMap.isProjectedPermutation())
    return std::nullopt;
  for (AffineExpr expr : maps[image].getResults()) {
    std::optional<Terms> terms = getTerms(expr);
    if (!terms)
      return std::nullopt;
    match.imageTerms.push_back(*terms);
  }
  return match;
}

//===----------------------------------------------------------------------===//
// Dilated filters
//===----------------------------------------------------------------------===//

/// Removes the dilation of a filter, because its zeros contribute nothing to
/// the sum. The gradient of a strided convolution has such a filter. Returns
/// false if there is none.
bool Convolution::dropDilation(RewriterBase &rewriter) {
  auto transpose = filter.getDefiningOp<linalg::TransposeOp>();
  Value dilated = transpose ? transpose.getInput() : filter;
  auto insert = dilated.getDefiningOp<tensor::InsertSliceOp>();
  auto isStatic = [](ArrayRef<int64_t> list) {
    return !llvm::any_of(list, ShapedType::isDynamic);
  };
  if (!insert || !isStatic(insert.getStaticStrides()) ||
      !isStatic(insert.getStaticOffsets()) || !isZeros(insert.getDest()) ||
      insert.getSourceType().getRank() != insert.getDestType().getRank() ||
      llvm::any_of(insert.getStaticOffsets(),
                   [](int64_t offset) { return offset != 0; }))
    return false;
  SmallVector<int64_t> strides(insert.getStaticStrides());
  SmallVector<int64_t> shape(insert.getSourceType().getShape());
  if (transpose) {
    strides = applyPermutation(ArrayRef<int64_t>(strides),
                               transpose.getPermutation());
    shape =
        applyPermutation(ArrayRef<int64_t>(shape), transpose.getPermutation());
  }
  // The result must not have a dimension that enumerates the dilation zeros.
  for (auto [i, expr] : llvm::enumerate(filterMap.getResults())) {
    unsigned dim = cast<AffineDimExpr>(expr).getPosition();
    if (shape[i] != extents[dim] && resultMap.isFunctionOfDim(dim))
      return false;
  }
  for (auto [i, expr] : llvm::enumerate(filterMap.getResults())) {
    unsigned dim = cast<AffineDimExpr>(expr).getPosition();
    extents[dim] = shape[i];
    for (Terms &terms : imageTerms)
      for (auto &[term, factor] : terms)
        if (term == dim)
          factor *= strides[i];
  }
  filter = insert.getSource();
  if (transpose)
    filter = createTranspose(rewriter, transpose.getLoc(), filter,
                             transpose.getPermutation());
  return true;
}

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//

AffineMap Convolution::getImageMap() const {
  SmallVector<AffineExpr> exprs;
  for (const Terms &terms : imageTerms)
    exprs.push_back(
        getAffineDimExpr(terms.front().first, resultMap.getContext()));
  return AffineMap::get(extents.size(), 0, exprs, resultMap.getContext());
}

/// If the patches tile the image without overlap or gaps, expands each image
/// dimension that a sum of loops indexes into one dimension per loop. Returns
/// false otherwise.
bool Convolution::splitImage(RewriterBase &rewriter) {
  auto type = cast<RankedTensorType>(image.getType());
  SmallVector<ReassociationIndices> groups;
  SmallVector<int64_t> shape;
  SmallVector<Terms> split;
  for (auto [i, original] : llvm::enumerate(imageTerms)) {
    Terms terms = original;
    // A loop of extent 1 may have any coefficient.
    llvm::sort(terms, [&](auto &a, auto &b) {
      return std::pair(a.second, extents[a.first]) >
             std::pair(b.second, extents[b.first]);
    });
    int64_t size = 1;
    for (auto [dim, factor] : llvm::reverse(terms)) {
      if (factor != size)
        return false;
      size *= extents[dim];
    }
    if (size != type.getDimSize(i))
      return false;
    ReassociationIndices &group = groups.emplace_back();
    for (auto [dim, factor] : terms) {
      group.push_back(shape.size());
      shape.push_back(extents[dim]);
      split.push_back({{dim, 1}});
    }
  }
  image = tensor::ExpandShapeOp::create(rewriter, image.getLoc(),
                                        type.clone(shape), image, groups);
  imageTerms = std::move(split);
  return true;
}

/// Handles all other convolutions: gathers the patches into a tensor (im2col)
/// with one dimension for each loop that indexes the image.
void Convolution::gatherPatches(RewriterBase &rewriter) {
  llvm::SmallSetVector<unsigned, 8> dims;
  for (const Terms &terms : imageTerms)
    for (auto [dim, factor] : terms)
      dims.insert(dim);
  SmallVector<int64_t> shape =
      llvm::map_to_vector(dims, [&](unsigned dim) { return extents[dim]; });
  auto type = cast<RankedTensorType>(image.getType());
  SmallVector<AffineExpr> positions;
  for (const Terms &terms : imageTerms) {
    AffineExpr &sum = positions.emplace_back(rewriter.getAffineConstantExpr(0));
    for (auto [dim, factor] : terms) {
      unsigned loop = llvm::find(dims, dim) - dims.begin();
      sum = sum + rewriter.getAffineDimExpr(loop) * factor;
    }
  }
  image = createElements(
      rewriter, op.getLoc(), type.clone(shape), {},
      [&, source = image](ArithmeticBuilder &b, ValueRange) -> Value {
        return tensor::ExtractOp::create(
            b, source, createIndices(b, b.getLoc(), positions, dims.size()));
      });
  imageTerms.clear();
  for (unsigned dim : dims)
    imageTerms.push_back({{dim, 1}});
}

void Convolution::replace(RewriterBase &rewriter) {
  SmallVector<Value> inputs = {image, filter};
  SmallVector<AffineMap> maps = {getImageMap(), filterMap, resultMap};
  if (imageOperand == 1) {
    std::swap(inputs[0], inputs[1]);
    std::swap(maps[0], maps[1]);
  }
  auto generic = linalg::GenericOp::create(
      rewriter, op.getLoc(), op->getResultTypes(), inputs,
      ValueRange(op.getDpsInits()), maps, op.getIteratorTypesArray());
  rewriter.cloneRegionBefore(op->getRegion(0), generic.getRegion(),
                             generic.getRegion().begin());
  rewriter.replaceOp(op, generic.getResults());
}

namespace {
struct UnfoldConvolutions
    : fp8::impl::UnfoldConvolutionsPassBase<UnfoldConvolutions> {
  using UnfoldConvolutionsPassBase::UnfoldConvolutionsPassBase;

  void runOnOperation() override {
    bool changed = false;
    IRRewriter rewriter(&getContext());
    for (auto op : collectOps<linalg::LinalgOp>(getOperation())) {
      std::optional<Convolution> convolution = Convolution::match(op);
      if (!convolution)
        continue;
      changed = true;
      rewriter.setInsertionPoint(op);
      convolution->dropDilation(rewriter);
      bool isView = convolution->splitImage(rewriter);
      if (!isView && onlyViews)
        continue;
      if (!isView)
        convolution->gatherPatches(rewriter);
      convolution->replace(rewriter);
    }
    if (!changed)
      markAllAnalysesPreserved();
  }
};
} // namespace
