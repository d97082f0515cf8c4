//===- CopiesToKernels.cpp - --fp8-copies-to-kernels ----------------------===//

#include "fp8/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_FP8COPIESTOKERNELS
#include "fp8/Transforms/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

/// The tensor that a kernel sees in a buffer.
static RankedTensorType getTensorType(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  return RankedTensorType::get(type.getShape(), type.getElementType());
}

static void replaceByKernel(RewriterBase &rewriter, memref::CopyOp copy) {
  rewriter.setInsertionPoint(copy);
  Location loc = copy.getLoc();
  auto kernel = KernelOp::create(
      rewriter, loc, TypeRange(), copy.getSource(), copy.getTarget(),
      rewriter.getStringAttr("copy"), ScheduleAttr());
  RankedTensorType type = getTensorType(copy.getTarget());
  Block *body = rewriter.createBlock(&kernel.getBody());
  Value source = body->addArgument(type, loc);
  body->addArgument(type, loc);
  Value empty = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                        type.getElementType());
  SmallVector<AffineMap> maps(2,
                              rewriter.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      rewriter, loc, type, source, empty, maps, iterators,
      [](OpBuilder &b, Location bodyLoc, ValueRange arguments) {
        linalg::YieldOp::create(b, bodyLoc, arguments.front());
      });
  KernelYieldOp::create(rewriter, loc, generic.getResults());
  rewriter.eraseOp(copy);
}

namespace {
struct CopiesToKernels : fp8::impl::FP8CopiesToKernelsBase<CopiesToKernels> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    WalkResult result = getOperation()->walk([&](memref::CopyOp copy) {
      if (!cast<ShapedType>(copy.getTarget().getType()).hasStaticShape() ||
          !cast<ShapedType>(copy.getSource().getType()).hasStaticShape()) {
        copy.emitError("unsupported by fp8-copies-to-kernels: a copy of type ")
            << copy.getTarget().getType();
        return WalkResult::interrupt();
      }
      replaceByKernel(rewriter, copy);
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
