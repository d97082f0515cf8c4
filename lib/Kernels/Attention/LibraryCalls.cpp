//===- LibraryCalls.cpp - attention that the runtime computes -------------===//

#include "LibraryCalls.h"
#include "TensorPlaces.h"
#include "fp8/Analysis/BufferRange.h"
#include "fp8/Analysis/CollectOps.h"
#include "fp8/IR/DecomposeAttention.h"
#include "fp8/IR/FP8.h"
#include "fp8/Kernels/AttentionCall.h"
#include "fp8/Runtime/CudnnAttention.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::fp8;

/// Alignment of addresses and strides that cuDNN requires, in bytes.
constexpr int64_t cudnnAlignment = 16;

static void missAttention(Location loc, const Twine &reason) {
  remark::missed(
      loc, remark::RemarkOpts::name("attention").category("fp8-decompose"))
      << "matmuls and kernels compute this attention: " + reason.str();
}

static bool isOnBuffers(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), llvm::IsaPred<MemRefType>);
}

//===----------------------------------------------------------------------===//
// Places of slices
//===----------------------------------------------------------------------===//

/// Returns the offset of an operand from an aligned address, in elements.
static int64_t getOffset(Value value) {
  if (isa<RankedTensorType>(value.getType()))
    return getTensorPlace(value).offset;
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  auto type = cast<MemRefType>(value.getType());
  if (failed(type.getStridesAndOffset(strides, offset)) ||
      ShapedType::isDynamic(offset))
    return 1;
  return offset;
}

/// Returns true if the offset and the strides of `place` are multiples of
/// `unit`, and elements of its last dimension are adjacent.
static bool isAligned(const TensorPlace &place, int64_t unit) {
  bool isLast = true;
  for (auto [extent, stride] :
       llvm::reverse(llvm::zip_equal(place.shape, place.strides))) {
    if (extent == 1)
      continue;
    if (isLast ? stride != 1 : stride % unit != 0)
      return false;
    isLast = false;
  }
  return place.offset % unit == 0;
}

static bool isContiguous(const TensorPlace &place, int64_t unit) {
  SmallVector<int64_t> dense = computeSuffixProduct(place.shape);
  for (auto [extent, stride, expected] :
       llvm::zip_equal(place.shape, place.strides, dense))
    if (extent != 1 && stride != expected)
      return false;
  return place.offset % unit == 0;
}

/// Returns the alignment that cuDNN requires, in elements of `value`.
static int64_t getUnit(Value value) {
  return cudnnAlignment * 8 /
         getElementTypeOrSelf(value).getIntOrFloatBitWidth();
}

constexpr const char *slicesReason =
    "cuDNN requires slices at multiples of 16 bytes, with strides that are "
    "multiples of 16 bytes";

/// Returns the reason why cuDNN does not accept the buffers of a call, or null.
static const char *findOffsetRefusal(ArrayRef<Value> buffers) {
  for (Value value : buffers)
    if (getOffset(value) % getUnit(value) != 0)
      return slicesReason;
  return nullptr;
}

/// Returns the reason why cuDNN cannot write the results of `op` directly into
/// the tensors in which they are inserted, or null. Ignores the results that
/// `heads` transposes, because the transpose copies them.
static const char *findInsertionRefusal(Operation *op,
                                        const AdjacentHeads &heads) {
  for (OpResult result : op->getResults()) {
    if (heads.isReordered(result.getResultNumber()))
      continue;
    bool isOfRows = isa<AttentionOp>(op) && result.getResultNumber() != 0;
    for (const TensorPlace &place : findInsertions(result))
      if (!(isOfRows ? isContiguous : isAligned)(place, getUnit(result)))
        return slicesReason;
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// LibraryCalls
//===----------------------------------------------------------------------===//

/// Returns true if `a` and `b` are one value, or one range of an arena.
static bool areSameBuffer(Value a, Value b) {
  if (a == b)
    return true;
  BufferRange rangeA = findBufferRange(a), rangeB = findBufferRange(b);
  return rangeA.root == rangeB.root && rangeA.offset == rangeB.offset &&
         rangeA.bytes == rangeB.bytes && rangeA.bytes != INT64_MAX;
}

bool LibraryCalls::isPaired(Operation *op) const {
  auto backward = cast<AttentionBackwardOp>(op);
  return llvm::any_of(calls, [&](Operation *call) {
    auto forward = dyn_cast<AttentionOp>(call);
    if (!forward)
      return false;
    if (!isOnBuffers(op))
      return backward.getRowMax() == forward.getRowMax() &&
             backward.getRowSum() == forward.getRowSum();
    return areSameBuffer(backward.getRowMax(), forward.getInits()[1]) &&
           areSameBuffer(backward.getRowSum(), forward.getInits()[2]);
  });
}

const char *LibraryCalls::findRefusal(Operation *op,
                                      const fp8rt_attention_desc &desc,
                                      ArrayRef<Value> buffers) {
  ::fp8rt::CudnnAttention shape;
  if (const char *reason =
          ::fp8rt::findCudnnRefusal(desc, cudnnCapability, isOrdered, shape))
    return reason;
  if (const char *reason = findOffsetRefusal(buffers))
    return reason;
  // cuDNN stores a logarithm in place of the maxima, so its backward pass
  // cannot read the maxima and sums of another implementation.
  return isa<AttentionBackwardOp>(op) && !isPaired(op)
             ? "cuDNN does not compute its forward pass"
             : nullptr;
}

bool LibraryCalls::isSupported(Operation *op) {
  if (hasAttention)
    return succeeded(describeAttention(op, missAttention));
  missAttention(op->getLoc(), "the runtime of the target has no attention");
  return false;
}

LogicalResult LibraryCalls::chooseOfCudnn(Operation *op) {
  if (isOnBuffers(op)) {
    auto refuse = [&](Location loc, const Twine &reason) {
      op->emitError("unsupported attention on buffers: ") << reason;
    };
    FailureOr<AttentionCall> call = describeAttention(op, refuse);
    if (failed(call))
      return failure();
    if (const char *reason = findRefusal(op, call->desc, call->buffers)) {
      op->emitError("unsupported attention on buffers: ")
              .append(reason)
              .attachNote()
          << "attention in Scaled form becomes matmuls and kernels";
      return failure();
    }
    calls.insert(op);
    return success();
  }
  Operation *copy = heads.copy(op);
  FailureOr<AttentionCall> call = describeAttention(copy, missAttention);
  const char *reason =
      failed(call) ? nullptr : findRefusal(copy, call->desc, call->buffers);
  if (succeeded(call) && !reason)
    reason = findInsertionRefusal(op, heads);
  if (reason)
    missAttention(op->getLoc(), reason);
  if (failed(call) || reason) {
    heads.discard(copy);
    return success();
  }
  heads.replace(op, copy);
  calls.insert(copy);
  return success();
}

LogicalResult LibraryCalls::choose(Operation *root) {
  LogicalResult result = success();
  for (Operation *op : collectOps(root, isAttention)) {
    if (hasAttention && cudnnCapability != 0)
      result = success(succeeded(chooseOfCudnn(op)) && succeeded(result));
    else if (isSupported(op))
      calls.insert(op);
  }
  return result;
}
