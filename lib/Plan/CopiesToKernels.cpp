//===- CopiesToKernels.cpp - --fp8-copies-to-kernels ----------------------===//

#include "CopyKernel.h"
#include "fp8/Codegen/Emitter.h"
#include "fp8/Plan/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_COPIESTOKERNELSPASS
#include "fp8/Plan/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {
struct CopiesToKernels : fp8::impl::CopiesToKernelsPassBase<CopiesToKernels> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    bool changed = false;
    WalkResult result = getOperation()->walk([&](memref::CopyOp copy) {
      auto target = cast<ShapedType>(copy.getTarget().getType());
      if (!target.hasStaticShape() ||
          !isKernelElementType(target.getElementType()) ||
          !cast<ShapedType>(copy.getSource().getType()).hasStaticShape()) {
        copy.emitError("unsupported by fp8-copies-to-kernels: a copy of type ")
            << target;
        return WalkResult::interrupt();
      }
      rewriter.setInsertionPoint(copy);
      createCopyKernel(rewriter, copy.getLoc(), copy.getSource(),
                       copy.getTarget());
      rewriter.eraseOp(copy);
      changed = true;
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      return signalPassFailure();
    if (!changed)
      markAllAnalysesPreserved();
  }
};
} // namespace
