//===- Session.cpp - A run from the command line to its files -------------===//

#include "Session.h"

#include "Checkpoint/RunCheckpoints.h"
#include "Graph/Explain.h"
#include "Graph/GraphIdentity.h"
#include "Graph/Prepare.h"
#include "Inputs/IndexCheck.h"
#include "Inputs/Inputs.h"
#include "Interrupt.h"
#include "Messages.h"
#include "Outputs/FiniteCheck.h"
#include "Outputs/OutputChecks.h"
#include "Outputs/Outputs.h"
#include "Outputs/Progress.h"
#include "Outputs/RecipeSummary.h"
#include "StateStorage.h"
#include "StepSet.h"
#include "TrainLoop.h"

#include "fp8/InitAll.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <deque>
#include <limits>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

namespace {
class Session {
public:
  Session(const Options &options, World &world)
      : options(options), world(world) {}

  LogicalResult run(ModuleOp module);

  /// Returns the signal that ended the run before its last step, or 0.
  int getSignal() const { return signal; }

private:
  LogicalResult compile(const StepFunctions &functions);
  /// Stores states by `preset` from step `number` on.
  LogicalResult changeStorage(StoragePreset preset, int64_t number);
  /// Trains, and writes the requested outputs.
  LogicalResult runSteps(const StepFunctions &functions, Inputs &inputs);
  LogicalResult train(const StepFunctions &functions, Inputs &inputs,
                      Outputs &outputs);
  /// Tells the other ranks that this one is ready, and checks that they are.
  LogicalResult start();
  /// Checks that all ranks have the same states.
  LogicalResult compareRanks(ArrayRef<NamedTensor> results, Location loc);
  /// Records step `number`, which has been run. `previous` is true if another
  /// step has been run since.
  LogicalResult finishStep(int64_t number, bool previous, Outputs &outputs,
                           Progress &progress);
  /// Returns the function of the last completed step. Call `compile` first.
  Step &getLastStep();
  LogicalResult saveCheckpoint(Location loc);
  LogicalResult saveInputs(ArrayRef<Source> given, Outputs &outputs);
  LogicalResult writeOutputs(Outputs &outputs);
  /// Replaces the rows of this rank among `results` by whole states, which
  /// `joined` then holds.
  LogicalResult joinStates(std::vector<NamedTensor> &results,
                           std::deque<HostTensor> &joined);
  /// Reports that a signal ended the run, if one did.
  void reportInterrupt();
  /// Returns true if step `number` may continue while the next one is prepared.
  bool mayOverlap(int64_t number);
  /// Prints the reports that --report requests.
  void printReports();

  const Options &options;
  World &world;
  /// The program that all ranks run, if there are several.
  std::string program;
  Signature signature;
  StateStorage storage;
  /// Sources of the arguments, after the storage changed.
  std::vector<Source> sources;
  /// The functions that `steps` were compiled from.
  StepFunctions functions;
  std::optional<StepSet> steps;
  std::optional<TrainLoop> loop;
  Record record;
  std::chrono::steady_clock::time_point stepBegin;
  /// Checkpoints of --checkpoint.
  std::optional<RunCheckpoints> checkpoints;
  /// Signal handler, from the first step until all files are written.
  std::optional<Interrupt> interrupt;
  int signal = 0;
};
} // namespace

bool Session::mayOverlap(int64_t number) {
  const Program &program = *steps->at(number).program;
  bool isSaved = options.checkpointEvery != 0 &&
                 (number + 1) % options.checkpointEvery == 0;
  bool changes = llvm::any_of(options.storageChanges, [&](const auto &change) {
    return change.first == number + 1;
  });
  return !world.getComm() && program.isAsynchronous() &&
         !options.observesScales() && number + 1 < options.steps && !isSaved &&
         !changes &&
         (!signature.loss || program.keepsPrevious(*signature.loss));
}

