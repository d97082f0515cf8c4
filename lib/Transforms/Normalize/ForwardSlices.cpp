//===- ForwardSlices.cpp - slices that are read as written ----------------===//

#include "ForwardSlices.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

/// Whether `slice` lies at constants, without gaps.
template <typename SliceOp>
static bool isPlain(SliceOp slice) {
  return slice.hasUnitStride() &&
         !ShapedType::isDynamicShape(slice.getStaticOffsets()) &&
         !ShapedType::isDynamicShape(slice.getStaticSizes());
}

static bool isSamePlace(tensor::ExtractSliceOp read,
                        tensor::InsertSliceOp written) {
  return read.getStaticOffsets() == written.getStaticOffsets() &&
         read.getStaticSizes() == written.getStaticSizes();
}

/// Whether the two have no element in common.
static bool isElsewhere(tensor::ExtractSliceOp read,
                        tensor::InsertSliceOp written) {
  for (auto [a, aSize, b, bSize] :
       llvm::zip_equal(read.getStaticOffsets(), read.getStaticSizes(),
                       written.getStaticOffsets(), written.getStaticSizes()))
    if (a + aSize <= b || b + bSize <= a)
      return true;
  return false;
}

/// What was put where `read` reads, or null.
static tensor::InsertSliceOp findWritten(tensor::ExtractSliceOp read) {
  auto written = read.getSource().getDefiningOp<tensor::InsertSliceOp>();
  while (written && isPlain(written) && !isSamePlace(read, written)) {
    if (!isElsewhere(read, written))
      return nullptr;
    written = written.getDest().getDefiningOp<tensor::InsertSliceOp>();
  }
  return written && isPlain(written) ? written : nullptr;
}

/// The operand that `op` gives on, elements in the same row-major order, or
/// null: of a reshape, or of a copy that at most adds or drops dimensions of
/// extent 1.
static Value getSourceInOrder(Operation *op) {
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
    return op->getOperand(0);
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
  // A dimension of more than one element comes after those before it.
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

/// The values that hold the elements of `value` in its order, itself first.
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

/// `value` in the shape of `type`, which has lost or got dimensions of extent
/// 1; null if they are not found.
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

/// Writes what `read` reads as a reshape of the first value that holds it.
/// Equal reads are then equal ops, however many stacks they have gone through.
static bool forward(RewriterBase &rewriter, tensor::ExtractSliceOp read) {
  tensor::InsertSliceOp written = findWritten(read);
  if (!written)
    return false;
  rewriter.setInsertionPoint(read);
  for (Value value : llvm::reverse(getChain(written.getSource())))
    if (Value reshaped =
            reshape(rewriter, read.getLoc(), value, read.getType())) {
      rewriter.replaceOp(read, reshaped);
      return true;
    }
  return false;
}

/// Replaces a copy or a reshape that gives a value its own shape back.
static bool foldRoundTrip(RewriterBase &rewriter, Operation *op) {
  if (op->getNumResults() != 1 || !getSourceInOrder(op))
    return false;
  Value result = op->getResult(0);
  for (Value value : llvm::reverse(getChain(result)))
    if (value != result && value.getType() == result.getType()) {
      rewriter.replaceOp(op, value);
      return true;
    }
  return false;
}

bool fp8::forwardSlices(Operation *root) {
  IRRewriter rewriter(root->getContext());
  bool changed = false;
  // In program order: a later read sees an earlier one as it is then.
  root->walk([&](Operation *op) {
    if (auto read = dyn_cast<tensor::ExtractSliceOp>(op))
      changed |= isPlain(read) && forward(rewriter, read);
    else
      changed |= foldRoundTrip(rewriter, op);
  });
  return changed;
}
