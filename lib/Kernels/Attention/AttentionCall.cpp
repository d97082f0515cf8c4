//===- AttentionCall.cpp - attention as a runtime call --------------------===//

#include "fp8/Kernels/AttentionCall.h"
#include "ScoreOps.h"
#include "TensorPlaces.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// Builds the runtime's description of one op.
template <typename OpTy>
class CallBuilder {
public:
  CallBuilder(OpTy op, AttentionReason reason)
      : op(op), reason(reason), maps(op.getIndexingMapsArray()),
        extents(op.getStaticLoopRanges()), numRowDims(op.getNumRowDims()) {}

  FailureOr<AttentionCall> build();

private:
  static constexpr bool isBackward = std::is_same_v<OpTy, AttentionBackwardOp>;

  LogicalResult fail(const Twine &text) {
    reason(op.getLoc(), text);
    return failure();
  }
  LogicalResult addDims();
  LogicalResult addTensors();
  LogicalResult addCaptured();
  LogicalResult addLayout(unsigned operand, fp8rt_attention_tensor &tensor);
  AffineMap getResultMap(unsigned i) { return maps[maps.size() - 3 + i]; }

  OpTy op;
  AttentionReason reason;
  SmallVector<AffineMap> maps;
  SmallVector<int64_t> extents;
  unsigned numRowDims;
  AttentionCall call = {};
  /// For each row dimension of the op, its index among the rows of the
  /// description.
  SmallVector<unsigned> rowDims;
};
} // namespace

/// Adds the extents. Batch dimensions, the row dimensions on which the keys,
/// values or their gradients depend, come first.
template <typename OpTy>
LogicalResult CallBuilder<OpTy>::addDims() {
  fp8rt_attention_desc &desc = call.desc;
  desc.is_backward = isBackward;
  if (llvm::any_of(extents, ShapedType::isDynamic))
    return fail("it has a dynamic extent");
  if (llvm::any_of(extents, [](int64_t extent) { return extent > INT32_MAX; }))
    return fail("it has an extent of more than 31 bits");
  if (numRowDims > FP8RT_ATTENTION_ROW_DIMS)
    return fail("it has " + Twine(numRowDims) +
                " row dimensions, and at most " +
                Twine(FP8RT_ATTENTION_ROW_DIMS) + " are supported");
  SmallVector<AffineMap> ofKeys = {maps[1], maps[2]};
  if (isBackward)
    llvm::append_values(ofKeys, getResultMap(1), getResultMap(2));
  auto isBatch = [&](unsigned dim) {
    return llvm::any_of(
        ofKeys, [&](AffineMap map) { return map.isFunctionOfDim(dim); });
  };
  rowDims.resize(numRowDims);
  std::fill_n(desc.rows, FP8RT_ATTENTION_ROW_DIMS, 1);
  unsigned next = 0;
  for (bool wantsBatch : {true, false}) {
    for (unsigned dim = 0; dim < numRowDims; ++dim)
      if (isBatch(dim) == wantsBatch) {
        desc.rows[next] = extents[dim];
        rowDims[dim] = next++;
      }
    if (wantsBatch)
      desc.num_batch_dims = next;
  }
  desc.num_row_dims = numRowDims;
  desc.keys = extents[numRowDims];
  desc.d = extents[numRowDims + 1];
  desc.e = extents[numRowDims + 2];
  for (unsigned dim = 0; isBackward && dim < numRowDims; ++dim)
    for (unsigned i = 0; i < 3; ++i)
      if ((i == 0 || isBatch(dim)) && !getResultMap(i).isFunctionOfDim(dim))
        return fail("a gradient sums over d" + Twine(dim) +
                    ", and the runtime sums the gradient of queries over "
                    "keys alone, and those of keys and values over rows that "
                    "read the same keys");
  return success();
}

