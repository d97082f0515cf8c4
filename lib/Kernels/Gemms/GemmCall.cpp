//===- GemmCall.cpp - fp8.gemm as a runtime call --------------------------===//

#include "fp8/Kernels/GemmCall.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// One dimension of a matmul. Its stride is 0 in operands without this
/// dimension.
struct Dim {
  int64_t extent = 1;
  /// Strides in lhs, rhs and result, in elements.
  std::array<int64_t, 3> strides = {0, 0, 0};
};
} // namespace

static LogicalResult refuse(GemmOp op, StringRef what) {
  InFlightDiagnostic diag = op.emitError("unsupported matmul: ") << what;
  diag.attachNote()
      << "supported are reduced dimensions that merge into one, and at most "
         "two batch dimensions, including dimensions of rows and columns that "
         "do not merge";
  return diag;
}

/// Merges `dim`, which is one level further out than `inner`, into `inner`.
/// Returns false if the strides do not permit it.
static bool mergeInto(Dim &inner, const Dim &dim) {
  if (dim.extent == 1)
    return true;
  if (inner.extent == 1) {
    inner = dim;
    return true;
  }
  for (auto [outerStride, innerStride] :
       llvm::zip_equal(dim.strides, inner.strides))
    if (outerStride != innerStride * inner.extent)
      return false;
  inner.extent *= dim.extent;
  return true;
}

/// Merges as many of `dims` as possible into one dimension, starting with the
/// smallest stride in `operand`. Adds the dimensions that do not fit to `rest`.
static Dim mergeAll(SmallVector<Dim> dims, unsigned operand,
                    SmallVector<Dim> &rest) {
  llvm::sort(dims, [&](const Dim &a, const Dim &b) {
    return a.strides[operand] > b.strides[operand];
  });
  Dim merged;
  for (const Dim &dim : llvm::reverse(dims))
    if (!mergeInto(merged, dim))
      rest.push_back(dim);
  return merged;
}

int32_t fp8::getGemmDtype(Value value) {
  Type element = getElementTypeOrSelf(value);
  if (isa<Float8E4M3FNType>(element))
    return FP8RT_E4M3;
  if (isa<Float8E5M2Type>(element))
    return FP8RT_E5M2;
  return element.isBF16() ? FP8RT_BF16 : FP8RT_F32;
}

static int32_t getScaling(GemmOp op, unsigned i) {
  std::optional<BlockScaling> blocks = op.getBlocks(i);
  if (!blocks)
    return FP8RT_SCALE_TENSOR;
  switch (*blocks) {
  case BlockScaling::Vec128:
    return FP8RT_SCALE_1X128;
  case BlockScaling::Square128:
    return FP8RT_SCALE_128X128;
  case BlockScaling::MX32:
    break;
  }
  return FP8RT_SCALE_MX;
}

/// Returns the dimensions of the iteration space. Reports an error for dynamic
/// strides.
static FailureOr<SmallVector<Dim>> getDims(GemmOp op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  SmallVector<Dim> dims(maps[0].getNumDims());
  std::array<Value, 3> values = {op.getLhs(), op.getRhs(), op.getInit()};
  for (unsigned i = 0; i < 3; ++i) {
    auto type = cast<MemRefType>(values[i].getType());
    SmallVector<int64_t> strides;
    int64_t offset;
    // MemRefType finds no strides if a contiguous buffer has no elements.
    if (type.getLayout().isIdentity())
      strides = computeSuffixProduct(type.getShape());
    else if (failed(type.getStridesAndOffset(strides, offset)) ||
             llvm::any_of(strides, ShapedType::isDynamic))
      return refuse(op, "an operand with dynamic strides");
    for (auto [position, expr] : llvm::enumerate(maps[i].getResults())) {
      Dim &dim = dims[cast<AffineDimExpr>(expr).getPosition()];
      dim.extent = type.getDimSize(position);
      dim.strides[i] = strides[position];
    }
  }
  return dims;
}

