//===- Session.cpp - A run from the command line to its files -------------===//

#include "Session.h"

#include "CheckpointFolder.h"
#include "Explain.h"
#include "Inputs.h"
#include "Outputs.h"
#include "Prepare.h"
#include "Progress.h"
#include "TrainLoop.h"

#include "fp8/IR/QuantizePolicy.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"

#include <chrono>
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

/// How many of the buffers at the peak --report lists.
static constexpr unsigned kNumBuffers = 8;

namespace {
class Session {
public:
  explicit Session(const Options &options) : options(options) {}

  LogicalResult run(ModuleOp module);

private:
  LogicalResult checkLoss(func::FuncOp step) const;
  LogicalResult checkQuantizes(func::FuncOp step) const;
  FailureOr<Inputs> createInputs(ModuleOp module, StepFunctions &functions,
                                 InitialState init);
  LogicalResult compile(ModuleOp module, const StepFunctions &functions);
  void printReport(llvm::raw_ostream &os) const;
  /// From here on states are stored as `preset` says.
  LogicalResult changeStorage(StoragePreset preset, TrainLoop &loop);
  LogicalResult openCheckpoint(const GraphIdentity &graph, Location loc);
  void warnOfOtherInputs(ArrayRef<Source> sources) const;
  LogicalResult saveCheckpoint(const RunIdentity &identity, Location loc);
  LogicalResult train(const Inputs &inputs, const RunIdentity &identity,
                      Outputs &outputs, Location loc);
  /// Takes note of step `number`, which has been run; if `previous`, another
  /// one has been since.
  LogicalResult finishStep(int64_t number, bool previous, Outputs &outputs,
                           Progress &progress);
  /// Whether step `number` may go on while the next one is prepared.
  bool mayOverlap(int64_t number);
  /// The function of step `number`.
  Step &getStep(int64_t number);

  const Options &options;
  Signature signature;
  /// The step before its states are stored, and its conversions. A step that is
  /// stored has the same arguments first.
  OwningOpRef<ModuleOp> original;
  size_t numOriginalArguments = 0;
  PackedState packed;
  /// Of the steps after the storage changed, which programs refer to.
  std::vector<OwningOpRef<ModuleOp>> modules;
  /// Of the arguments, after the storage changed.
  std::vector<Source> sources;
  std::optional<Step> step;
  /// What runs instead of `step` at the first step, if that differs.
  std::optional<Step> first;
  /// What runs instead of it at other steps: the first and the last step of
  /// each range.
  std::vector<std::pair<SmallVector<int64_t>, Step>> variants;
  Record record;
  std::chrono::steady_clock::time_point stepBegin;
  /// Of --checkpoint.
  std::optional<CheckpointFolder> folder;
  /// What --resume goes on from.
  std::optional<Checkpoint> resumed;
};
} // namespace

Step &Session::getStep(int64_t number) {
  if (number == 0 && first)
    return *first;
  for (auto &[ranges, variant] : variants)
    for (size_t i = 0; i < ranges.size(); i += 2)
      if (ranges[i] <= number && number <= ranges[i + 1])
        return variant;
  return *step;
}

static LogicalResult report(llvm::Error error) {
  if (!error)
    return success();
  reportError(llvm::toString(std::move(error)));
  return failure();
}

LogicalResult Session::checkLoss(func::FuncOp step) const {
  if (signature.loss)
    return success();
  for (auto [option, path] :
       {std::pair("--csv", &options.csv), std::pair("--plot", &options.plot)})
    if (!path->empty())
      return step.emitError("expected a result that is the loss, one float, "
                            "for ")
             << option << ", but found none; --loss=I names it";
  return success();
}

LogicalResult Session::checkQuantizes(func::FuncOp step) const {
  if (step.getNumResults() > signature.results.size())
    return success();
  for (auto [option, path] : {std::pair("--dump", &options.dump),
                              std::pair("--health", &options.health)})
    if (!path->empty())
      return step.emitError("expected a step with fp8.quantize for ")
             << option << ", but there is none; --recipe=current makes them";
  return success();
}

