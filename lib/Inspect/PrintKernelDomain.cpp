//===- PrintKernelDomain.cpp - --fp8-print-kernel-domain ------------------===//

#include "fp8/Analysis/KernelDomain.h"
#include "fp8/Inspect/Passes.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_PRINTKERNELDOMAINPASS
#include "fp8/Inspect/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {
struct PrintKernelDomain
    : fp8::impl::PrintKernelDomainPassBase<PrintKernelDomain> {
  void runOnOperation() override {
    markAllAnalysesPreserved();
    WalkResult result = getOperation()->walk([](KernelOp kernel) {
      FailureOr<KernelDomain> domain = KernelDomain::compute(kernel);
      if (failed(domain))
        return WalkResult::interrupt();
      domain->emitRemarks(kernel);
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