LogicalResult Session::finishStep(int64_t number, bool previous,
                                  Outputs &outputs, Progress &progress) {
  Step &current = steps->at(number);
  // The step that has been run since may be another function.
  previous &= &current == &steps->at(number + 1);
  std::optional<double> deviceSeconds;
  if (current.program->isAsynchronous()) {
    deviceSeconds = current.program->getDeviceSeconds(previous);
    if (!deviceSeconds)
      return failure();
  }
  std::optional<double> loss;
  if (signature.loss) {
    if (failed(current.fetch(*signature.loss, previous)))
      return failure();
    loss = current.results[*signature.loss].getFloat(0);
  }
  for (size_t i = signature.results.size();
       options.observesScales() && i < current.results.size(); ++i)
    if (failed(current.fetch(i, previous)))
      return failure();
  auto now = std::chrono::steady_clock::now();
  std::chrono::duration<double> time = now - stepBegin;
  stepBegin = now;
  // The sign of a NaN has no meaning, but would be printed.
  if (loss && std::isnan(*loss))
    loss = std::numeric_limits<double>::quiet_NaN();
  record.add(loss, time.count(), deviceSeconds);
  if (record.isFirstNonFinite()) {
    progress.finish();
    if (options.checkFinite)
      return reportNonFinite({number, *loss, current, functions,
                              loop->getKeptArguments(),
                              signature.results.size()});
    warn() << "the loss of step " << number << " is " << *loss
           << "; going on, later ones are not reported; --check-finite finds "
              "the op\n";
  }
  progress.update(number + 1, loss, record.getTotalSeconds());
  return reportError(outputs.addStep(current, signature.results.size(), number,
                                     loss, time.count()));
}

LogicalResult Session::compile(const StepFunctions &functions) {
  FailureOr<StepSet> compiled = StepSet::create(functions, options);
  if (failed(compiled))
    return failure();
  steps = std::move(*compiled);
  this->functions = functions;
  return success(!world.getComm() ||
                 succeeded(steps->connect(world.getComm())));
}

LogicalResult Session::changeStorage(StoragePreset preset, int64_t number) {
  if (failed(loop->download()))
    return failure();
  FailureOr<StepFunctions> functions =
      storage.change(preset, number, *loop, signature, sources, options);
  if (failed(functions))
    return failure();
  // Free the memory of the previous steps for the following ones.
  steps.reset();
  return compile(*functions);
}

LogicalResult Session::start() {
  return success(
      succeeded(world.start(/*isReady=*/true, program, getMessages())) &&
      (!checkpoints || succeeded(checkpoints->shareRun(world))));
}

LogicalResult Session::compareRanks(ArrayRef<NamedTensor> results,
                                    Location loc) {
  std::vector<NamedTensor> states;
  for (const Argument &argument : signature.arguments)
    if (argument.updatedBy && !argument.shard)
      states.push_back({argument.name, results[*argument.updatedBy].tensor});
  return world.compareStates(states, record.getLosses().size(), loc);
}

LogicalResult Session::train(const StepFunctions &functions, Inputs &inputs,
                             Outputs &outputs) {
  Location loc = functions.step->getLoc();
  int64_t firstNumber = 0;
  if (const Checkpoint *resumed =
          checkpoints ? checkpoints->getResumed() : nullptr) {
    firstNumber = resumed->getSteps();
    record.resume(resumed->getLosses(), resumed->getSeconds());
    if (failed(reportError(outputs.resume(record))))
      return failure();
  }
  sources = inputs.getSources();
  FailureOr<TrainLoop> created =
      TrainLoop::create(signature, sources, inputs, loc);
  if (failed(created))
    return failure();
  loop = std::move(*created);
  if (options.checkFinite)
    loop->keepArguments();
  if (checkpoints) {
    // States have been copied; the run does not need a second copy.
    for (Source &source : sources)
      if (!source.varies())
        source.bytes = {};
    checkpoints->releaseResumed();
  }
  Progress progress(world.isFirst() ? llvm::errs() : llvm::nulls(),
                    world.isFirst() && llvm::errs().is_displayed(),
                    options.steps, firstNumber);
  interrupt.emplace(/*isQuiet=*/!world.isFirst());
  // The step that the GPU may still be running.
  std::optional<int64_t> pending;
  for (int64_t number = firstNumber; number < options.steps; ++number) {
    StoragePreset const *change = nullptr;
    for (const auto &[first, preset] : options.storageChanges)
      if (number == first)
        change = &preset;
    if (change && failed(changeStorage(*change, number)))
      return failure();
    if (number > 0 && pending != 0)
      steps->releaseFirst();
    // A step that overlaps with the previous one starts when that one ends.
    if (!pending)
      stepBegin = std::chrono::steady_clock::now();
    // Ops that are measured run one after another: the last step alone does.
    if (number + 1 == options.steps &&
        !(options.html.empty() && options.trace.empty()))
      steps->at(number).program->timeOps();
    world.beginStep();
    LogicalResult hasRun = loop->run(steps->at(number), number);
    world.endStep();
    if (failed(hasRun)) {
      world.abort("it failed in step " + Twine(number));
      return failure();
    }
    if (pending &&
        failed(finishStep(*pending, /*previous=*/true, outputs, progress)))
      return failure();
    pending = number;
    bool isInterrupted = interrupt->getSignal() != 0;
    if (!isInterrupted && mayOverlap(number))
      continue;
    pending.reset();
    if (failed(finishStep(number, /*previous=*/false, outputs, progress)))
      return failure();
    FailureOr<bool> ends =
        world.finishStep(number, record.getLosses().back(), isInterrupted);
    if (failed(ends))
      return failure();
    if (*ends)
      break;
    // The checkpoint of the last step is written after the other files.
    if (options.checkpointEvery != 0 && number + 1 < options.steps &&
        (number + 1) % options.checkpointEvery == 0 &&
        failed(saveCheckpoint(loc)))
      return failure();
  }
  progress.finish();
  return success();
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
  // A graph that is one rank in its file has no other form.
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
  if (failed(compile(*functions)) || failed(start()))
    return failure();
  printReports();
  return success();
}

