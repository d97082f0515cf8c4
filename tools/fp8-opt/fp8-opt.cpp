//===- fp8-opt.cpp - the fp8 optimizer driver -----------------------------===//

#include "Support/ToolMain.h"
#include "fp8/InitAll.h"
#include "fp8/Pipelines/VerifyUnchanged.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;

static llvm::cl::opt<bool> verifiesUnchanged(
    "fp8-verify-unchanged", llvm::cl::Hidden,
    llvm::cl::desc("Report passes that changed what they say is preserved"));

/// What upstream's driver does, with a look at each pass.
static LogicalResult verify(StringRef input, StringRef output,
                            DialectRegistry &registry) {
  std::string error;
  auto file = openInputFile(input, &error);
  auto out = openOutputFile(output, &error);
  if (!file || !out) {
    llvm::errs() << error << "\n";
    return failure();
  }
  bool isHonest = true;
  auto report = [&](Pass *pass, Operation *op) {
    isHonest = false;
    emitError(op->getLoc(), "'--")
        << pass->getArgument()
        << "' changed the op that it says all analyses are preserved of";
  };
  MlirOptMainConfig given = MlirOptMainConfig::createFromCLOptions();
  MlirOptMainConfig config = given;
  config.setPassPipelineSetupFn([&](PassManager &pm) {
    fp8::verifyUnchanged(pm, report);
    return given.setupPassPipeline(pm);
  });
  if (failed(MlirOptMain(out->os(), std::move(file), registry, config)))
    return failure();
  out->keep();
  return success(isHonest);
}

int main(int argc, char **argv) {
  fp8::initializeTool();
  DialectRegistry registry;
  fp8::registerAllDialects(registry);
  registerAllPasses();
  fp8::registerAllPasses();
  auto [input, output] = registerAndParseCLIOptions(
      argc, argv, "fp8 optimizer driver\n", registry);
  if (verifiesUnchanged)
    return asMainReturnCode(verify(input, output, registry));
  return asMainReturnCode(MlirOptMain(argc, argv, input, output, registry));
}
