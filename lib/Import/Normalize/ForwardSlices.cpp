//===- ForwardSlices.cpp - forwarding of written slices -------------------===//

#include "ForwardSlices.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

/// Returns true if `slice` has constant offsets and sizes and unit strides.
template <typename SliceOp>
static bool isPlain(SliceOp slice) {
  return slice.hasUnitStride() &&
         !ShapedType::isDynamicShape(slice.getStaticOffsets()) &&
         !ShapedType::isDynamicShape(slice.getStaticSizes());
}

namespace {
/// A slice that is read: `sizes` elements of `source`, starting at `offsets`.
struct Place {
  Value source;
  SmallVector<int64_t> offsets, sizes;
  /// True if the slice is the whole `source`, in row-major order.
  bool isWhole = false;
};
} // namespace

//===----------------------------------------------------------------------===//
// Origins of elements
//===----------------------------------------------------------------------===//

/// Returns true if the slice that `written` writes does not overlap `place`.
static bool isElsewhere(const Place &place, tensor::InsertSliceOp written) {
  for (auto [a, aSize, b, bSize] :
       llvm::zip_equal(place.offsets, place.sizes, written.getStaticOffsets(),
                       written.getStaticSizes()))
    if (a + aSize <= b || b + bSize <= a)
      return true;
  return false;
}

/// Moves `place` through an insert_slice: to its source if that contains the
/// slice, or to its destination if the two slices are disjoint. Returns false
/// otherwise.
static bool moveIntoSlice(Place &place, tensor::InsertSliceOp written) {
  if (!isPlain(written))
    return false;
  if (isElsewhere(place, written)) {
    place.source = written.getDest();
    return true;
  }
  place.isWhole = place.offsets == written.getStaticOffsets() &&
                  place.sizes == written.getStaticSizes();
  bool isInside =
      written.getSourceType().getRank() == written.getDestType().getRank();
  for (auto [offset, size, begin, extent] :
       llvm::zip_equal(place.offsets, place.sizes, written.getStaticOffsets(),
                       written.getStaticSizes())) {
    isInside &= begin <= offset && offset + size <= begin + extent;
    offset -= begin;
  }
  place.source = written.getSource();
  return place.isWhole || isInside;
}

/// Matches `value` as a loop index plus a constant. Returns the number of the
/// loop and the constant.
static std::optional<std::pair<uint64_t, int64_t>> matchIndex(Value value) {
  int64_t shift = 0;
  while (Operation *op = value.getDefiningOp()) {
    if (auto index = dyn_cast<linalg::IndexOp>(op))
      return std::make_pair(index.getDim(), shift);
    APInt number;
    if (!isa<arith::AddIOp, arith::SubIOp>(op) ||
        !matchPattern(op->getOperand(1), m_ConstantInt(&number)))
      break;
    shift +=
        isa<arith::AddIOp>(op) ? number.getSExtValue() : -number.getSExtValue();
    value = op->getOperand(0);
  }
  return std::nullopt;
}

/// Returns true if `branch` takes its then-branch for all elements of `place`,
/// false if it takes its else-branch for all of them, and std::nullopt if this
/// is not known.
static std::optional<bool> evaluateBranch(scf::IfOp branch,
                                          const Place &place) {
  auto compare = branch.getCondition().getDefiningOp<arith::CmpIOp>();
  APInt limit;
  if (!compare ||
      !llvm::is_contained(
          {arith::CmpIPredicate::ult, arith::CmpIPredicate::slt},
          compare.getPredicate()) ||
      !matchPattern(compare.getRhs(), m_ConstantInt(&limit)))
    return std::nullopt;
  auto index = matchIndex(compare.getLhs());
  if (!index)
    return std::nullopt;
  int64_t begin = place.offsets[index->first] + index->second;
  if (begin < 0)
    return std::nullopt;
  if (begin + place.sizes[index->first] <= limit.getSExtValue())
    return true;
  if (begin >= limit.getSExtValue())
    return false;
  return std::nullopt;
}

/// Moves `place` to the part of a concatenation that contains it. Frontends
/// write a concatenation as a generic whose branches compare an index and
/// extract elements from different tensors.
static bool moveIntoPiece(Place &place, linalg::GenericOp generic) {
  if (generic.getNumDpsInputs() != 0 || generic.getNumResults() != 1 ||
      generic.getNumParallelLoops() != generic.getNumLoops() ||
      !generic.getIndexingMapsArray()[0].isIdentity())
    return false;
  Value value = generic.getBody()->getTerminator()->getOperand(0);
  while (auto branch = value.getDefiningOp<scf::IfOp>()) {
    std::optional<bool> isFirst = evaluateBranch(branch, place);
    if (!isFirst)
      return false;
    scf::YieldOp yield = *isFirst ? branch.thenYield() : branch.elseYield();
    value = yield.getOperand(cast<OpResult>(value).getResultNumber());
  }
  auto element = value.getDefiningOp<tensor::ExtractOp>();
  if (!element || element.getIndices().size() != place.offsets.size() ||
      !element.getTensor().getType().hasStaticShape())
    return false;
  ArrayRef<int64_t> shape = element.getTensor().getType().getShape();
  SmallVector<int64_t> offsets;
  for (auto [d, position] : llvm::enumerate(element.getIndices())) {
    auto index = matchIndex(position);
    if (!index || index->first != d)
      return false;
    offsets.push_back(place.offsets[d] + index->second);
    if (offsets[d] < 0 || offsets[d] + place.sizes[d] > shape[d])
      return false;
  }
  place.source = element.getTensor();
  place.offsets = std::move(offsets);
  place.isWhole = ArrayRef(place.sizes) == shape;
  return true;
}