void Session::printReports() {
  // With --bench, stdout contains only its JSON.
  raw_ostream &os = options.bench ? llvm::errs() : llvm::outs();
  if (options.report == "json")
    return steps->printReports(os, options.report);
  // JSON has its own escapes.
  PrintableStream printable(os);
  steps->printReports(printable, options.report);
}

LogicalResult Session::saveInputs(ArrayRef<Source> given, Outputs &outputs) {
  if (options.saveInputs.empty())
    return success();
  FailureOr<SavedInputs> saved =
      SavedInputs::create(signature, given, options.steps);
  if (failed(saved))
    return failure();
  return reportError(outputs.addInputs(*saved));
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
    printReports();
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

Step &Session::getLastStep() {
  return steps->at(static_cast<int64_t>(record.getLosses().size()) - 1);
}

LogicalResult Session::saveCheckpoint(Location loc) {
  FailureOr<std::vector<NamedTensor>> results =
      loop->fetchResults(getLastStep());
  if (failed(results) || failed(compareRanks(*results, loc)))
    return failure();
  return checkpoints->save(signature, *results, record, world, loc);
}

LogicalResult Session::joinStates(std::vector<NamedTensor> &results,
                                  std::deque<HostTensor> &joined) {
  for (const Argument &argument : signature.arguments) {
    if (!argument.updatedBy || !argument.shard)
      continue;
    NamedTensor &result = results[*argument.updatedBy];
    FailureOr<HostTensor> whole =
        world.join(*result.tensor, argument.getWholeType(), argument.loc);
    if (failed(whole))
      return failure();
    result.tensor = &joined.emplace_back(std::move(*whole));
  }
  return success();
}

LogicalResult Session::writeOutputs(Outputs &outputs) {
  FailureOr<std::vector<NamedTensor>> results =
      loop->fetchResults(getLastStep());
  if (failed(results))
    return failure();
  if (failed(compareRanks(*results, loop->getLoc())))
    return failure();
  std::deque<HostTensor> joined;
  if (options.joinsStates && failed(joinStates(*results, joined)))
    return failure();
  FailureOr<NamedResults> unpacked = NamedResults();
  llvm::DenseSet<unsigned> packed;
  if (options.unpack) {
    unpacked = storage.unpack([&](StringRef name) {
      unsigned result = *signature.find(name)->updatedBy;
      packed.insert(result);
      return (*results)[result].tensor;
    });
    if (failed(unpacked))
      return failure();
    // The step as written generates no random bits.
    for (const Argument &argument : storage.getAdded(signature))
      if (argument.updatedBy)
        packed.insert(*argument.updatedBy);
  }
  return reportError(outputs.finish(
      *results, signature.results.size(), packed, *unpacked, record,
      llvm::sys::path::filename(options.inputFile).str()));
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

int run::runSession(const Options &options, World &world) {
  DialectRegistry registry;
  fp8::registerAllDialects(registry);
  MLIRContext context(registry);
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