/// Checks that the elements of the bias are contiguous. Reports an error
/// otherwise.
static LogicalResult checkBias(GemmOp op) {
  if (!op.getBias())
    return success();
  auto type = cast<MemRefType>(op.getBias().getType());
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)) ||
      (strides[0] != 1 && type.getDimSize(0) != 1))
    return refuse(op, "a bias that is not contiguous");
  return success();
}

FailureOr<GemmCall> fp8::describeGemm(GemmOp op) {
  if (failed(checkBias(op)))
    return failure();
  FailureOr<SmallVector<Dim>> dims = getDims(op);
  if (failed(dims))
    return failure();
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  SmallVector<Dim> batchDims, mDims, nDims, kDims;
  for (auto [d, dim] : llvm::enumerate(*dims)) {
    bool lhs = maps[0].isFunctionOfDim(d), rhs = maps[1].isFunctionOfDim(d);
    if (!maps[2].isFunctionOfDim(d))
      kDims.push_back(dim);
    else if (lhs && rhs)
      batchDims.push_back(dim);
    else
      (lhs ? mDims : nDims).push_back(dim);
  }
  // Dimensions of a sliced operand may not merge. The outer dimensions then
  // become batch dimensions, in which the stride of the other operand is 0.
  SmallVector<Dim> terms;
  Dim m = mergeAll(mDims, 2, batchDims), n = mergeAll(nDims, 2, batchDims),
      k = mergeAll(kDims, 0, terms);
  llvm::erase_if(batchDims, [](const Dim &dim) { return dim.extent == 1; });
  if (!terms.empty() || batchDims.size() > 2)
    return refuse(op, "it is not a batch of matrices");
  // A result without a row or column dimension has an extent of 1 there.
  auto isContiguous = [](const Dim &dim) {
    return dim.extent == 1 || dim.strides[2] == 1;
  };
  GemmCall result = {{}, /*isSwapped=*/!isContiguous(n)};
  // A bias has one element per column, even if there is a single column.
  if (op.getBias()) {
    AffineMap out = maps[2];
    result.isSwapped =
        maps[0].isFunctionOfDim(out.getDimPosition(out.getNumResults() - 1));
  }
  if (result.isSwapped) {
    if (!isContiguous(m))
      return refuse(op, "a result whose rows and columns are both strided");
    std::swap(m, n);
    for (Dim *dim : {&m, &n, &k})
      std::swap(dim->strides[0], dim->strides[1]);
    for (Dim &dim : batchDims)
      std::swap(dim.strides[0], dim.strides[1]);
  }
  batchDims.resize(2);
  auto describe = [&](Value value, unsigned i, const Dim &row, const Dim &col) {
    return fp8rt_matrix{getGemmDtype(value),
                        i == 2 ? static_cast<int32_t>(FP8RT_SCALE_TENSOR)
                               : getScaling(op, result.isSwapped ? 1 - i : i),
                        row.strides[i],
                        col.extent == 1 && i == 2 ? 1 : col.strides[i],
                        {batchDims[0].strides[i], batchDims[1].strides[i]}};
  };
  Value lhs = op.getLhs(), rhs = op.getRhs();
  if (result.isSwapped)
    std::swap(lhs, rhs);
  fp8rt_gemm_desc &desc = result.desc;
  desc.m = m.extent;
  desc.n = n.extent;
  desc.k = k.extent;
  desc.batch[0] = batchDims[0].extent;
  desc.batch[1] = batchDims[1].extent;
  desc.lhs = describe(lhs, 0, m, k);
  desc.rhs = describe(rhs, 1, k, n);
  desc.out = describe(op.getInit(), 2, m, n);
  // A single row can have any stride, but the runtime requires that rows do not
  // overlap.
  if (desc.m == 1)
    desc.out.row_stride = desc.n;
  desc.beta = op.getAccumulate();
  desc.has_bias = op.getBias() != nullptr;
  if (desc.has_bias)
    desc.bias_dtype = getGemmDtype(op.getBias());
  desc.activation = op.getActivation() == Activation::Relu
                        ? FP8RT_ACTIVATION_RELU
                        : FP8RT_ACTIVATION_NONE;
  return result;
}
