//===- GeneralizePads.cpp - --fp8-generalize-pads -------------------------===//

#include "../Uniform.h"
#include "ComputedAccesses.h"
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

/// Replaces `op` by a generic over its result, of what `create` makes of each
/// element; `inputs` are read where it is.
static void replaceByGeneric(
    RewriterBase &rewriter, Operation *op, ValueRange inputs,
    function_ref<Value(OpBuilder &, Location, ValueRange)> create) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  rewriter.setInsertionPoint(op);
  Value empty = tensor::EmptyOp::create(rewriter, op->getLoc(), type.getShape(),
                                        type.getElementType());
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  SmallVector<AffineMap> maps(inputs.size() + 1,
                              rewriter.getMultiDimIdentityMap(type.getRank()));
  rewriter.replaceOpWithNewOp<linalg::GenericOp>(
      op, type, inputs, empty, maps, loops,
      [&](OpBuilder &b, Location loc, ValueRange arguments) {
        linalg::YieldOp::create(b, loc, create(b, loc, arguments));
      });
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
  PlacedTensor source{pad.getSource(), SmallVector<int64_t>(pad.getStaticLow()),
                      type.getShape()};
  replaceByGeneric(rewriter, pad, {},
                   [&](OpBuilder &b, Location loc, ValueRange) {
                     return source.createElement(b, loc, padding);
                   });
  return success();
}

/// Slices that are put into one tensor of one value, at most: every element
/// looks at all of them.
static constexpr unsigned kMaxSlices = 8;

/// Whether `insert` is a pad in other words, or adds to one: what lies around
/// the source is one value, or was made so. Into anything else it is written
/// in place.
static bool isPad(tensor::InsertSliceOp insert,
                  const llvm::DenseMap<Value, unsigned> &padded) {
  RankedTensorType source = insert.getSourceType();
  return insert.hasUnitStride() && source.hasStaticShape() &&
         insert.getDestType().hasStaticShape() && source.getNumElements() > 0 &&
         source.getRank() == insert.getDestType().getRank() &&
         !ShapedType::isDynamicShape(insert.getStaticOffsets()) &&
         (matchUniform(insert.getDest()) ||
          (padded.contains(insert.getDest()) &&
           padded.lookup(insert.getDest()) < kMaxSlices));
}

/// The scalar that `uniform` holds everywhere.
static Value createScalar(OpBuilder &b, Location loc, const Uniform &uniform,
                          Type element) {
  if (uniform.constant)
    return arith::ConstantOp::create(
        b, loc, b.getFloatAttr(element, *uniform.constant));
  Value value = uniform.value;
  if (auto type = dyn_cast<RankedTensorType>(value.getType())) {
    Value zero = arith::ConstantIndexOp::create(b, loc, 0);
    value = tensor::ExtractOp::create(b, loc, value,
                                      SmallVector<Value>(type.getRank(), zero));
  }
  return value;
}

static void generalize(RewriterBase &rewriter, tensor::InsertSliceOp insert) {
  RankedTensorType type = insert.getDestType();
  PlacedTensor source{insert.getSource(),
                      SmallVector<int64_t>(insert.getStaticOffsets()),
                      type.getShape()};
  rewriter.setInsertionPoint(insert);
  std::optional<Uniform> uniform = matchUniform(insert.getDest());
  if (!uniform)
    return replaceByGeneric(
        rewriter, insert, insert.getDest(),
        [&](OpBuilder &b, Location loc, ValueRange arguments) {
          return source.createElement(b, loc, arguments.front());
        });
  Value around =
      createScalar(rewriter, insert.getLoc(), *uniform, type.getElementType());
  replaceByGeneric(rewriter, insert, {},
                   [&](OpBuilder &b, Location loc, ValueRange) {
                     return source.createElement(b, loc, around);
                   });
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
    // With the number of slices in each.
    llvm::DenseMap<Value, unsigned> padded;
    SmallVector<tensor::InsertSliceOp> inserts;
    getOperation()->walk([&](tensor::InsertSliceOp insert) {
      if (!isPad(insert, padded))
        return;
      padded[insert.getResult()] = padded.lookup(insert.getDest()) + 1;
      inserts.push_back(insert);
    });
    for (tensor::InsertSliceOp insert : inserts)
      generalize(rewriter, insert);
  }
};
} // namespace