/// Adds the strides of an operand.
template <typename OpTy>
LogicalResult CallBuilder<OpTy>::addLayout(unsigned operand,
                                           fp8rt_attention_tensor &tensor) {
  Value value = op->getOperand(operand);
  SmallVector<int64_t> strides;
  auto memref = dyn_cast<MemRefType>(value.getType());
  int64_t offset;
  if (!memref)
    strides = getTensorPlace(value).strides;
  else if (memref.getLayout().isIdentity())
    strides = computeSuffixProduct(memref.getShape());
  else if (failed(memref.getStridesAndOffset(strides, offset)) ||
           llvm::any_of(strides, ShapedType::isDynamic))
    return fail("operand " + Twine(operand) + " has dynamic strides");
  for (auto [expr, stride] :
       llvm::zip_equal(maps[operand].getResults(), strides)) {
    unsigned dim = cast<AffineDimExpr>(expr).getPosition();
    if (dim < numRowDims)
      tensor.row_stride[rowDims[dim]] = stride;
    else
      (dim == numRowDims ? tensor.key_stride : tensor.element_stride) = stride;
  }
  return success();
}

template <typename OpTy>
LogicalResult CallBuilder<OpTy>::addTensors() {
  unsigned firstInit = op.getInits().getBeginOperandIndex();
  SmallVector<unsigned> operands = {0, 1, 2};
  if constexpr (isBackward)
    llvm::append_values(operands, 3u, 4u, 5u, 6u);
  llvm::append_values(operands, firstInit, firstInit + 1, firstInit + 2);
  for (auto [i, operand] : llvm::enumerate(operands)) {
    fp8rt_attention_tensor &tensor = call.desc.tensors[i];
    Value value = op->getOperand(operand);
    tensor.dtype =
        getElementTypeOrSelf(value).isBF16() ? FP8RT_BF16 : FP8RT_F32;
    if (failed(addLayout(operand, tensor)))
      return failure();
    call.buffers.push_back(value);
  }
  return success();
}

static std::optional<fp8rt_captured_type> getCapturedType(Type type) {
  if (type.isF32())
    return FP8RT_CAPTURED_F32;
  if (type.isBF16())
    return FP8RT_CAPTURED_BF16;
  if (type.isInteger(1))
    return FP8RT_CAPTURED_I1;
  if (type.isInteger(8))
    return FP8RT_CAPTURED_I8;
  if (type.isInteger(16))
    return FP8RT_CAPTURED_I16;
  if (type.isInteger(32))
    return FP8RT_CAPTURED_I32;
  return std::nullopt;
}

template <typename OpTy>
LogicalResult CallBuilder<OpTy>::addCaptured() {
  if (op.getCaptured().size() > FP8RT_ATTENTION_CAPTURED)
    return fail("it captures " + Twine(op.getCaptured().size()) +
                " tensors, and at most " + Twine(FP8RT_ATTENTION_CAPTURED) +
                " are supported");
  call.desc.num_captured = op.getCaptured().size();
  for (auto [i, value] : llvm::enumerate(op.getCaptured())) {
    fp8rt_attention_tensor &tensor = call.desc.captured[i];
    std::optional<fp8rt_captured_type> type =
        getCapturedType(getElementTypeOrSelf(value));
    if (!type) {
      std::string text;
      llvm::raw_string_ostream(text) << getElementTypeOrSelf(value);
      return fail("it captures elements of " + text);
    }
    tensor.dtype = *type;
    if (failed(addLayout(op.getCaptured().getBeginOperandIndex() + i, tensor)))
      return failure();
    call.buffers.push_back(value);
  }
  return success();
}

template <typename OpTy>
FailureOr<AttentionCall> CallBuilder<OpTy>::build() {
  Block &body = op.getBody().front();
  if (failed(addDims()) || failed(addTensors()) || failed(addCaptured()) ||
      failed(addScoreOps(body, rowDims, call.desc, reason)))
    return failure();
  findCausalMask(body, rowDims, call.desc);
  return call;
}

FailureOr<AttentionCall> fp8::describeAttention(Operation *op,
                                                AttentionReason reason) {
  if (auto forward = dyn_cast<AttentionOp>(op))
    return CallBuilder<AttentionOp>(forward, reason).build();
  return CallBuilder<AttentionBackwardOp>(cast<AttentionBackwardOp>(op), reason)
      .build();
}