LogicalResult Session::compile(ModuleOp module,
                               const StepFunctions &functions) {
  // The states of these functions are the same tensors.
  std::shared_ptr<CudaMemory> memory;
  if (options.target == Target::Cuda) {
    FailureOr<std::shared_ptr<CudaMemory>> opened =
        openCudaMemory(module.getLoc());
    if (failed(opened))
      return failure();
    memory = std::move(*opened);
  }
  FailureOr<Step> compiled =
      Step::create(module, functions.step, options, memory);
  if (failed(compiled))
    return failure();
  step = std::move(*compiled);
  for (func::FuncOp variant : functions.variants) {
    compiled = Step::create(module, variant, options, memory);
    if (failed(compiled))
      return failure();
    auto ranges = variant->getAttrOfType<DenseI64ArrayAttr>(kStepsAttrName);
    variants.emplace_back(SmallVector<int64_t>(ranges.asArrayRef()),
                          std::move(*compiled));
  }
  if (!functions.first)
    return success();
  compiled = Step::create(module, functions.first, options, memory);
  if (failed(compiled))
    return failure();
  first = std::move(*compiled);
  return success();
}

void Session::printReport(llvm::raw_ostream &os) const {
  SmallVector<const StepReport *> reports = {&*step->report};
  if (first)
    reports.push_back(&*first->report);
  for (const auto &[ranges, variant] : variants)
    reports.push_back(&*variant.report);
  if (options.report == "table") {
    for (const StepReport *report : reports)
      report->printTable(os, kNumBuffers);
    return;
  }
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.array([&] {
    for (const StepReport *report : reports)
      report->printJSON(json, kNumBuffers);
  });
  os << '\n';
}

bool Session::mayOverlap(int64_t number) {
  const Program &program = *getStep(number).program;
  bool isSaved = options.checkpointEvery != 0 &&
                 (number + 1) % options.checkpointEvery == 0;
  bool changes = llvm::any_of(options.storageChanges, [&](const auto &change) {
    return change.first == number + 1;
  });
  return program.isAsynchronous() && number + 1 < options.steps && !isSaved &&
         !changes &&
         (!signature.loss || program.keepsPrevious(*signature.loss));
}

LogicalResult Session::finishStep(int64_t number, bool previous,
                                  Outputs &outputs, Progress &progress) {
  Step &current = getStep(number);
  // The one that has been run since may be another function.
  previous &= &current == &getStep(number + 1);
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
  auto now = std::chrono::steady_clock::now();
  std::chrono::duration<double> time = now - stepBegin;
  stepBegin = now;
  // The sign of a NaN means nothing, and would be printed.
  if (loss && std::isnan(*loss))
    loss = std::numeric_limits<double>::quiet_NaN();
  record.add(loss, time.count(), deviceSeconds);
  if (record.isFirstNonFinite()) {
    progress.finish();
    llvm::WithColor::warning(llvm::errs(), "fp8-run")
        << "the loss of step " << number << " is " << *loss
        << "; going on, later ones are not reported\n";
  }
  progress.update(number + 1, loss, record.getTotalSeconds());
  return report(outputs.addStep(current, signature.results.size(), number, loss,
                                time.count()));
}

/// Finds what the run goes on from.
LogicalResult Session::openCheckpoint(const GraphIdentity &graph,
                                      Location loc) {
  if (failed(checkStateNames(signature)))
    return failure();
  folder.emplace(options.checkpoint);
  if (!options.resume)
    return success();
  FailureOr<std::optional<Checkpoint>> found =
      folder->findLatest(options.steps, loc.getContext());
  if (failed(found))
    return failure();
  resumed = std::move(*found);
  if (!resumed)
    return success();
  if (failed(report(resumed->checkGraph(graph, signature))))
    return failure();
  llvm::WithColor::note(llvm::errs(), "fp8-run")
      << "going on from " << resumed->getPath() << '\n';
  return success();
}

/// A run may well go on with another learning rate or other data; but then it
/// is not the run that would have been without an end.
void Session::warnOfOtherInputs(ArrayRef<Source> sources) const {
  const auto &before = resumed->getIdentity().inputs;
  for (auto [argument, source] :
       llvm::zip_equal(signature.arguments, sources)) {
    auto it = before.find(llvm::json::fixUTF8(argument.name));
    if (argument.updatedBy || it == before.end())
      continue;
    std::string now = source.identify(argument.type);
    if (now != it->second)
      llvm::WithColor::warning(llvm::errs(), "fp8-run")
          << "argument '" << argument.name << "' is " << now << ", but was "
          << it->second << " in the run that is resumed\n";
  }
}

