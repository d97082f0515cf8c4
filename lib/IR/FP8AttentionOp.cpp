//===- FP8AttentionOp.cpp - accessors of attention ------------------------===//

#include "fp8/IR/FP8.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::fp8;

template <typename OpTy>
static SmallVector<AffineMap> getMapsOf(OpTy op) {
  return llvm::map_to_vector(op.getIndexingMaps(), [](Attribute map) {
    return cast<AffineMapAttr>(map).getValue();
  });
}

/// Returns the extents of the iteration space. The maps must fit the operands.
static SmallVector<int64_t> getExtents(Operation *op,
                                       ArrayRef<AffineMap> maps) {
  SmallVector<int64_t> extents(maps.front().getNumDims(), ShapedType::kDynamic);
  for (auto [map, type] : llvm::zip_equal(maps, op->getOperandTypes()))
    for (auto [expr, extent] :
         llvm::zip_equal(map.getResults(), cast<ShapedType>(type).getShape()))
      if (!ShapedType::isDynamic(extent))
        extents[cast<AffineDimExpr>(expr).getPosition()] = extent;
  return extents;
}

/// Names the block arguments: the score, the indices, and the captured
/// elements.
static void nameArguments(Region &region, unsigned numRowDims,
                          OpAsmSetValueNameFn setName) {
  for (BlockArgument argument : region.getArguments()) {
    unsigned i = argument.getArgNumber();
    setName(argument, i == 0                ? "score"
                      : i <= numRowDims     ? "row"
                      : i == numRowDims + 1 ? "key"
                                            : "in");
  }
}

#define FP8_ATTENTION_ACCESSORS(OP)                                            \
  SmallVector<AffineMap> OP::getIndexingMapsArray() {                          \
    return getMapsOf(*this);                                                   \
  }                                                                            \
  AffineMap OP::getMap(OpOperand &operand) {                                   \
    return getIndexingMapsArray()[operand.getOperandNumber()];                 \
  }                                                                            \
  SmallVector<int64_t> OP::getStaticLoopRanges() {                             \
    return getExtents(*this, getIndexingMapsArray());                          \
  }                                                                            \
  YieldOp OP::getYield() {                                                     \
    return cast<YieldOp>(getBody().front().getTerminator());                   \
  }                                                                            \
  bool OP::readsInit(OpOperand &) { return false; }                            \
  void OP::getAsmBlockArgumentNames(Region &region,                            \
                                    OpAsmSetValueNameFn setName) {             \
    nameArguments(region, getNumRowDims(), setName);                           \
  }

FP8_ATTENTION_ACCESSORS(AttentionOp)
FP8_ATTENTION_ACCESSORS(AttentionBackwardOp)

#undef FP8_ATTENTION_ACCESSORS
