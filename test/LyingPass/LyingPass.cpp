//===- LyingPass.cpp - a pass that says it changed nothing ----------------===//

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Config/llvm-config.h"

using namespace mlir;

namespace {
struct LyingPass : PassWrapper<LyingPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LyingPass)
  StringRef getArgument() const override { return "fp8-test-lying"; }
  StringRef getDescription() const override {
    return "Change the name of the module, and say that nothing changed";
  }
  void runOnOperation() override {
    getOperation().setSymName("changed");
    markAllAnalysesPreserved();
  }
};
} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "LyingPass", LLVM_VERSION_STRING,
          [] { PassRegistration<LyingPass>(); }};
}
