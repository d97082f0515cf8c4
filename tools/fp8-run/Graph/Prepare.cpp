//===- Prepare.cpp - Preparation of a training step from a file -----------===//

#include "Graph/Prepare.h"

#include "Files/InputFile.h"
#include "Inputs/PackedState.h"

#include "fp8/Driver/MeshText.h"
#include "fp8/IR/FP8.h"
#include "fp8/Inspect/Passes.h"
#include "fp8/Support/ModuleText.h"
#include "fp8/Utils/ArgumentNames.h"
#include "fp8/Utils/RunPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

/// Reads the file instead of mapping it. Diagnostics show its lines during the
/// whole run, and an editor may truncate the file meanwhile.
static std::unique_ptr<llvm::MemoryBuffer> readModule(StringRef path) {
  std::string message;
  // Pipes are always read, and a missing file causes an error later.
  if (!llvm::sys::fs::is_regular_file(path)) {
    auto buffer = openInputFile(path, &message);
    if (!buffer)
      reportError(message);
    return buffer;
  }
  llvm::Expected<InputFile> file = InputFile::open(path);
  auto buffer = file ? file->readRest("") : file.takeError();
  if (buffer)
    return std::move(*buffer);
  reportError(llvm::toString(buffer.takeError()));
  return nullptr;
}

/// Reports a file that has no step in MLIR. Returns true for such a file.
static bool isForeign(StringRef text, StringRef path) {
  std::string message = explainForeignFile(text, path);
  bool isBytecode = text.starts_with("ML\xefR");
  if (message.empty() && !isBytecode && !text.contains("func") &&
      !text.contains("module"))
    message = ("expected a step in MLIR, but " + path +
               " has no func.func; fp8.jax.capture and fp8.torch.capture write "
               "one")
                  .str();
  if (!message.empty())
    reportError(message);
  return !message.empty();
}

OwningOpRef<ModuleOp> run::parseModule(const Options &options,
                                       llvm::SourceMgr &sourceMgr,
                                       MLIRContext *context) {
  std::unique_ptr<llvm::MemoryBuffer> buffer = readModule(options.inputFile);
  if (!buffer || isForeign(buffer->getBuffer(), options.inputFile))
    return nullptr;
  llvm::MemoryBufferRef text = buffer->getMemBufferRef();
  sourceMgr.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  auto module = parseSourceFile<ModuleOp>(sourceMgr, context);
  if (module)
    nameArgumentsByText(*module, text.getBuffer(), text.getBufferIdentifier());
  return module;
}

/// Checks the option --entry. The passes would report errors at the module,
/// which has no location in the file.
static LogicalResult checkEntry(ModuleOp module, const Options &options) {
  if (options.train->entry.empty())
    return success();
  auto entry = module.lookupSymbol<func::FuncOp>(options.train->entry);
  if (entry && !entry.isExternal())
    return success();
  SmallVector<StringRef> names;
  for (auto func : module.getOps<func::FuncOp>())
    if (!func.isExternal())
      names.push_back(func.getName());
  reportError("expected --entry to be a function of " + options.inputFile +
              " with a body, but there is no @" + options.train->entry +
              "; there are: " + llvm::join(names, ", "));
  return failure();
}

/// Checks that the run has the mesh of the module, `fp8.mesh`, if there is one.
/// The module has no location in the file.
static LogicalResult verifyMesh(ModuleOp module, const Options &options) {
  return reportError(
      fp8::checkMesh(module, getMeshAttr(options.mesh, module.getContext()),
                     "--mesh", " of " + options.inputFile));
}

FailureOr<StepFunctions> run::prepare(ModuleOp module, const Options &options) {
  if (failed(checkEntry(module, options)) ||
      failed(verifyMesh(module, options)))
    return failure();
  if (MeshAttr mesh = getMeshAttr(options.mesh, module.getContext()))
    module->setAttr(FP8Dialect::kMeshAttrName, mesh);
  // Do not assign storage here: store() does, possibly several times with
  // different presets.
  TrainPipelineOptions train;
  train.copyOptionValuesFrom(*options.train);
  train.countKept = !options.report.empty();
  // Options of --train may give a step several ranks.
  if (failed(lowerToScaledForm(module, train)) ||
      failed(verifyMesh(module, options)))
    return failure();
  return StepFunctions::find(module);
}

FailureOr<StepFunctions> run::store(ModuleOp module, StoragePreset preset,
                                    const Options &options) {
  TrainPipelineOptions train;
  train.copyOptionValuesFrom(*options.train);
  train.storage = preset;
  if (failed(storeStates(module, train)))
    return failure();
  return StepFunctions::find(module);
}

FailureOr<OwningOpRef<ModuleOp>> run::prepareAlone(ModuleOp module,
                                                   const Options &options) {
  // If the file already contains the step that one rank of a mesh runs, the
  // step without the mesh is unknown.
  auto mesh = module->getAttrOfType<MeshAttr>(FP8Dialect::kMeshAttrName);
  if (mesh && mesh.getNumRanks() > 1)
    return failure();
  // The run prints the same messages when it prepares its own module.
  ScopedDiagnosticHandler quiet(module.getContext(),
                                [](Diagnostic &) { return success(); });
  Options alone = options;
  alone.mesh.clear();
  alone.train = std::make_shared<TrainPipelineOptions>();
  alone.train->copyOptionValuesFrom(*options.train);
  alone.train->ranks = 1;
  alone.train->microbatches = 1;
  alone.train->groups = ArrayRef<int64_t>();
  OwningOpRef<ModuleOp> copy = module.clone();
  if (failed(prepare(*copy, alone)) ||
      (options.storesStates() &&
       failed(store(*copy, options.train->storage, alone))))
    return failure();
  // The step does not call the functions that convert states.
  PackedState::take(*copy);
  return copy;
}

FailureOr<StepFunctions> run::shard(ModuleOp module, const Options &options) {
  PassManager pm(module.getContext());
  if (failed(applyPassManagerCLOptions(pm)))
    return failure();
  buildShardedStatesPipeline(pm, *options.train);
  if (failed(runAndVerify(pm, module)))
    return failure();
  return StepFunctions::find(module);
}

LogicalResult run::observe(ModuleOp module, const Options &options) {
  if (options.dump.empty() && options.health.empty() &&
      !options.observesScales())
    return success();
  PassManager pm(module.getContext());
  if (failed(applyPassManagerCLOptions(pm)))
    return failure();
  ObservePassOptions observe;
  observe.dump = !options.dump.empty();
  observe.health = !options.health.empty();
  observe.scales = options.observesScales();
  pm.addPass(createObservePass(observe));
  return runAndVerify(pm, module);
}
