//===- Accesses.cpp - memory layout of the operands of a kernel -----------===//

#include "KernelModel.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::fp8;

static constexpr unsigned kNoDim = KernelDomain::kNoDim;

int64_t mlir::fp8::getByteWidth(Type elementType) {
  if (elementType.isIndex())
    return 8;
  return llvm::divideCeil(elementType.getIntOrFloatBitWidth(), 8);
}

/// Maximum number of points of a kernel. Byte offsets and point counts are
/// 64-bit; twice this number of elements, at 8 bytes each, still fits.
static constexpr int64_t kMaxPoints = int64_t(1) << 59;

/// Returns true if the product of nonnegative extents is at most kMaxPoints.
static bool areCountable(ArrayRef<int64_t> extents) {
  if (llvm::is_contained(extents, 0))
    return true;
  int64_t points = 1;
  for (int64_t extent : extents) {
    if (extent > kMaxPoints / points)
      return false;
    points *= extent;
  }
  return true;
}

LogicalResult mlir::fp8::checkSizes(KernelOp kernel, const KernelDomain &domain,
                                    bool emitErrors) {
  ArrayRef<int64_t> tooLarge;
  if (!areCountable(domain.getExtents()))
    tooLarge = domain.getExtents();
  for (Value argument : kernel.getBody().getArguments()) {
    ArrayRef<int64_t> shape = cast<ShapedType>(argument.getType()).getShape();
    if (!areCountable(shape))
      tooLarge = shape;
  }
  if (tooLarge.empty())
    return success();
  if (!emitErrors)
    return failure();
  InFlightDiagnostic diag =
      kernel.emitError("unsupported by the emitter: a shape of ");
  llvm::interleave(tooLarge, diag, [&](int64_t e) { diag << e; }, " x ");
  diag.attachNote() << "shapes have at most 2^59 elements";
  return diag;
}

/// Returns the strides that the buffer of `tensor` will have. A slice becomes a
/// view of its source.
static SmallVector<int64_t> getTensorStrides(Value tensor) {
  auto type = cast<ShapedType>(tensor.getType());
  auto slice = tensor.getDefiningOp<tensor::ExtractSliceOp>();
  if (!slice || !slice.getSourceType().hasStaticShape() ||
      ShapedType::isDynamicShape(slice.getStaticStrides()))
    return computeSuffixProduct(type.getShape());
  SmallVector<int64_t> strides = getTensorStrides(slice.getSource());
  for (auto [stride, step] : llvm::zip_equal(strides, slice.getStaticStrides()))
    stride *= step;
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  SmallVector<int64_t> kept;
  for (auto [dim, stride] : llvm::enumerate(strides))
    if (!dropped.test(dim))
      kept.push_back(stride);
  return kept;
}

/// Computes strides along the dimensions of the domain. The model merges
/// dimensions later.
LogicalResult KernelModel::addAccesses(bool emitErrors) {
  for (OpOperand &operand : kernel->getOpOperands()) {
    auto type = cast<ShapedType>(operand.get().getType());
    SmallVector<int64_t> strides = getTensorStrides(operand.get());
    int64_t offset = 0;
    // getStridesAndOffset() fails for a contiguous buffer without elements.
    auto memref = dyn_cast<MemRefType>(type);
    if (memref && !memref.getLayout().isIdentity()) {
      strides.clear();
      if (failed(memref.getStridesAndOffset(strides, offset)) ||
          llvm::is_contained(strides, ShapedType::kDynamic)) {
        if (!emitErrors)
          return failure();
        InFlightDiagnostic diag =
            kernel.emitError("unsupported by the emitter: an operand of type ");
        diag << type;
        diag.attachNote() << "buffers have static strides";
        return diag;
      }
    }
    int64_t bytes = getByteWidth(type.getElementType());
    int64_t alignment = ShapedType::isDynamic(offset)
                            ? bytes
                            : std::gcd(kBufferAlignment, offset * bytes);
    Access access{operand.getOperandNumber(), type.getElementType(),
                  SmallVector<int64_t>(domain.getNumDims(), 0), strides,
                  alignment};
    Value argument = kernel.getBody().getArgument(operand.getOperandNumber());
    // The parts of a split dimension together traverse that dimension.
    for (auto [i, stride] : llvm::enumerate(strides)) {
      ArrayRef<unsigned> parts = domain.getDims(argument, i);
      SmallVector<int64_t> partStrides =
          getPartStrides(parts, domain.getExtents(), domain.getRagged());
      for (auto [dim, points] : llvm::zip_equal(parts, partStrides))
        if (dim != kNoDim)
          access.strides[dim] += stride * points;
    }
    accesses.push_back(std::move(access));
  }
  return success();
}
