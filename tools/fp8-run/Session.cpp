//===- Session.cpp - A run from the command line to its files -------------===//

#include "Graph/Explain.h"
#include "Graph/GraphIdentity.h"
#include "Inputs/IndexCheck.h"
#include "Messages.h"
#include "Outputs/OutputChecks.h"
#include "Outputs/RecipeSummary.h"
#include "SessionImpl.h"

#include "fp8/Driver/Reports.h"
#include "fp8/InitAll.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

#include <csignal>
#include <cstdlib>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

LogicalResult Session::compile(const StepFunctions &functions) {
  FailureOr<StepSet> compiled = StepSet::create(functions, options);
  if (failed(compiled))
    return failure();
  steps = std::move(*compiled);
  this->functions = functions;
  return success(!world.getComm() ||
                 succeeded(steps->connect(world.getComm())));
}

LogicalResult Session::start() {
  return success(
      succeeded(world.start(/*isReady=*/true, program, getMessages())) &&
      (!checkpoints || succeeded(checkpoints->shareRun(world))));
}

LogicalResult Session::run(ModuleOp module) {
  InitialState init;
  if (options.train->entry != "init")
    init = InitialState::take(module);
  // Checkpoints do not depend on the number of ranks and of micro-batches.
  OwningOpRef<ModuleOp> alone;
  bool hasOtherForm = !options.mesh.empty() || options.train->microbatches > 1;
  if (!options.checkpoint.empty() && hasOtherForm)
    if (FailureOr<OwningOpRef<ModuleOp>> copy = prepareAlone(module, options);
        succeeded(copy))
      alone = std::move(*copy);
  FailureOr<StepFunctions> functions = prepare(module, options);
  if (failed(functions))
    return failure();
  if (world.getComm())
    program = describeProgram(module, options);
  FailureOr<Signature> read = readSignature(functions->step);
  if (failed(read))
    return failure();
  signature = std::move(*read);
  if (failed(checkShards(signature, options)) ||
      failed(checkElementTypes(signature, *options.target)))
    return failure();
  FailureOr<Inputs> inputs = storage.createInputs(module, *functions, signature,
                                                  std::move(init), options);
  if (failed(inputs))
    return failure();
  // The step without a mesh and micro-batches identifies a checkpoint. If the
  // file already contains the step that one rank of a mesh runs, the step
  // without the mesh is unknown, so the step of the file is used.
  GraphIdentity graph;
  if (!options.checkpoint.empty())
    graph = GraphIdentity::of(alone ? *alone : module);
  if (getMesh(module)) {
    functions = shard(module, options);
    if (failed(functions) || failed(read = readSignature(functions->step)))
      return failure();
    if (options.cutsStates())
      inputs->shard(signature, *read, options.mesh.back().second, options.rank);
    signature = std::move(*read);
  }
  if (!options.checkpoint.empty()) {
    FailureOr<RunCheckpoints> opened = RunCheckpoints::open(
        std::move(graph), signature, options, module.getContext());
    if (failed(opened))
      return failure();
    checkpoints = std::move(*opened);
    if (Checkpoint *resumed = checkpoints->getResumed())
      inputs->resume(signature, *resumed);
  }
  if (options.explain)
    explain(getOutputStream(), signature, inputs->getSources());
  if (options.steps > 0)
    return runSteps(*functions, *inputs);
  if (options.report.empty())
    return start();
  FailureOr<std::vector<StepReport>> reports = reportSteps(*functions, options);
  if (failed(reports) || failed(start()))
    return failure();
  printReports(*reports);
  return success();
}

void Session::printReports(ArrayRef<StepReport> reports) {
  auto all =
      llvm::map_to_vector(reports, [](const StepReport &r) { return &r; });
  // With --bench, stdout contains only its JSON.
  raw_ostream &os = options.bench ? llvm::errs() : llvm::outs();
  if (options.report == "json")
    return fp8::printReports(os, all, /*asJSON=*/true);
  // JSON has its own escapes.
  PrintableStream printable(os);
  fp8::printReports(printable, all, /*asJSON=*/false);
}

