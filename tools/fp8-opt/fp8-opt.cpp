//===- fp8-opt.cpp - The fp8 optimizer driver -----------------------------===//

#include "Support/Flags.h"
#include "Support/ToolMain.h"
#include "fp8-opt/HelpPasses.h"
#include "fp8-opt/OptionErrors.h"
#include "fp8/InitAll.h"
#include "fp8/Pipelines/VerifyUnchanged.h"
#include "fp8/Support/ModuleText.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;

static llvm::cl::opt<bool>
    verifiesUnchanged("fp8-verify-unchanged", llvm::cl::Hidden,
                      llvm::cl::desc("Report passes that change analyses or IR "
                                     "that they declare as preserved"));

static llvm::cl::opt<bool>
    helpPasses("help-passes", llvm::cl::desc("List the passes by stage"));

/// Prints an error about the options of the passes that `arguments` name.
/// Upstream's error has no location.
static LogicalResult printOptionError(Diagnostic &diag,
                                      ArrayRef<const char *> arguments) {
  if (!isa<UnknownLoc>(diag.getLocation()))
    return failure();
  // An option that rejects its value has printed the reason.
  std::string text = fp8::explainOptionError(diag.str(), arguments);
  if (!text.empty())
    llvm::WithColor::error(llvm::errs(), "fp8-opt") << text << "\n";
  return success();
}

/// Builds the pipeline of the command line, which has the flags `arguments`.
static LogicalResult setup(const MlirOptMainConfig &config,
                           ArrayRef<const char *> arguments, PassManager &pm) {
  ScopedDiagnosticHandler handler(pm.getContext(), [&](Diagnostic &diag) {
    return printOptionError(diag, arguments);
  });
  if (succeeded(config.setupPassPipeline(pm)))
    return success();
  llvm::WithColor::note()
      << "options of passes are NAME=VALUE, separated by spaces, as in "
         "--fp8-train-pipeline=\"recipe=current storage=fp8-split8\"; --help "
         "lists them and their values\n";
  return failure();
}

/// Returns true if ops of StableHLO or torch-mlir may be parsed: a plugin or a
/// file of IRDL may define such dialects.
static bool mayHaveForeignOps(const MlirOptMainConfig &config,
                              DialectRegistry &registry) {
  return config.shouldAllowUnregisteredDialects() ||
         config.shouldVerifyDiagnostics() || !config.getIrdlFile().empty() ||
         registry.getDialectAllocator("stablehlo") ||
         registry.getDialectAllocator("torch");
}

/// Runs upstream's driver, with other errors for options, and with a check of
/// each pass if requested.
static LogicalResult run(StringRef input, StringRef output,
                         ArrayRef<const char *> arguments,
                         DialectRegistry &registry) {
  std::string error;
  auto file = openInputFile(input, &error);
  auto out = openOutputFile(output, &error);
  if (!file || !out) {
    llvm::errs() << error << "\n";
    return failure();
  }
  MlirOptMainConfig given = MlirOptMainConfig::createFromCLOptions();
  if (!mayHaveForeignOps(given, registry)) {
    std::string foreign = fp8::explainForeignFile(file->getBuffer(), input);
    if (!foreign.empty()) {
      llvm::WithColor::error(llvm::errs(), "fp8-opt") << foreign << "\n";
      return failure();
    }
  }
  bool isHonest = true;
  auto report = [&](Pass *pass, Operation *op) {
    isHonest = false;
    emitError(op->getLoc(), "'--")
        << pass->getArgument()
        << "' changed this op, but marked all its analyses as preserved";
  };
  MlirOptMainConfig config = given;
  config.setPassPipelineSetupFn([&](PassManager &pm) {
    if (verifiesUnchanged)
      fp8::verifyUnchanged(pm, report);
    return setup(given, arguments, pm);
  });
  if (failed(MlirOptMain(out->os(), std::move(file), registry, config)))
    return failure();
  out->keep();
  return success(isHonest);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  fp8::initializeTool();
  DialectRegistry registry;
  fp8::registerAllDialects(registry);
  registerAllPasses();
  fp8::registerAllPasses();
  std::string help = registerCLIOptions("fp8 optimizer driver\n", registry);
  ArrayRef<char *> arguments(argv, static_cast<size_t>(argc));
  if (!fp8::checkFlags(arguments, "fp8-opt", fp8::explainPassOption) ||
      !fp8::checkFiles(arguments))
    return EXIT_FAILURE;
  auto [input, output] = parseCLIOptions(argc, argv, help);
  if (helpPasses) {
    fp8::printHelpPasses(llvm::outs());
    return EXIT_SUCCESS;
  }
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return asMainReturnCode(MlirOptMain(argc, argv, input, output, registry));
  return asMainReturnCode(
      run(input, output, llvm::ArrayRef(argv, argc), registry));
}
