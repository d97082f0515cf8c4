//===- TensorPlaces.cpp - strides of slices of tensors --------------------===//

#include "TensorPlaces.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::fp8;

static TensorPlace getDensePlace(RankedTensorType type) {
  return {llvm::to_vector(type.getShape()),
          computeSuffixProduct(type.getShape()), 0};
}

/// Returns the place of a slice of type `type` of a tensor at `whole`. The
/// slice lacks the dimensions `dropped`.
static TensorPlace slice(const TensorPlace &whole, RankedTensorType type,
                         OffsetSizeAndStrideOpInterface op,
                         const llvm::SmallBitVector &dropped) {
  TensorPlace place = {llvm::to_vector(type.getShape()), {}, whole.offset};
  for (auto [i, stride] : llvm::enumerate(whole.strides)) {
    int64_t offset = op.getStaticOffsets()[i], step = op.getStaticStrides()[i];
    place.offset += (ShapedType::isDynamic(offset) ? 1 : offset) * stride;
    if (!dropped.test(i))
      place.strides.push_back(stride *
                              (ShapedType::isDynamic(step) ? 1 : step));
  }
  return place;
}

/// Returns the place of a tensor at `whole` whose dimensions are split.
static TensorPlace split(const TensorPlace &whole, tensor::ExpandShapeOp op) {
  ArrayRef<int64_t> shape = op.getResultType().getShape();
  TensorPlace place = {llvm::to_vector(shape),
                       SmallVector<int64_t>(shape.size()), whole.offset};
  for (auto [group, stride] :
       llvm::zip_equal(op.getReassociationIndices(), whole.strides)) {
    int64_t next = stride;
    for (int64_t dim : llvm::reverse(group)) {
      place.strides[dim] = next;
      next *= shape[dim];
    }
  }
  return place;
}

/// Returns the place of a tensor at `whole` whose dimensions are joined, or
/// nothing if it is copied.
static std::optional<TensorPlace> join(const TensorPlace &whole,
                                       tensor::CollapseShapeOp op) {
  ArrayRef<int64_t> shape = op.getSrcType().getShape();
  TensorPlace place = {
      llvm::to_vector(op.getResultType().getShape()), {}, whole.offset};
  for (ArrayRef<int64_t> group : op.getReassociationIndices()) {
    int64_t stride = 0, next = 0;
    for (int64_t dim : llvm::reverse(group)) {
      if (shape[dim] == 1)
        continue;
      if (stride != 0 && whole.strides[dim] != next)
        return std::nullopt;
      stride = stride == 0 ? whole.strides[dim] : stride;
      next = whole.strides[dim] * shape[dim];
    }
    place.strides.push_back(stride == 0 ? whole.strides[group.back()] : stride);
  }
  return place;
}

TensorPlace fp8::getTensorPlace(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (auto op = tensor.getDefiningOp<tensor::ExtractSliceOp>()) {
    if (op.getSourceType().hasStaticShape())
      return slice(getTensorPlace(op.getSource()), type, op,
                   op.getDroppedDims());
  } else if (auto op = tensor.getDefiningOp<tensor::ExpandShapeOp>()) {
    if (op.getSrcType().hasStaticShape())
      return split(getTensorPlace(op.getSrc()), op);
  } else if (auto op = tensor.getDefiningOp<tensor::CollapseShapeOp>()) {
    if (op.getSrcType().hasStaticShape())
      if (std::optional<TensorPlace> place =
              join(getTensorPlace(op.getSrc()), op))
        return *place;
  }
  return getDensePlace(type);
}

/// Returns the places of `tensor`. These are places in larger tensors if
/// `tensor` is inserted there, or else the place of a contiguous tensor.
static SmallVector<TensorPlace> findPlaces(Value tensor) {
  SmallVector<TensorPlace> places = findInsertions(tensor);
  if (places.empty())
    places.push_back(getDensePlace(cast<RankedTensorType>(tensor.getType())));
  return places;
}

SmallVector<TensorPlace> fp8::findInsertions(Value result) {
  SmallVector<TensorPlace> places;
  for (OpOperand &use : result.getUses()) {
    Operation *user = use.getOwner();
    if (auto insert = dyn_cast<tensor::InsertSliceOp>(user)) {
      if (use.get() != insert.getSource() || use.getOperandNumber() != 0 ||
          !insert.getDestType().hasStaticShape())
        continue;
      for (const TensorPlace &whole : findPlaces(insert.getResult()))
        places.push_back(slice(whole, insert.getSourceType(), insert,
                               insert.getDroppedDims()));
    } else if (auto concat = dyn_cast<tensor::ConcatOp>(user)) {
      if (!concat.getResultType().hasStaticShape())
        continue;
      uint64_t dim = concat.getDim();
      int64_t before = 0;
      for (Value input : concat.getInputs().take_front(use.getOperandNumber()))
        before += cast<RankedTensorType>(input.getType()).getDimSize(dim);
      for (TensorPlace place : findPlaces(concat.getResult())) {
        place.offset += before * place.strides[dim];
        place.shape[dim] =
            cast<RankedTensorType>(use.get().getType()).getDimSize(dim);
        places.push_back(std::move(place));
      }
    } else if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(user)) {
      llvm::append_range(places, findInsertions(user->getResult(0)));
    }
  }
  return places;
}
