//===- BufferRange.cpp - byte ranges of buffers ---------------------------===//

#include "fp8/Analysis/BufferRange.h"
#include "fp8/Analysis/KernelTraffic.h"
#include "fp8/Analysis/RankSizes.h"
#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns the range of a buffer that is an argument, a constant, or a view of
/// the arena. Returns std::nullopt for other buffers.
static std::optional<BufferRange> getRootRange(Value buffer) {
  if (isa<BlockArgument>(buffer) || buffer.getDefiningOp<memref::GetGlobalOp>())
    return BufferRange{buffer};
  // In Planned form, views of the arena have constant offsets.
  auto view = buffer.getDefiningOp<memref::ViewOp>();
  APInt shift;
  if (view && isa<BlockArgument>(view.getSource()) &&
      matchPattern(view.getByteShift(), m_ConstantInt(&shift)))
    return BufferRange{view.getSource(), shift.getSExtValue()};
  return std::nullopt;
}

/// Sets the range to the elements of `type`, with its offset added. Fails if
/// the range is not constant or does not fit an address space.
static LogicalResult addRangeOf(MemRefType type, BufferRange &range) {
  range.bytes = 0;
  // MemRefType computes no strides for a buffer without elements.
  if (llvm::is_contained(type.getShape(), 0))
    return success();
  SmallVector<int64_t> strides;
  int64_t offset;
  if (!type.hasStaticShape() ||
      failed(type.getStridesAndOffset(strides, offset)) ||
      ShapedType::isDynamic(offset))
    return failure();
  int64_t elementBytes = getElementBytes(type.getElementType());
  int64_t last = 0;
  bool overflows = llvm::MulOverflow(offset, elementBytes, offset) ||
                   llvm::AddOverflow(range.offset, offset, range.offset);
  for (auto [extent, stride] : llvm::zip_equal(type.getShape(), strides)) {
    int64_t length = 0;
    overflows |= llvm::MulOverflow(extent - 1, stride, length) ||
                 llvm::AddOverflow(last, length, last);
  }
  overflows |= llvm::AddOverflow<int64_t>(last, 1, last) ||
               llvm::MulOverflow(last, elementBytes, range.bytes) ||
               llvm::AddOverflow(range.offset, range.bytes, last);
  return failure(overflows);
}

FailureOr<BufferRange> fp8::getBufferRange(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  Value root = getWholeBuffer(buffer);
  std::optional<BufferRange> range = getRootRange(root);
  if (!range)
    return mlir::emitError(root.getLoc(), "expected a view of an argument, of "
                                          "a constant or of the arena, but "
                                          "this value is none of them");
  if (failed(addRangeOf(type, *range)))
    return mlir::emitError(buffer.getLoc(), "expected a view at a constant "
                                            "offset in an address space, but "
                                            "its type is ")
           << type;
  return *range;
}

BufferRange fp8::findBufferRange(Value buffer) {
  Value root = getWholeBuffer(buffer);
  BufferRange range = getRootRange(root).value_or(BufferRange{root});
  if (failed(addRangeOf(cast<MemRefType>(buffer.getType()), range)))
    return {range.root, 0, INT64_MAX};
  return range;
}

bool fp8::isUpdatedInPlace(Value buffer) {
  auto argument = dyn_cast<BlockArgument>(findBufferRange(buffer).root);
  auto function =
      argument ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp())
               : func::FuncOp();
  return function && function.getArgAttr(argument.getArgNumber(),
                                         FP8Dialect::kInPlaceAttrName);
}