LogicalResult Session::saveCheckpoint(const RunIdentity &identity,
                                      Location loc) {
  auto numSteps = static_cast<int64_t>(record.getLosses().size());
  llvm::Expected<OutputFile> file = folder->create(numSteps);
  if (!file)
    return report(file.takeError());
  if (failed(getStep(numSteps - 1).fetchAll()))
    return failure();
  if (failed(writeCheckpoint(file->os(), signature, getStep(numSteps - 1),
                             record, identity, loc)))
    return failure();
  return report(folder->keep(*file, numSteps));
}

LogicalResult Session::changeStorage(StoragePreset preset, TrainLoop &loop) {
  auto find = [&](StringRef name) { return loop.find(name); };
  FailureOr<NamedResults> values = packed.unpack(find);
  if (failed(values))
    return failure();
  OwningOpRef<ModuleOp> module = original->clone();
  FailureOr<StepFunctions> functions = store(*module, preset, options);
  if (failed(functions))
    return failure();
  PackedState next = PackedState::take(*module);
  FailureOr<Signature> read = readSignature(functions->step, options.loss);
  if (failed(read))
    return failure();
  FailureOr<NamedResults> planes =
      next.pack([&](StringRef name) -> const HostTensor * {
        const HostTensor *value = values->find(name);
        return value ? value : loop.find(name);
      });
  if (failed(planes))
    return failure();

  std::vector<HostTensor> arguments;
  for (const Argument &argument : read->arguments) {
    const HostTensor *value = planes->find(argument.name);
    if (!value)
      value = values->find(argument.name);
    if (!value)
      value = loop.find(argument.name);
    if (value) {
      arguments.push_back(value->clone());
      continue;
    }
    FailureOr<HostTensor> tensor = allocateAt(argument.loc, argument.type);
    if (failed(tensor))
      return failure();
    tensor->fill(argument.initial.value_or(0));
    arguments.push_back(std::move(*tensor));
  }
  packed = std::move(next);
  signature = std::move(*read);
  sources.resize(numOriginalArguments);
  sources.resize(arguments.size());
  loop.change(signature, sources, std::move(arguments));
  // Their memory is of use to those that follow.
  variants.clear();
  first.reset();
  step.reset();
  if (failed(observe(*module, options)))
    return failure();
  modules.push_back(std::move(module));
  return compile(*modules.back(), *functions);
}

LogicalResult Session::train(const Inputs &inputs, const RunIdentity &identity,
                             Outputs &outputs, Location loc) {
  int64_t firstNumber = 0;
  if (resumed) {
    firstNumber = resumed->getSteps();
    record.resume(resumed->getLosses(), resumed->getSeconds());
    if (failed(report(outputs.resume(record))))
      return failure();
  }
  sources = inputs.getSources();
  FailureOr<TrainLoop> loop = TrainLoop::create(signature, sources);
  if (failed(loop))
    return failure();
  Progress progress(llvm::errs(), llvm::errs().is_displayed(), options.steps,
                    firstNumber);
  // The step that the GPU may still be at.
  std::optional<int64_t> pending;
  for (int64_t number = firstNumber; number < options.steps; ++number) {
    StoragePreset const *change = nullptr;
    for (const auto &[first, preset] : options.storageChanges)
      if (number == first)
        change = &preset;
    if (number > firstNumber) {
      Step &last = getStep(number - 1);
      if ((change && failed(last.fetchAll())) || failed(loop->feedBack(last)))
        return failure();
    }
    if (change && failed(changeStorage(*change, *loop)))
      return failure();
    // A step that overlaps with the one before it begins when that one ends.
    if (!pending)
      stepBegin = std::chrono::steady_clock::now();
    if (failed(loop->run(getStep(number), number)) ||
        (pending &&
         failed(finishStep(*pending, /*previous=*/true, outputs, progress))))
      return failure();
    pending = number;
    if (mayOverlap(number))
      continue;
    pending.reset();
    if (failed(finishStep(number, /*previous=*/false, outputs, progress)))
      return failure();
    // That of the last step is written after the other files.
    if (options.checkpointEvery != 0 && number + 1 < options.steps &&
        (number + 1) % options.checkpointEvery == 0 &&
        failed(saveCheckpoint(identity, loc)))
      return failure();
  }
  progress.finish();
  return success();
}