LogicalResult Session::runSteps(const StepFunctions &functions,
                                Inputs &inputs) {
  Location loc = functions.step->getLoc();
  ArrayRef<Source> given = inputs.getSources();
  auto products = ProductCounts::compute(functions.step);
  if (failed(inputs.compute(signature)) ||
      failed(inputs.checkComplete(signature, options.steps)) ||
      failed(checkIndices(functions.step, signature, given, options.steps)) ||
      failed(checkLoss(functions.step, signature, options)) ||
      failed(checkResultNames(functions.step, signature, options)) ||
      failed(observe(functions.step->getParentOfType<ModuleOp>(), options)) ||
      failed(checkObservations(functions.step, signature, options)) ||
      (checkpoints && failed(checkpoints->begin(signature, given))))
    return failure();
  llvm::Expected<Outputs> outputs = Outputs::create(options);
  if (!outputs)
    return reportError(outputs.takeError());
  if (failed(saveInputs(given, *outputs)) || failed(compile(functions)) ||
      failed(start()))
    return failure();
  if (!options.report.empty())
    printReports(steps->getReports());
  if (failed(train(functions, inputs, *outputs)))
    return failure();
  std::string summary =
      summarizeRecipe(options, products, signature, outputs->getSaturations());
  if (failed(reportError(outputs->addPictures(
          getLastStep(), record, llvm::sys::path::filename(options.inputFile),
          summary))) ||
      failed(writeOutputs(*outputs)))
    return failure();
  // If this checkpoint exists, the other files of the run exist as well.
  if (checkpoints && failed(saveCheckpoint(loc)))
    return failure();
  reportInterrupt();
  // With --bench, stdout contains only its JSON.
  record.printSummary(options.bench ? llvm::errs() : llvm::outs());
  if (options.report == "table")
    world.printCounts(options.bench ? llvm::errs() : llvm::outs());
  if (world.isFirst()) {
    note() << summary << '\n';
    noteMissing(options, products, signature);
  }
  if (options.bench) {
    const std::optional<StepReport> &usual = steps->getUsual().report;
    record.printBench(llvm::outs(), options, usual ? usual->productFlops : 0,
                      getLastStep().program->getDeviceTraffic());
  }
  return success();
}

void Session::reportInterrupt() {
  auto numSteps = static_cast<int64_t>(record.getLosses().size());
  // A signal during the last step did not shorten the run.
  if (numSteps == options.steps)
    return;
  // Another rank may have received the signal.
  signal = interrupt->getSignal() != 0 ? interrupt->getSignal() : SIGTERM;
  warn() << "ended by a signal after " << numSteps << " of " << options.steps
         << " steps; all files are as after a run of " << numSteps
         << " steps\n";
}

/// Threads of MLIR's passes. ThreadSanitizer cannot see the locks in libMLIR,
/// which is not instrumented, and would report each access that they order.
static constexpr MLIRContext::Threading kThreading =
    LLVM_THREAD_SANITIZER_BUILD ? MLIRContext::Threading::DISABLED
                                : MLIRContext::Threading::ENABLED;

int run::runSession(const Options &options, World &world) {
  DialectRegistry registry;
  fp8::registerAllDialects(registry);
  MLIRContext context(registry, kThreading);
  context.printOpOnDiagnostic(false);
  llvm::SourceMgr sourceMgr;
  DiagnosticPrinter printer(sourceMgr, &context, getErrorStream());
  OwningOpRef<ModuleOp> module = parseModule(options, sourceMgr, &context);
  Session session(options, world);
  if (!module || failed(session.run(*module))) {
    // The other ranks wait for this one before the first step.
    if (!world.isStarted())
      (void)world.start(/*isReady=*/false, /*program=*/"", getMessages());
    return EXIT_FAILURE;
  }
  // Exit status that a shell reports for a process ended by a signal.
  constexpr int kSignalBase = 128;
  return session.getSignal() == 0 ? EXIT_SUCCESS
                                  : kSignalBase + session.getSignal();
}
