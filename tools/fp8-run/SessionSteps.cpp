//===- SessionSteps.cpp - The steps of a run ------------------------------===//

#include "Messages.h"
#include "Outputs/FiniteCheck.h"
#include "SessionImpl.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

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
  // The results of `current` are the previous ones only if the next step has
  // run the same function.
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
  // Clear the sign of a NaN, which has no meaning but would be printed.
  if (loss && std::isnan(*loss))
    loss = std::numeric_limits<double>::quiet_NaN();
  record.add(loss, time.count(), deviceSeconds);
  if (record.isFirstNonFinite()) {
    progress.finish();
    if (options.checkFinite)
      return reportNonFinite({number, *loss, current, functions,
                              loop->getKeptArguments(),
                              signature.results.size()});
    warn()
        << "the loss of step " << number << " is " << *loss
        << "; the run continues without further warnings; --check-finite finds "
           "the op\n";
  }
  progress.update(number + 1, loss, record.getTotalSeconds());
  return reportError(outputs.addStep(current, signature.results.size(), number,
                                     loss, time.count()));
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
    // The loop has copies of the states. Release the originals.
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
    // The time of a step that overlaps with the previous step begins when the
    // previous step ends.
    if (!pending)
      stepBegin = std::chrono::steady_clock::now();
    // Ops run one after another while they are timed, which is slower, so time
    // only the last step.
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
