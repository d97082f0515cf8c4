//===- RaiseScatter.cpp - --fp8-raise-scatter -----------------------------===//

#include "fp8/Raise/Passes.h"
#include "fp8/Utils/ScatterLoop.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_RAISESCATTERPASS
#include "fp8/Raise/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

static constexpr remark::RemarkOpts kRemark =
    remark::RemarkOpts::name("loop").category("fp8-raise-scatter");

namespace {

struct RaiseScatter : fp8::impl::RaiseScatterPassBase<RaiseScatter> {
  void runOnOperation() override {
    bool changed = false;
    // Visit outer loops first, because a nest of loops may be one scatter.
    getOperation()->walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
      ScatterLoop scatter(loop);
      StringRef reason = scatter.match();
      if (!reason.empty()) {
        remark::missed(loop.getLoc(), kRemark) << ("kept: " + reason).str();
        return WalkResult::advance();
      }
      remark::passed(loop.getLoc(), kRemark) << "raised to fp8.scatter_add";
      scatter.replace();
      changed = true;
      return WalkResult::skip();
    });
    if (isa<ModuleOp>(getOperation()) &&
        !isDone(getOperation(), getArgument())) {
      recordDone(getOperation(), getArgument());
      changed = true;
    }
    if (!changed)
      markAllAnalysesPreserved();
  }
};

} // namespace