/// Values are those of the step as it was written. Where states are stored, the
/// step and its signature then change to what is stored of them.
FailureOr<Inputs> Session::createInputs(ModuleOp module,
                                        StepFunctions &functions,
                                        InitialState init) {
  if (!options.storesStates())
    return Inputs::create(functions.step, signature, std::move(init), options);
  original = module.clone();
  numOriginalArguments = signature.arguments.size();
  FailureOr<StepFunctions> stored = store(module, options.storage, options);
  if (failed(stored))
    return failure();
  packed = PackedState::take(module);
  FailureOr<Signature> read = readSignature(stored->step, options.loss);
  if (failed(read))
    return failure();

  // What is new has the names of planes.
  Options before = options;
  std::vector<ArgumentOption> added;
  llvm::erase_if(before.arguments, [&](const ArgumentOption &option) {
    auto hasName = [&](const Argument &argument) {
      return argument.name == option.argument;
    };
    bool isNew = llvm::none_of(signature.arguments, hasName) &&
                 llvm::any_of(read->arguments, hasName);
    if (isNew)
      added.push_back(option);
    return isNew;
  });
  FailureOr<Inputs> inputs =
      Inputs::create(original->lookupSymbol<func::FuncOp>("step"), signature,
                     std::move(init), before);
  if (failed(inputs) ||
      failed(inputs->store(stored->step, signature, *read, packed, added)))
    return failure();
  functions = *stored;
  signature = std::move(*read);
  return inputs;
}

LogicalResult Session::run(ModuleOp module) {
  InitialState init;
  if (options.entry != "init")
    init = InitialState::take(module);
  FailureOr<StepFunctions> functions = prepare(module, options);
  if (failed(functions))
    return failure();
  FailureOr<Signature> read = readSignature(functions->step, options.loss);
  if (failed(read))
    return failure();
  signature = std::move(*read);
  FailureOr<Inputs> inputs = createInputs(module, *functions, std::move(init));
  if (failed(inputs))
    return failure();
  Location loc = functions->step.getLoc();
  RunIdentity identity;
  if (!options.checkpoint.empty()) {
    identity.graph = GraphIdentity::of(module);
    if (failed(openCheckpoint(identity.graph, loc)))
      return failure();
    if (resumed)
      inputs->resume(signature, *resumed);
  }
  if (options.explain)
    explain(llvm::outs(), signature, inputs->getSources());
  if (options.steps == 0) {
    if (options.report.empty())
      return success();
    if (failed(compile(module, *functions)))
      return failure();
    printReport(llvm::outs());
    return success();
  }

  if (failed(inputs->checkComplete(signature)) ||
      failed(checkLoss(functions->step)) || failed(observe(module, options)) ||
      failed(checkQuantizes(functions->step)))
    return failure();
  if (folder) {
    if (failed(report(folder->prepare(options.resume))))
      return failure();
    identity = RunIdentity::of(identity.graph, signature, inputs->getSources());
    if (resumed)
      warnOfOtherInputs(inputs->getSources());
  }
  llvm::Expected<Outputs> outputs = Outputs::create(options);
  if (!outputs)
    return report(outputs.takeError());
  if (failed(compile(module, *functions)))
    return failure();
  if (!options.report.empty())
    printReport(options.bench ? llvm::errs() : llvm::outs());
  if (failed(train(*inputs, identity, *outputs, loc)))
    return failure();

  if (failed(getStep(options.steps - 1).fetchAll()))
    return failure();
  std::string title = llvm::sys::path::filename(options.inputFile).str();
  if (failed(report(outputs->finish(getStep(options.steps - 1),
                                    signature.results.size(), record, title))))
    return failure();
  // Whoever finds it finds the other files of the run as well.
  if (folder && failed(saveCheckpoint(identity, loc)))
    return failure();
  // The JSON of --bench has stdout for itself.
  record.printSummary(options.bench ? llvm::errs() : llvm::outs());
  if (options.bench)
    record.printBench(llvm::outs(), options,
                      step->report ? step->report->productFlops : 0);
  return success();
}

LogicalResult run::runSession(const Options &options) {
  DialectRegistry registry;
  registerDialects(registry);
  MLIRContext context(registry);
  context.printOpOnDiagnostic(false);
  llvm::SourceMgr sourceMgr;
  SourceMgrDiagnosticHandler handler(sourceMgr, &context, llvm::errs());
  OwningOpRef<ModuleOp> module = parseModule(options, sourceMgr, &context);
  if (!module)
    return failure();
  return Session(options).run(*module);
}
