//===- Fuzzer.cpp - mutants, one after another ----------------------------===//

#include "Fuzzer.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"

#include <sys/wait.h>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::fuzz;

Fuzzer::Fuzzer(MLIRContext *context, Corpus corpus, uint64_t seed,
               TrialKind kind, KnownFailures known, std::string folder)
    : context(context), corpus(std::move(corpus)), chooser(this->corpus),
      seed(seed), kind(std::move(kind)), known(std::move(known)),
      folder(std::move(folder)) {}

bool Fuzzer::prepareNext(Slot &slot) {
  // Skip sections that are not valid modules, from tests of parser errors.
  for (size_t i = 0; i < corpus.size(); ++i) {
    size_t index = next % corpus.size(), round = next / corpus.size();
    ++next;
    Section &section = corpus[index];
    ModuleOp module = section.getModule(context);
    if (!module || !section.isRunnable)
      continue;
    StringRef file = llvm::sys::path::filename(section.file);
    ModuleOp donor = corpus[(index + 1) % corpus.size()].getModule(context);
    slot.trial = {};
    slot.trial.module = module;
    slot.trial.allowsUnregistered = section.allowsUnregistered;
    slot.trial.donor = donor ? donor : module;
    slot.trial.seed =
        mixSeed(seed, (llvm::Twine(round) + file + section.text).str());
    slot.trial.chooser = &chooser;
    slot.trial.section = &section;
    slot.trial.isMutated = round > 0 || !kind.beginsUnmutated;
    slot.section = index;
    slot.name = (file + ", round " + llvm::Twine(round)).str();
    return true;
  }
  return false;
}

TrialKind fuzz::getPassTrials() {
  TrialKind kind;
  kind.run = runTrial;
  kind.toCommand = [](const Trial &trial, StringRef pipeline) {
    std::string command = "fp8-opt %s";
    if (trial.allowsUnregistered)
      command += " --allow-unregistered-dialect";
    if (!pipeline.empty())
      command += " " + toFlags(pipeline);
    return command;
  };
  return kind;
}

void Fuzzer::run(size_t count, unsigned seconds, unsigned jobs) {
  auto begin = std::chrono::steady_clock::now();
  auto isOver = [&] {
    return seconds != 0 && std::chrono::steady_clock::now() - begin >
                               std::chrono::seconds(seconds);
  };
  std::vector<Slot> slots(jobs);
  size_t numStarted = 0;
  while (true) {
    size_t numRunning = 0;
    for (Slot &slot : slots) {
      if (!slot.child.isRunning() && numStarted < count && !isOver() &&
          prepareNext(slot)) {
        slot.child.start(limits, [&](Report &report) {
          kind.run(context, slot.trial, report);
        });
        ++numStarted;
      }
      numRunning += slot.child.isRunning();
    }
    if (numRunning == 0)
      return;
    int status = 0;
    pid_t ended = waitpid(-1, &status, 0);
    for (Slot &slot : slots) {
      if (slot.child.isRunning() && slot.child.getPid() == ended) {
        slot.child.setEnded(status);
        finish(slot);
      }
    }
  }
}

void Fuzzer::runOnce(const Section &section, StringRef pipeline) {
  Slot slot;
  slot.name = section.file;
  slot.trial.text = section.text;
  slot.trial.allowsUnregistered = section.allowsUnregistered;
  slot.trial.pipeline = pipeline.str();
  slot.child.start(
      limits, [&](Report &report) { kind.run(context, slot.trial, report); });
  slot.child.wait();
  finish(slot);
}

void Fuzzer::finish(Slot &slot) {
  const Report &report = slot.child.report();
  numUnmutated += report.numMutations == 0;
  if (kind.beginsUnmutated && !slot.trial.isMutated &&
      report.outcome == Outcome::Failure && !corpus.empty())
    corpus[slot.section].isRunnable = false;
  if (!isFinding(report.outcome)) {
    ++numOutcomes[report.outcome];
    return;
  }
  Finding finding(report);
  if (known.contains(finding)) {
    ++numKnown;
    return;
  }
  ++numOutcomes[report.outcome];
  if (++numFindings[finding.hash] > 1)
    return;
  llvm::outs() << "finding " << finding.hash << ": " << finding.line << "\n";
  llvm::outs().flush();
  if (!folder.empty()) {
    std::string pipeline = report.pipeline;
    save(slot, finding, pipeline);
  }
}

void Fuzzer::save(Slot &slot, const Finding &finding, StringRef pipeline) {
  StringRef text = slot.trial.text;
  if (slot.trial.module) {
    slot.child.start(limits, [&](Report &report) {
      writeMutant(context, slot.trial, report);
    });
    slot.child.wait();
    const Report &report = slot.child.report();
    text = StringRef(report.text, report.textSize);
  }
  SmallString<128> path(folder);
  llvm::sys::path::append(path, finding.hash + ".mlir");
  std::error_code error = llvm::sys::fs::create_directories(folder);
  if (!error) {
    llvm::raw_fd_ostream os(path, error);
    os << "// RUN: " << kind.toCommand(slot.trial, pipeline) << "\n// "
       << finding.line << "\n// Of " << slot.name << ", seed " << seed
       << ".\n\n"
       << text << "\n";
  }
  if (error)
    llvm::WithColor::error() << path << ": " << error.message() << "\n";
}

bool Fuzzer::printSummary() const {
  size_t numFound = 0, numMutants = numKnown;
  for (auto [outcome, count] : numOutcomes) {
    numMutants += count;
    numFound += isFinding(outcome) ? count : 0;
  }
  auto get = [&](Outcome outcome) {
    auto it = numOutcomes.find(outcome);
    return it == numOutcomes.end() ? 0 : it->second;
  };
  llvm::outs() << "seed " << seed << ": " << numMutants << " mutants ("
               << numUnmutated << " without a change), "
               << get(Outcome::Success) << " compiled, "
               << get(Outcome::Failure) << " met an error, " << numKnown
               << " known failures, " << numFound << " failures of "
               << numFindings.size() << " kinds\n";
  return numFindings.empty();
}
