//===- SimplifyAccesses.cpp - --fp8-simplify-accesses ---------------------===//

#include "fp8/Import/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_SIMPLIFYACCESSESPASS
#include "fp8/Import/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

/// Returns a simpler expression than `expr` for the position in a unit
/// dimension, which is always 0: a loop of extent 1 that occurs only in `expr`,
/// or the constant 0.
static AffineExpr getOnlyPosition(AffineExpr expr, AffineMap map,
                                  ArrayRef<int64_t> extents) {
  for (unsigned dim = 0, e = extents.size(); dim != e; ++dim) {
    if (extents[dim] != 1 || !expr.isFunctionOfDim(dim))
      continue;
    unsigned uses = llvm::count_if(map.getResults(), [&](AffineExpr other) {
      return other.isFunctionOfDim(dim);
    });
    if (uses == 1)
      return getAffineDimExpr(dim, map.getContext());
  }
  return getAffineConstantExpr(0, map.getContext());
}

/// Sorts the loops of extent 1 in `exprs`. A permutation of unit dimensions
/// does not move elements.
static void sortOnlyPositions(MutableArrayRef<AffineExpr> exprs,
                              ArrayRef<int64_t> extents) {
  SmallVector<unsigned> places, dims;
  for (auto [i, expr] : llvm::enumerate(exprs)) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim || extents[dim.getPosition()] != 1)
      continue;
    places.push_back(i);
    dims.push_back(dim.getPosition());
  }
  llvm::sort(dims);
  for (auto [place, dim] : llvm::zip_equal(places, dims))
    exprs[place] = getAffineDimExpr(dim, exprs[place].getContext());
}

/// Simplifies the indexing map `map` of an operand of shape `shape` along its
/// unit dimensions.
static AffineMap simplify(AffineMap map, ArrayRef<int64_t> shape,
                          ArrayRef<int64_t> extents) {
  SmallVector<AffineExpr> exprs(map.getResults());
  for (auto [expr, size] : llvm::zip_equal(exprs, shape))
    if (size == 1 && !isa<AffineDimExpr, AffineConstantExpr>(expr))
      expr = getOnlyPosition(expr, map, extents);
  sortOnlyPositions(exprs, extents);
  return AffineMap::get(map.getNumDims(), map.getNumSymbols(), exprs,
                        map.getContext());
}

/// Removes a transpose that moves only unit dimensions and preserves the shape.
static bool foldTranspose(linalg::TransposeOp op) {
  auto type = cast<RankedTensorType>(op.getInput().getType());
  int64_t last = -1;
  for (int64_t dim : op.getPermutation()) {
    if (type.getDimSize(dim) == 1)
      continue;
    if (dim < last)
      return false;
    last = dim;
  }
  if (op->getResult(0).getType() != type)
    return false;
  op->getResult(0).replaceAllUsesWith(op.getInput());
  op->erase();
  return true;
}

/// Sets the strides of dimensions in which a slice has one element to 1.
template <typename SliceOp>
static bool setUnitStrides(SliceOp op) {
  SmallVector<int64_t> strides(op.getStaticStrides());
  bool changed = false;
  unsigned operand = 0;
  for (auto [stride, size] : llvm::zip_equal(strides, op.getStaticSizes())) {
    bool isDynamic = ShapedType::isDynamic(stride);
    if (size == 1 && stride != 1) {
      if (isDynamic)
        op.getStridesMutable().erase(operand);
      stride = 1;
      changed = true;
    } else if (isDynamic) {
      ++operand;
    }
  }
  op.setStaticStrides(strides);
  return changed;
}

namespace {
struct SimplifyAccesses
    : fp8::impl::SimplifyAccessesPassBase<SimplifyAccesses> {
  void runOnOperation() override {
    bool changed = false;
    getOperation()->walk([&](linalg::TransposeOp op) {
      if (op.hasPureTensorSemantics())
        changed |= foldTranspose(op);
    });
    getOperation()->walk([&](Operation *op) {
      if (auto extract = dyn_cast<tensor::ExtractSliceOp>(op))
        changed |= setUnitStrides(extract);
      else if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
        changed |= setUnitStrides(insert);
    });
    getOperation()->walk([&](linalg::GenericOp op) {
      // Skip multi-tensor launches (buckets), whose tensors share indexing maps
      // but have different extents.
      auto kernel = op->getParentOfType<KernelOp>();
      if (op.hasDynamicShape() || (kernel && kernel.getBucket()))
        return;
      SmallVector<AffineMap> maps = op.getIndexingMapsArray();
      SmallVector<int64_t> extents = op.getStaticLoopRanges();
      for (auto [i, input] : llvm::enumerate(op.getDpsInputOperands()))
        maps[i] = simplify(maps[i], op.getShape(input), extents);
      ArrayAttr simple = Builder(op.getContext()).getAffineMapArrayAttr(maps);
      changed |= simple != op.getIndexingMaps();
      op.setIndexingMapsAttr(simple);
    });
    if (!changed)
      markAllAnalysesPreserved();
  }
};
} // namespace