/// Follows `read` through insertions and concatenations to the earliest tensor
/// that contains the slice. Returns std::nullopt if the slice cannot be
/// followed.
static std::optional<Place> findWritten(tensor::ExtractSliceOp read) {
  Place place{read.getSource(), SmallVector<int64_t>(read.getStaticOffsets()),
              SmallVector<int64_t>(read.getStaticSizes())};
  std::optional<Place> found;
  while (Operation *op = place.source.getDefiningOp()) {
    Value dest;
    if (auto written = dyn_cast<tensor::InsertSliceOp>(op)) {
      dest = written.getDest();
      if (!moveIntoSlice(place, written))
        break;
    } else if (auto generic = dyn_cast<linalg::GenericOp>(op);
               !generic || !moveIntoPiece(place, generic)) {
      break;
    }
    if (place.source != dest)
      found = place;
    if (place.isWhole)
      break;
  }
  return found;
}

//===----------------------------------------------------------------------===//
// Reshaped elements
//===----------------------------------------------------------------------===//

/// Returns the operand whose elements `op` returns in the same row-major order,
/// or null if there is none. `op` can be a reshape, or a copy that only adds or
/// drops unit dimensions.
static Value getSourceInOrder(Operation *op) {
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op)) {
    auto type = cast<RankedTensorType>(op->getOperand(0).getType());
    return type.hasStaticShape() ? op->getOperand(0) : Value();
  }
  auto copy = dyn_cast<linalg::LinalgOp>(op);
  if (!copy || copy.getNumDpsInputs() != 1 || op->getNumResults() != 1 ||
      copy.hasDynamicShape() ||
      copy.getNumParallelLoops() != copy.getNumLoops())
    return nullptr;
  Block *body = copy.getBlock();
  OpOperand *input = copy.getDpsInputOperand(0);
  auto from = dyn_cast<RankedTensorType>(input->get().getType());
  auto to = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!from || !to || from.getNumElements() != to.getNumElements() ||
      from.getElementType() != to.getElementType() ||
      body->getTerminator()->getOperand(0) !=
          copy.getMatchingBlockArgument(input) ||
      !copy.getMatchingIndexingMap(copy.getDpsInitOperand(0)).isIdentity())
    return nullptr;
  // The order of all dimensions with more than one element must stay the same.
  int64_t previous = -1;
  AffineMap map = copy.getMatchingIndexingMap(input);
  for (auto [extent, expr] :
       llvm::zip_equal(from.getShape(), map.getResults())) {
    if (extent == 1)
      continue;
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim || static_cast<int64_t>(dim.getPosition()) <= previous)
      return nullptr;
    previous = dim.getPosition();
  }
  return input->get();
}

/// Returns `value` and the earlier values with the same elements in the same
/// row-major order.
static SmallVector<Value> getChain(Value value) {
  SmallVector<Value> chain = {value};
  while (Operation *op = chain.back().getDefiningOp()) {
    Value source = getSourceInOrder(op);
    if (!source)
      break;
    chain.push_back(source);
  }
  return chain;
}

/// Reshapes `value` to `type`, which differs only in unit dimensions. Returns
/// null if no reassociation relates the two shapes.
static Value reshape(RewriterBase &rewriter, Location loc, Value value,
                     RankedTensorType type) {
  auto from = cast<RankedTensorType>(value.getType());
  if (from == type)
    return value;
  auto groups = getReassociationIndicesForReshape(from, type);
  if (!groups)
    return nullptr;
  if (from.getRank() > type.getRank())
    return tensor::CollapseShapeOp::create(rewriter, loc, type, value, *groups);
  return tensor::ExpandShapeOp::create(rewriter, loc, type, value, *groups);
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Replaces `read` by a reshape of the earliest value with its elements, or
/// else by a slice of the earliest tensor that contains them. Equal reads then
/// become equal ops, even if they were read from different stacks.
static bool forward(RewriterBase &rewriter, tensor::ExtractSliceOp read) {
  std::optional<Place> place = findWritten(read);
  if (!place)
    return false;
  rewriter.setInsertionPoint(read);
  if (!place->isWhole) {
    auto constants = [&](ArrayRef<int64_t> numbers) {
      return getAsIndexOpFoldResult(read.getContext(), numbers);
    };
    rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(
        read, read.getType(), place->source, constants(place->offsets),
        constants(place->sizes), read.getMixedStrides());
    return true;
  }
  SmallVector<Value> chain = getChain(place->source);
  for (Value value : llvm::reverse(chain))
    if (Value reshaped =
            reshape(rewriter, read.getLoc(), value, read.getType())) {
      rewriter.replaceOp(read, reshaped);
      return true;
    }
  return false;
}

/// Replaces a copy or reshape by an earlier value of the same shape.
static bool foldRoundTrip(RewriterBase &rewriter, Operation *op) {
  if (op->getNumResults() != 1 || !getSourceInOrder(op))
    return false;
  Value result = op->getResult(0);
  SmallVector<Value> chain = getChain(result);
  for (Value value : llvm::reverse(chain))
    if (value != result && value.getType() == result.getType()) {
      rewriter.replaceOp(op, value);
      return true;
    }
  return false;
}

bool fp8::forwardSlices(Operation *root) {
  IRRewriter rewriter(root->getContext());
  bool changed = false;
  // Visit ops in program order, so that later reads see earlier replacements.
  root->walk([&](Operation *op) {
    if (auto read = dyn_cast<tensor::ExtractSliceOp>(op))
      changed |= isPlain(read) && forward(rewriter, read);
    else
      changed |= foldRoundTrip(rewriter, op);
  });
  return changed;
}
