//===- VerifyUnchangedTest.cpp - passes that hide changes -----------------===//

#include "fp8/Pipelines/VerifyUnchanged.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/Pass.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {

struct MarkingPass : PassWrapper<MarkingPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MarkingPass)
  MarkingPass(bool changes, bool preserves)
      : changes(changes), preserves(preserves) {}
  StringRef getArgument() const override { return "fp8-marking"; }
  void runOnOperation() override {
    if (changes)
      getOperation().setSymName("changed");
    if (preserves)
      markAllAnalysesPreserved();
  }
  bool changes, preserves;
};

int countReports(bool changes, bool preserves) {
  MLIRContext context;
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
  PassManager pm(&context);
  pm.addPass(std::make_unique<MarkingPass>(changes, preserves));
  int count = 0;
  verifyUnchanged(pm, [&](Pass *, Operation *) { ++count; });
  EXPECT_TRUE(succeeded(pm.run(*module)));
  return count;
}

TEST(VerifyUnchanged, FindsPassesThatLie) {
  EXPECT_EQ(countReports(/*changes=*/true, /*preserves=*/true), 1);
  EXPECT_EQ(countReports(/*changes=*/true, /*preserves=*/false), 0);
  EXPECT_EQ(countReports(/*changes=*/false, /*preserves=*/true), 0);
}

} // namespace
