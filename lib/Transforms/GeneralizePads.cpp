//===- GeneralizePads.cpp - --fp8-generalize-pads -------------------------===//

#include "fp8/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_FP8GENERALIZEPADS
#include "fp8/Transforms/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

/// The element of `pad` at the loops of a generic: one of the source if that
/// lies there, which is read at the nearest position otherwise.
static Value createElement(OpBuilder &b, Location loc, tensor::PadOp pad,
                           Value padding) {
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value isInside;
  SmallVector<Value> indices;
  for (auto [dim, low] : llvm::enumerate(pad.getStaticLow())) {
    int64_t size = pad.getSourceType().getDimSize(dim);
    Value index = linalg::IndexOp::create(b, loc, dim);
    if (size == pad.getResultType().getDimSize(dim)) {
      indices.push_back(index);
      continue;
    }
    Value position = arith::SubIOp::create(
        b, loc, index, arith::ConstantIndexOp::create(b, loc, low));
    Value last = arith::ConstantIndexOp::create(b, loc, size - 1);
    Value nearest = arith::MinSIOp::create(
        b, loc, arith::MaxSIOp::create(b, loc, position, zero), last);
    indices.push_back(nearest);
    Value isHere = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                         position, nearest);
    isInside = isInside
                   ? arith::AndIOp::create(b, loc, isInside, isHere).getResult()
                   : isHere;
  }
  Value element = tensor::ExtractOp::create(b, loc, pad.getSource(), indices);
  return isInside ? arith::SelectOp::create(b, loc, isInside, element, padding)
                  : element;
}

static LogicalResult generalize(RewriterBase &rewriter, tensor::PadOp pad) {
  Value padding = pad.getConstantPaddingValue();
  RankedTensorType type = pad.getResultType();
  bool isStatic = pad.getSourceType().hasStaticShape() &&
                  type.hasStaticShape() &&
                  !llvm::any_of(pad.getStaticLow(), ShapedType::isDynamic);
  if (!padding || !isStatic || pad.getSourceType().getNumElements() == 0) {
    InFlightDiagnostic diag = pad.emitError("unsupported by "
                                            "fp8-generalize-pads: a pad of ")
                              << pad.getSourceType() << " to " << type;
    diag.attachNote()
        << "supported: static shapes that are not empty, with one "
           "value around them";
    return diag;
  }
  rewriter.setInsertionPoint(pad);
  Value empty = tensor::EmptyOp::create(rewriter, pad.getLoc(), type.getShape(),
                                        type.getElementType());
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  rewriter.replaceOpWithNewOp<linalg::GenericOp>(
      pad, type, ValueRange(), empty,
      rewriter.getMultiDimIdentityMap(type.getRank()), loops,
      [&](OpBuilder &b, Location loc, ValueRange) {
        linalg::YieldOp::create(b, loc, createElement(b, loc, pad, padding));
      });
  return success();
}

namespace {
struct GeneralizePads : fp8::impl::FP8GeneralizePadsBase<GeneralizePads> {
  void runOnOperation() override {
    SmallVector<tensor::PadOp> pads;
    getOperation()->walk([&](tensor::PadOp pad) { pads.push_back(pad); });
    IRRewriter rewriter(&getContext());
    for (tensor::PadOp pad : pads)
      if (failed(generalize(rewriter, pad)))
        return signalPassFailure();
  }
};
} // namespace
